import FetchSched

extension PolicyFamily {
    /// At each activity of the radio the app launched most so far, of those whose copies are old enough.
    static let oneOften = PolicyFamily(
        "one-often", "at a radio activity, fetches the most often launched app", PolicyParameter.riding(),
        sweep: ridingAges
    ) {
        $0.replay(RidingPolicy(RidingRule($0.settings) { $0.launches }))
    }
}
