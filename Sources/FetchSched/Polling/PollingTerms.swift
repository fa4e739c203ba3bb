/// What decides when one source is worth a request, but for the hour.
struct PollingTerms: Sendable {
    /// How often the app is opened, over all hours, and its source changes, per second.
    var opened: Double
    var change: Double
    /// Worth of a fresh launch as far as it is trusted to come, in joules.
    var value: Double
    /// What a request costs that finds nothing, and what it costs more if it finds something, in joules.
    var emptyCost: Double
    var findCost: Double

    /// For how long a copy lasts until the app is opened or its source changes, as a place in ``DemandOutlook``.
    var place: Int { DemandOutlook.place(of: 1 / (opened + change)) }

    /// The rule where the app is opened by that factor more often than over all hours.
    @inline(__always)
    func rule(demand factor: Double) -> PollingRule {
        let opened = opened * factor
        return PollingRule(
            value: value, usedInTime: opened / (opened + change), emptyCost: emptyCost, findCost: findCost)
    }
}
