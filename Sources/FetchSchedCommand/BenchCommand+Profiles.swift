import FetchSim

/// Runs of `bench` under the other power profiles, for the line below its tables.
extension BenchCommand {
    /// The profiles between which whatever is claimed should hold, but for the default one.
    static let otherProfiles = [PowerProfile.low, .high]

    /// Whether the result is computed under the other profiles, too.
    func wantsProfiles(_ rules: SimulationRules) throws -> Bool {
        try profiles && format == .table && !summary && app.isEmpty && rules.power == .standard && hasEngine
    }

    /// A bench under the other profiles, with all settings of those `rivals` as well.
    static func underOtherProfiles(_ bench: Bench, rivals: [PolicyChoice]) -> Bench {
        var bench = bench
        bench.rivals = CurveSubject.rivals(among: bench.policies + rivals)
        // Other policies have no part in the line.
        bench.policies = bench.policies.filter {
            $0.family == "adaptive" || !CurveSubject.rivals(among: [$0]).isEmpty
        }
        return bench
    }

    /// The engine and its rivals under the other profiles, over the devices that `bench` has, or else those of the file
    /// at `path`, which is read again.
    ///
    /// For the sake of time the rivals are those in the table and the best of all under the default profile, each at all
    /// dials.
    func underOtherProfiles(
        _ bench: Bench, _ path: String, _ found: [BenchReport]
    ) async throws -> [BenchReport] {
        let best = found.compactMap(\.bestRival).compactMap { PolicyChoice($0.policy) }
        var bench = Self.underOtherProfiles(bench, rivals: best)
        var reports: [BenchReport] = []
        for profile in Self.otherProfiles {
            bench.rules.power = profile
            if bench.devices.isEmpty {
                reports += try await streamed(bench, path, label: profile.name) ?? []
            } else {
                reports += try await run(bench, label: profile.name)
            }
        }
        return reports
    }
}
