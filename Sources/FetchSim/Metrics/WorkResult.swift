/// Results for pushes, location wakeups, tasks, transfers and budgets under one policy. A figure is nil if the trace
/// has nothing of the kind.
public struct WorkResult: Hashable, Sendable {
    /// How long silent pushes were held back, in seconds. (Alerts never are.)
    public private(set) var pushDelaySeconds: PolicyResult.Distribution?
    /// Pushes per day that a newer one replaced before they came to their app.
    public private(set) var pushesMergedPerDay: Double?
    /// Pushes per day that were refused, as the user had quit the app.
    public private(set) var pushesRefusedPerDay: Double?
    /// Wakeups per day for a change of place.
    public private(set) var locationWakesPerDay: Double?
    /// Share of the requested transfers that were finished.
    public private(set) var transfersFinishedShare: Double?
    /// Time from the asking for a transfer to its end, in minutes.
    public private(set) var transferDelayMinutes: PolicyResult.Distribution?
    /// Work of background tasks that was done, in seconds per day.
    public private(set) var taskSecondsDonePerDay: Double?
    /// Work of background tasks that was cut off, in seconds per day.
    public private(set) var taskSecondsLostPerDay: Double?
    /// Apps per day that were ended because they left a task open beyond their time.
    public private(set) var terminationsPerDay: Double?
    /// Runs per day that the policy requested and the system granted.
    public private(set) var runsPerDay: Double?
    /// Background energy as a share of the daily budget, where the policy has one; nil where other background work
    /// cannot be told from it.
    public private(set) var budgetUse: Double?

    init() {}

    init(_ metrics: DeviceMetrics, _ samples: MetricTotals, budgetUse: Double?) {
        let (pushDelays, transferDelays) = (samples[\.pushDelaySeconds], samples[\.transferDelaySeconds])
        let hasOther = pushDelays.count > 0 || metrics.transfers > 0
        self.budgetUse = hasOther ? nil : budgetUse
        guard metrics.days > 0 else { return }
        pushDelaySeconds = pushDelays.distribution(unit: 1)
        let pushes = pushDelays.count + metrics.pushesMerged + metrics.pushesRefused
        if pushes > 0 {
            pushesMergedPerDay = Double(metrics.pushesMerged) / metrics.days
            pushesRefusedPerDay = Double(metrics.pushesRefused) / metrics.days
        }
        if metrics.runs > 0 { runsPerDay = Double(metrics.runs) / metrics.days }
        if metrics.locationWakes > 0 { locationWakesPerDay = Double(metrics.locationWakes) / metrics.days }
        transfersFinishedShare = share(transferDelays.count, of: metrics.transfers)
        transferDelayMinutes = transferDelays.distribution(unit: 60)
        if metrics.taskSecondsDone + metrics.taskSecondsLost > 0 {
            taskSecondsDonePerDay = metrics.taskSecondsDone / metrics.days
            taskSecondsLostPerDay = metrics.taskSecondsLost / metrics.days
        }
        if metrics.taskSecondsDone + metrics.taskSecondsLost > 0 || metrics.terminations > 0 {
            terminationsPerDay = Double(metrics.terminations) / metrics.days
        }
    }
}
