/// The user's switches for background refresh, one per app and one for all. Elapsed time.
struct RefreshProcess: Sendable {
    /// Shortest time between two changes of a switch, in seconds: no user changes it back at once.
    private static let shortestGap = 60.0

    let parameters: ControlParameters
    let days: Int
    var sampler: Sampler

    /// All changes, in order. Each switch starts on; its changes alternate, starting with `off`.
    ///
    /// - Parameter apps: The apps that have content.
    mutating func changes(apps: [Int]) -> [Draft] {
        var result = changes(of: nil, perDay: parameters.globalSwitchesPerDay, isRefused: false)
        let perApp = parameters.appSwitchesPerDay / Double(Swift.max(1, apps.count))
        for app in apps {
            let isRefused = sampler.bernoulli(parameters.refusedShare)
            result += changes(of: app, perDay: perApp, isRefused: isRefused)
        }
        return result.inOrder()
    }

    private mutating func changes(of app: Int?, perDay: Double, isRefused: Bool) -> [Draft] {
        let end = Double(days) * 86_400
        var result: [Draft] = []
        // A switch that is off from the beginning stays so for longer than one that is tried.
        var isOn = true
        var time = 0.0
        if !isRefused {
            guard perDay > 0 else { return [] }
            time = sampler.exponential(mean: 86_400 / perDay)
        }
        while time < end {
            isOn.toggle()
            result.append(
                Draft(
                    time: time.rounded(.down), kind: .refresh, app: app,
                    value: isOn ? Words.Switch.on : Words.Switch.off))
            guard !isOn || perDay > 0 else { break }
            let mean = isOn ? 86_400 / perDay : parameters.meanOff * (isRefused ? 10 : 1)
            time += RefreshProcess.shortestGap + sampler.exponential(mean: mean)
        }
        return result
    }
}
