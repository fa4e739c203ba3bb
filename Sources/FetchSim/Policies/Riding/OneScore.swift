import FetchSched

extension PolicyFamily {
    /// At each activity of the radio the app with the most launches times the probability that there is something new,
    /// if it changes at random times at the rate at which changes were found so far.
    static let oneScore = PolicyFamily(
        "one-score", "at a radio activity, fetches the app with the highest launches × P(new)",
        PolicyParameter.riding(screen: 3), sweep: ridingAges
    ) {
        $0.replay(
            RidingPolicy(
                RidingRule($0.settings) { app in
                    let rate = RidingRule.changesPerSecond(app)
                    return (app.launches + 0.1) * (1 - PortableMath.exp(-rate * app.copyAge))
                }))
    }
}
