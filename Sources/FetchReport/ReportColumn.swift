import FetchSim

/// One figure of a report. JSON, CSV and the table for people all follow ``all``, so a new figure is one line
/// there.
public struct ReportColumn: Sendable {
    /// The key in JSON and CSV; what stands before a dot groups figures in JSON.
    public let key: String
    /// Header and unit in the table for people, nil for figures that it leaves out.
    public let header: (title: String, unit: String)?
    /// Factor and decimals in the table for people.
    let scale: Double
    let decimals: Int
    let figure: @Sendable (PolicyResult) -> Double?

    /// Every figure, in the order of objective.md, section 7.
    public static let all: [ReportColumn] =
        [
            column("freshLaunchShare", "fresh", "%", scale: 100, 1) { $0.freshLaunchShare },
            column("launchesPerDay") { $0.launchesPerDay },
            column("backgroundJoulesPerDay", "energy", "J/day", 1) { $0.backgroundJoulesPerDay },
            column("netValueJoulesPerDay", "net value", "J/day", 1) { $0.netValueJoulesPerDay },
            column("shareOfClairvoyant", "of bound", "%", scale: 100, 1) { $0.shareOfClairvoyant },
            column("wakeupsPerDay", "wakeups", "/day", 1) { $0.wakeupsPerDay },
            column("promotionsPerDay") { $0.promotionsPerDay },
            column("fetchesPerDay", "fetches", "/day", 0) { $0.fetchesPerDay },
            column("noDataShare", "noData", "%", scale: 100, 0) { $0.noDataShare },
            column("failedShare", "failed", "%", scale: 100, 0) { $0.failedShare },
            column("bytesPerDay", "data", "MB/day", scale: 1e-6, 1) { $0.bytesPerDay },
            column("copyAgeMinutes.mean") { $0.copyAgeMinutes?.mean },
            column("copyAgeMinutes.p50") { $0.copyAgeMinutes?.p50 },
            column("copyAgeMinutes.p95") { $0.copyAgeMinutes?.p95 },
            column("staleMinutes.mean", "stale", "min", 0) { $0.staleMinutes?.mean },
            column("staleMinutes.p50") { $0.staleMinutes?.p50 },
            column("staleMinutes.p95") { $0.staleMinutes?.p95 },
            column("usefulShare", "useful", "%", scale: 100, 0) { $0.usefulShare },
            column("batteryShare", "battery", "%/day", scale: 100, 2) { $0.batteryShare },
            column("joulesByCause.radio") { $0.backgroundEnergyPerDay?.joules },
            column("joulesByCause.run") { $0.fetchBillPerDay?.runJoules },
            column("joulesByCause.coldStart") { $0.fetchBillPerDay?.coldStartJoules },
            column("joulesByCause.handling") { $0.fetchBillPerDay?.handlingJoules },
            column("joulesByCause.awake") { $0.fetchBillPerDay?.awakeJoules },
            column("requestSpacingSeconds.least") { $0.requestSpacingSeconds?.least },
            column("requestSpacingSeconds.p50") { $0.requestSpacingSeconds?.p50 },
            column("intervalViolations", "violations", "", 0) { Double($0.intervalViolations) },
        ] + work

    /// Of ``all`` those about what happens beside the fetches: a table of their own for people, where there is any.
    public static let work: [ReportColumn] = [
        column("work.pushDelaySecondsMean", "push delay", "s", 1) { $0.work.pushDelaySeconds?.mean },
        column("work.pushDelaySecondsP95", "p95", "s", 0) { $0.work.pushDelaySeconds?.p95 },
        column("work.pushesMergedPerDay", "merged", "/day", 1) { $0.work.pushesMergedPerDay },
        column("work.pushesRefusedPerDay") { $0.work.pushesRefusedPerDay },
        column("work.locationWakesPerDay", "location", "/day", 1) { $0.work.locationWakesPerDay },
        column("work.transfersFinishedShare", "transfers", "%", scale: 100, 1) {
            $0.work.transfersFinishedShare
        },
        column("work.transferDelayMinutesMean", "delay", "min", 1) { $0.work.transferDelayMinutes?.mean },
        column("work.transferDelayMinutesP95", "p95", "min", 0) { $0.work.transferDelayMinutes?.p95 },
        column("work.taskSecondsDonePerDay", "task work", "s/day", 0) { $0.work.taskSecondsDonePerDay },
        column("work.taskSecondsLostPerDay", "lost", "s/day", 0) { $0.work.taskSecondsLostPerDay },
        column("work.terminationsPerDay") { $0.work.terminationsPerDay },
        column("work.budgetUse", "budget", "%", scale: 100, 0) { $0.work.budgetUse },
    ]

    /// Of ``all`` those about fetches.
    public static let fetches: [ReportColumn] = Array(all.dropLast(work.count))

    private static func column(
        _ key: String, _ title: String? = nil, _ unit: String = "", scale: Double = 1, _ decimals: Int = 0,
        figure: @escaping @Sendable (PolicyResult) -> Double?
    ) -> ReportColumn {
        ReportColumn(
            key: key, header: title.map { ($0, unit) }, scale: scale, decimals: decimals, figure: figure)
    }

    /// The figure as it stands in the table for people.
    func cell(_ row: PolicyResult) -> String {
        guard let value = figure(row) else { return "-" }
        return Figures.fixed(value * scale, decimals: decimals)
    }
}
