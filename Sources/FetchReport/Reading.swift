import FetchSim

/// What a table says, in a sentence: how much energy the engine needs beside the best rival at equal
/// freshness.
enum Reading {
    /// The sentence, or nil where the table has no run of the engine.
    static func sentence(_ report: BenchReport, _ sameRadio: [BenchReport]) -> String? {
        guard let own = report.policies.first(where: { $0.family == "adaptive" }),
            let fresh = own.freshLaunchShare, let joules = own.backgroundJoulesPerDay
        else { return nil }
        let freshText = Figures.fixed(fresh * 100, decimals: 1)
        let joulesText = Figures.fixed(joules, decimals: 1)
        let start = "adaptive makes \(freshText) % of the launches fresh for \(joulesText) J/day"
        let rivals = Frontier.families(sameRadio).filter { $0.family != "adaptive" && $0.points.count > 1 }
        let prices = rivals.compactMap { rival in rival.joules(at: fresh).map { (rival.family, $0) } }
        guard let best = prices.min(by: { $0.1 < $1.1 }) else {
            return rivals.isEmpty ? start + "." : start + "; no rival in this run reaches that."
        }
        let price = Figures.fixed(best.1, decimals: 0)
        guard joules > 0, best.1 > 0 else {
            return start + "; the best rival family at that freshness, \(best.0), needs \(price) J/day."
        }
        let ratio = best.1 / joules
        let comparison =
            ratio >= 1
            ? "\(Figures.fixed(ratio, decimals: 1)) times as much"
            : "\(Figures.fixed((1 - ratio) * 100, decimals: 0)) % less"
        return start + "; the best rival family at that freshness, \(best.0), needs \(price) J/day: \(comparison)."
    }
}
