import FetchSim

package struct ReportData: Sendable {
    /// A trace and what was found out about it.
    package struct Chapter: Sendable {
        /// The requested comparison: one per radio and value of a launch.
        package var reports: [BenchReport]
        /// Every baseline and the engine over their dials, on each radio.
        package var curves: [CurveReport]
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
    /// Draws the curves that go with `bench`, on the same devices and radios.
    package static func curves(
        of bench: Bench, subjects: [CurveSubject] = CurveSubject.usual,
        values: [Double] = [1, 5, 50, 200, 1000, 10_000]
    ) -> CurveBench {
        var all = bench
        all.values = Set(values + bench.values).sorted()
        var curves = CurveBench(traces: [(bench.trace, bench.devices)], subjects: subjects, of: all)
        curves.resamples = 0
        return curves
    }

    package init(of bench: Bench, _ reports: [BenchReport], curves: [CurveReport]) {
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
