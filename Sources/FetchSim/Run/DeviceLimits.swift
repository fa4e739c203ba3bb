/// What fetching on a device can be measured by: what happens without any, and what cannot be exceeded.
public struct DeviceLimits: Sendable {
    /// The device without background fetches.
    public let unfetched: DeviceMetrics
    /// The bound at each worth of a fresh launch.
    public let bounds: [ClairvoyantBound]

    /// Computes them, at `values` joules per fresh launch.
    ///
    /// - Complexity: O(events + values x launches x log(updates)).
    public init(trace: DeviceTrace, radio: RadioProfile, rules: SimulationRules, values: [Double]) {
        var simulation = DeviceSimulation(
            trace: trace, radio: radio, rules: rules, policy: NonePolicy(), recordActivity: true)
        let metrics = simulation.run()
        unfetched = metrics
        bounds = values.map {
            ClairvoyantBound(
                activity: simulation.ownActivity ?? [], span: trace.span, days: metrics.days, radio: radio,
                rules: rules, valueJoules: $0)
        }
    }
}
