import FetchSched
import FetchSim

package struct ReportData: Sendable {
    /// A trace and what was found out about it.
    package struct Chapter: Sendable {
        /// The comparison asked for: one per radio and worth of a launch.
        package var reports: [BenchReport]
        /// Reports of the trace and radios of the table, at more settings and values, for curves; may be empty.
        package var curves: [BenchReport]
        package var hasFetchableApp: Bool

        /// The comparison that figures without another name are about.
        var main: BenchReport? { reports.first }

        var radios: [String] {
            var names: [String] = []
            for report in reports where !names.contains(report.radio) { names.append(report.radio) }
            return names
        }

        /// Reports compared at equal freshness: those that the terminal compares, without the runs for curves, so that
        /// page and terminal agree.
        func comparable(_ report: BenchReport) -> [BenchReport] {
            reports.filter { $0.radio == report.radio }
        }
    }

    package var chapters: [Chapter]
    /// The command and its version, as in `fetchsched 0.1.0`.
    package var version: String
    /// The command that makes this report again.
    package var command: String
    package var rules: SimulationRules
}

extension ReportData.Chapter {
    /// How much work ``init(of:_:jobs:progress:)`` is about, for progress: device-replays weighted by their events.
    package static func work(_ bench: Bench) -> Int {
        CurveDials().benches(bench).reduce(0) { $0 + $1.work }
    }

    /// Runs what a report shows beyond `reports`, the result of `bench`.
    package init(
        of bench: Bench, _ reports: [BenchReport], jobs: Int, dials: CurveDials = CurveDials(),
        progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws {
        var curves: [BenchReport] = []
        for wide in dials.benches(bench) { curves += try await wide.run(jobs: jobs, progress: progress) }
        self.init(
            reports: reports, curves: curves,
            hasFetchableApp: bench.devices.contains(where: \.hasFetchableApp))
    }
}

extension BenchReport {
    var engine: PolicyResult? { policies.first { $0.family == "adaptive" } }

    var bound: PolicyResult? { policies.first(where: \.isBound) }
}

extension [PolicyResult] {
    /// The greatest net value first, the bound last.
    var byNetValue: [PolicyResult] {
        func rank(_ row: PolicyResult) -> Double { row.netValueJoulesPerDay ?? -.infinity }
        return filter { !$0.isBound }.sorted { rank($0) > rank($1) } + filter(\.isBound)
    }
}

extension PolicyResult {
    var isBound: Bool { family == PolicyChoice.clairvoyant }

    /// Whether the engine is compared with it: not a part of the engine, nor the bound, nor no fetch at all.
    var isRival: Bool {
        family != "none" && !isBound && PolicyFamily.named(family)?.isEngine != true
    }
}
