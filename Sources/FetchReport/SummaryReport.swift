import FetchSim

/// One line per comparison: the engine beside no background fetch, the bound, and the best rival family at
/// equal freshness.
public enum SummaryReport {
    /// The summary of `groups`, each the reports of one trace.
    public static func text(_ groups: [[BenchReport]], emphasis: (String) -> String = { $0 }) -> String {
        var table = TextTable(
            headers: [
                "trace", "radio", "V", "none", "adaptive", "energy", "of bound", "best rival", "its energy",
                "ratio",
            ],
            units: ["", "", "J", "fresh %", "fresh %", "J/day", "%", "equally fresh", "J/day", ""])
        for reports in groups {
            for report in reports {
                guard let own = report.policies.first(where: { $0.family == "adaptive" }) else { continue }
                let rival = EqualFreshness.bestRival(
                    of: own, among: reports.filter { $0.radio == report.radio })
                let energy = own.backgroundJoulesPerDay
                let ratio = rival.flatMap { rival in energy.map { $0 > 0 ? rival.joules / $0 : nil } } ?? nil
                table.rows.append([
                    fileName(report.trace), report.radio, Figures.plain(report.valueJoules),
                    percent(report.unfetchedFreshShare), percent(own.freshLaunchShare),
                    energy.map { Figures.fixed($0, decimals: 1) } ?? "-", percent(own.shareOfClairvoyant),
                    rival?.family ?? "none reaches it",
                    rival.map { Figures.fixed($0.joules, decimals: 1) } ?? "-",
                    ratio.map { Figures.fixed($0, decimals: 1) } ?? "-",
                ])
            }
        }
        guard !table.rows.isEmpty else { return "" }
        let title = emphasis("adaptive and the best rival family at equal freshness")
        return ([title, ""] + table.lines()).joined(separator: "\n") + "\n"
    }

    private static func percent(_ share: Double?) -> String {
        share.map { Figures.fixed($0 * 100, decimals: 1) } ?? "-"
    }

    /// The last part of a path.
    private static func fileName(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }
}

/// What a rival would need for the freshness that the engine reached.
enum EqualFreshness {
    /// The rival family that needs the least energy, and that energy in joules per day; nil if none gets
    /// there.
    static func bestRival(
        of own: PolicyResult, among reports: [BenchReport]
    ) -> (family: String, joules: Double)? {
        guard let fresh = own.freshLaunchShare else { return nil }
        return rivals(of: own, among: reports)
            .compactMap { rival in rival.joules(at: fresh).map { (rival.family, $0) } }
            .min { $0.1 < $1.1 }
    }

    /// The other families that were run, but for the engine under other names.
    static func rivals(of own: PolicyResult, among reports: [BenchReport]) -> [Frontier] {
        let engines = Set(PolicyFamily.all.filter(\.isEngine).map(\.name))
        return Frontier.families(reports).filter {
            $0.family != own.family && !engines.contains($0.family) && $0.points.count > 1
        }
    }
}
