/// Runs that a system grants a program in the background. All numbers are assumed where no source is named.
public struct RunParameters: Sendable {
    /// Shortest time between two runs, in seconds.
    ///
    /// Source: the least interval of Android's `PeriodicWorkRequest`.
    public var shortestGap = 900.0
    /// By how much a run comes later than that, in seconds at the median, from so many seconds after the last use on.
    public var delays: [(sinceUse: Double, median: Double)]
    /// Standard deviation of the logarithm of that.
    public var delaySigma = 1.0
    /// Length of a run, in seconds.
    public var seconds: Double
    /// Length of a run on a charger, in seconds.
    public var chargingSeconds: Double

    /// An app that is used every day: minutes to hours late.
    ///
    /// Sources: `BGAppRefreshTask` runs for up to 30 s, `BGProcessingTask` for minutes on a charger (Apple).
    public static let iOS = RunParameters(delays: [(0, 2_400)], seconds: 25, chargingSeconds: 180)

    /// Jobs late by the standby bucket. Doze is left out.
    ///
    /// Sources: a job runs for up to 10 minutes; it waits for up to 2, 8 and 24 hours in the buckets of apps that were not used
    /// for 12, 24 and 48 hours (Android, "Power management resource limits"; AOSP, `AppStandbyController`).
    public static let android = RunParameters(
        delays: [(0, 300), (43_200, 3_600), (86_400, 14_400), (172_800, 43_200)], seconds: 600,
        chargingSeconds: 600)
}

/// Moments at which the system would run the program. Elapsed time.
struct RunProcess: Sendable {
    let parameters: RunParameters
    /// Changes of power and of low power mode, in order of time.
    private let conditions: [Draft]
    /// When the program was used, in order.
    private let uses: [Double]
    var sampler: Sampler

    init(parameters: RunParameters, conditions: [Draft], uses: [Double], sampler: Sampler) {
        self.parameters = parameters
        self.conditions = conditions.filter { $0.kind == .power || $0.kind == .saver }.inOrder()
        self.uses = uses
        self.sampler = sampler
    }

    mutating func runs(until end: Double) -> [Draft] {
        var result: [Draft] = []
        var (nextChange, nextUse) = (0, 0)
        var (isCharging, isSaving) = (false, false)
        var lastUse = 0.0
        var time = 0.0
        while true {
            let delay = parameters.delays.last { time - lastUse >= $0.sinceUse }?.median ?? 0
            // On a charger nothing has to wait for long.
            let late = sampler.logNormal(
                median: isCharging ? min(delay, 300) : delay, sigma: parameters.delaySigma)
            time += parameters.shortestGap + late
            guard time < end else { return result }
            while nextChange < conditions.count, conditions[nextChange].time <= time {
                let change = conditions[nextChange]
                if change.kind == .power { isCharging = change.value == Words.Power.charging }
                if change.kind == .saver { isSaving = change.value == Words.Switch.on }
                nextChange += 1
            }
            while nextUse < uses.count, uses[nextUse] <= time {
                lastUse = uses[nextUse]
                nextUse += 1
            }
            // Both systems refuse runs in low power mode.
            if isSaving { continue }
            let seconds = isCharging ? parameters.chargingSeconds : parameters.seconds
            result.append(Draft(time: time.rounded(.down), kind: .run, duration: seconds))
        }
    }
}
