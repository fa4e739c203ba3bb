import FetchSched
import FetchSim

/// All that an HTML report shows.
public struct ReportData: Sendable {
    /// A trace and what was found out about it.
    public struct Chapter: Sendable {
        /// The comparison asked for: one per radio and worth of a launch.
        public var reports: [BenchReport]
        /// The same trace and radios with more dials and worths, for curves; may be empty.
        public var curves: [BenchReport]
        /// A closer look at some policies on the first radio and at the first worth.
        public var study: UseStudy?

        /// Makes a chapter.
        public init(reports: [BenchReport], curves: [BenchReport], study: UseStudy?) {
            self.reports = reports
            self.curves = curves
            self.study = study
        }

        /// The comparison that the closer look is about.
        var main: BenchReport? { reports.first }

        /// The radios' names, in their order.
        var radios: [String] {
            var names: [String] = []
            for report in reports where !names.contains(report.radio) { names.append(report.radio) }
            return names
        }

        /// What is compared at equal freshness: as in the report on a terminal, not with the runs for the curves,
        /// so that both say the same.
        func comparable(_ report: BenchReport) -> [BenchReport] {
            reports.filter { $0.radio == report.radio }
        }
    }

    /// The traces.
    public var chapters: [Chapter]
    /// The command and its version, as in `fetchsched 0.1.0`.
    public var version: String
    /// What to type to get this report again.
    public var command: String
    /// The rules of the simulation.
    public var rules: SimulationRules

    /// Makes the data of a report.
    public init(chapters: [Chapter], version: String, command: String, rules: SimulationRules) {
        self.chapters = chapters
        self.version = version
        self.command = command
        self.rules = rules
    }
}

extension ReportData.Chapter {
    /// Policies that are looked at closely, at most.
    private static let mostPolicies = 6

    /// How much work ``init(of:_:jobs:progress:)`` is about, for progress: device-replays weighted by their events.
    public static func work(_ bench: Bench) -> Int {
        CurveDials().benches(bench).reduce(0) { $0 + $1.work } + mostPolicies
            * bench.devices.reduce(0) { $0 + $1.eventCount }
    }

    /// Runs what a report shows beyond `reports`, the result of `bench`.
    ///
    /// - Parameters:
    ///   - dials: where the curves have their points.
    ///   - progress: told of each piece of work done, from any worker.
    /// - Throws: `CancellationError` if the surrounding task is cancelled.
    public init(
        of bench: Bench, _ reports: [BenchReport], jobs: Int, dials: CurveDials = CurveDials(),
        progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws {
        var curves: [BenchReport] = []
        for wide in dials.benches(bench) { curves += try await wide.run(jobs: jobs, progress: progress) }
        self.init(reports: reports, curves: curves, study: nil)
        guard let main = reports.first else { return }
        var closer = bench
        closer.policies = lookedAt(main, bench.policies)
        study = try await UseStudy(closer, jobs: jobs, progress: progress)
    }

    /// No background fetch, the engine, its best rival, then the best of each other family.
    package func lookedAt(_ report: BenchReport, _ policies: [PolicyChoice]) -> [PolicyChoice] {
        var names = ["none"]
        func add(_ name: String?) {
            guard let name, !names.contains(name), names.count < Self.mostPolicies else { return }
            names.append(name)
        }
        add(report.engine?.policy)
        add(bestRival(report)?.policy)
        let ranked = report.byNetValue.filter { $0.family != PolicyChoice.clairvoyant }
        var families = Set(names.compactMap { name in ranked.first { $0.policy == name }?.family })
        for row in ranked where families.insert(row.family).inserted { add(row.policy) }
        return names.compactMap { name in policies.first { $0.name == name } ?? PolicyChoice(name) }
    }

    /// Of the rivals in the comparison the one that is most like the engine: of the family that needs the least
    /// energy for the engine's freshness the run that comes nearest to that freshness. Without such a family (or
    /// without the engine) the rival of the greatest net value.
    func bestRival(_ report: BenchReport) -> PolicyResult? {
        let rivals = report.byNetValue.filter { $0.isRival }
        guard let own = report.engine, let fresh = own.freshLaunchShare,
            let family = EqualFreshness.bestRival(of: own, among: comparable(report))?.family
        else { return rivals.first }
        let same = rivals.filter { $0.family == family }
        return same.min {
            abs(($0.freshLaunchShare ?? 0) - fresh) < abs(($1.freshLaunchShare ?? 0) - fresh)
        } ?? rivals.first
    }
}

extension BenchReport {
    /// The engine's row, if it was run.
    var engine: PolicyResult? { policies.first { $0.family == "adaptive" } }

    /// The bound's row, if it was asked for.
    var bound: PolicyResult? { policies.first { $0.family == PolicyChoice.clairvoyant } }

    /// The greatest net value first, the bound last.
    var byNetValue: [PolicyResult] {
        func rank(_ row: PolicyResult) -> Double { row.netValueJoulesPerDay ?? -.infinity }
        let sorted = policies.filter { $0.family != PolicyChoice.clairvoyant }.sorted { rank($0) > rank($1) }
        return sorted + policies.filter { $0.family == PolicyChoice.clairvoyant }
    }
}

extension PolicyResult {
    /// Whether the engine is compared with it: it is neither the engine, in whole or in part, nor the bound, nor
    /// no fetch at all.
    var isRival: Bool {
        family != "none" && family != PolicyChoice.clairvoyant
            && !PolicyFamily.all.contains { $0.isEngine && $0.name == family }
    }
}
