import FetchSched

/// The limits of a device: the results without fetches, and the upper bound.
package struct DeviceLimits: Sendable {
    package let unfetched: DeviceMetrics
    /// The bound at each value of a fresh launch.
    package let bounds: [ClairvoyantBound]

    /// Computes them, at `values` joules per fresh launch.
    ///
    /// - Parameter configuration: has the limits of the background work other than fetches.
    package init(
        trace: DeviceTrace, radio: RadioProfile, rules: SimulationRules, values: [Double],
        configuration: FetchConfiguration = FetchConfiguration()
    ) {
        let device = UnfetchedDevice(trace: trace, radio: radio, rules: rules, configuration: configuration)
        unfetched = device.metrics
        bounds = values.map {
            ClairvoyantBound(device, span: trace.span, radio: radio, rules: rules, valueJoules: $0)
        }
    }
}

/// A device without background fetches, and what of it no scheduler can change.
struct UnfetchedDevice: Sendable {
    /// Metrics of the device, its other background work included.
    let metrics: DeviceMetrics
    /// Whether the device has pushes, tasks or transfers.
    let hasOtherWork: Bool
    /// Radio activity that happens whatever is decided.
    let activity: [OwnActivity]
    /// Joules of the pushes and transfers, and of what pushes make apps fetch: a scheduler might spare them.
    let sparableJoules: Double

    init(
        trace: DeviceTrace, radio: RadioProfile, rules: SimulationRules, configuration: FetchConfiguration
    ) {
        var configuration = configuration
        configuration.adopt(radio, rules: rules, valueJoules: 0)
        var fixed = DeviceSimulation(
            trace: trace, radio: radio, rules: rules, rival: anyPolicy(PushPolicy()), scope: .whatIsFixed,
            configuration: configuration, recordActivity: true)
        let fixedMetrics = fixed.run()
        activity = fixed.ownActivity ?? []
        hasOtherWork = trace.hasBackgroundWork
        guard hasOtherWork else {
            metrics = fixedMetrics
            sparableJoules = 0
            return
        }
        var all = DeviceSimulation(
            trace: trace, radio: radio, rules: rules, rival: anyPolicy(PushPolicy()),
            configuration: configuration)
        metrics = all.run()
        sparableJoules = metrics.joules - fixedMetrics.joules
    }
}
