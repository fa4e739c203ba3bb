import FetchSched

extension PolicyFamily {
    /// `one-recent` with an age of each app's own: it doubles when a fetch finds nothing, and halves when one finds
    /// something.
    static let oneAdaptive = PolicyFamily(
        "one-adaptive", "one-recent, at an age that follows what the app's fetches find",
        PolicyParameter.riding(apps: 12) + [
            PolicyParameter("factor", 8, in: 1...1e6, "how far an app's own age may move from the age")
        ], sweep: ridingAges
    ) {
        var rule = RidingRule($0.settings, rank: RidingRule.lastLaunched)
        rule.ageFactor = $0.settings["factor"]
        return $0.replay(RidingPolicy(rule))
    }
}
