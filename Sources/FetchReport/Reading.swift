import FetchSim

/// What a table says, in a sentence: how much energy the engine needs beside the best rival at equal
/// freshness.
enum Reading {
    /// The sentence, or nil where the table has no run of the engine.
    static func sentence(_ report: BenchReport, _ sameRadio: [BenchReport]) -> String? {
        guard let own = report.policies.first(where: { $0.family == "adaptive" }),
            let fresh = own.freshLaunchShare, let joules = own.backgroundJoulesPerDay
        else { return nil }
        let start =
            "adaptive: \(Figures.fixed(fresh * 100, decimals: 1)) % of launches fresh "
            + "for \(Figures.fixed(joules, decimals: 1)) J/day"
        guard let rival = EqualFreshness.bestRival(of: own, among: sameRadio) else {
            let hasRivals = !EqualFreshness.rivals(of: own, among: sameRadio).isEmpty
            return start + (hasRivals ? "; no rival in this run is as fresh." : ".")
        }
        let price = "\(Figures.fixed(rival.joules, decimals: 0)) J/day"
        guard joules > 0, rival.joules > 0 else {
            return "\(start). As fresh, the best rival family, \(rival.family), needs \(price)."
        }
        let ratio = rival.joules / joules
        let comparison =
            ratio >= 1
            ? "\(Figures.fixed(ratio, decimals: 1)) times as much"
            : "\(Figures.fixed((1 - ratio) * 100, decimals: 0)) % less"
        return "\(start). As fresh, the best rival family, \(rival.family), needs \(price): \(comparison)."
    }
}
