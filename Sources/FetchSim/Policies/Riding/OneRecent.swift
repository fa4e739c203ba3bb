import FetchSched

extension PolicyFamily {
    /// At each activity of the radio the app launched last, of those whose copies are old enough.
    static let oneRecent = PolicyFamily(
        "one-recent", "at a radio activity, fetches the most recently launched app", PolicyParameter.riding(),
        sweep: ridingAges
    ) {
        $0.replay(RidingPolicy(RidingRule($0.settings, rank: RidingRule.lastLaunched)))
    }
}
