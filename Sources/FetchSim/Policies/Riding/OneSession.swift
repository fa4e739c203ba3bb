import FetchSched

extension PolicyFamily {
    /// `one-recent` at the first activities of each session alone: a session begins with a launch after a pause.
    static let oneSession = PolicyFamily(
        "one-session", "one-recent, at the first activities of each session only",
        PolicyParameter.riding(apps: 12) + [
            PolicyParameter("fetches", 3, in: 1...1e6, "most fetches a session"),
            .seconds("pause", 300, "a launch so long after the last use begins a session"),
        ], sweep: ridingAges
    ) {
        var rule = RidingRule($0.settings, rank: RidingRule.lastLaunched)
        rule.perSession = Int($0.settings["fetches"])
        rule.pause = $0.settings.span("pause")
        return $0.replay(RidingPolicy(rule))
    }
}
