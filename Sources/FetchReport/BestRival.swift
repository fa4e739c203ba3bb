import FetchSim

/// The rival that gains most at the same value of a launch, its setting chosen in hindsight.
extension BenchReport {
    /// Every run of a rival, whether it has a row or not.
    var rivalRuns: [PolicyResult] { (policies + rivals).filter(\.isRival) }

    /// Whether it is of the same trace, radio and value of a launch, be it under another power profile.
    func isLike(_ other: BenchReport) -> Bool {
        trace == other.trace && radio == other.radio && valueJoules == other.valueJoules
    }

    var rivalFamilies: Int { Set(rivalRuns.map(\.family)).count }

    /// The run of a rival that gains most, the first of several; nil without rivals or days.
    package var bestRival: PolicyResult? {
        var best: PolicyResult?
        for run in rivalRuns {
            guard let gain = run.gainJoulesPerDay else { continue }
            if gain > best?.gainJoulesPerDay ?? -.infinity { best = run }
        }
        return best
    }
}

extension PolicyResult {
    /// The policy with what was set about it, each with its unit, as in `one-score with age = 1800 s`.
    var spelled: String {
        let choice = PolicyChoice(policy)
        let settings = (choice?.kind?.parameters ?? []).compactMap { parameter in
            choice?.settings.explicit[parameter.name].map { value in
                let unit = parameter.unit.isEmpty ? "" : " " + parameter.unit
                return Wrapped.joined("\(parameter.name) = \(Figures.plain(value))\(unit)")
            }
        }
        return settings.isEmpty ? policy : "\(family) with \(settings.joined(separator: ", "))"
    }
}

struct GainComparison {
    /// The engine's, in joules per day.
    let own: Double
    /// The best rival's name with its dial; nil where none was run.
    let rival: String?
    /// The baseline's gain, in joules per day.
    let rivalJoules: Double?
}

extension GainComparison {
    /// The baseline that gains most in the engine's `report`; nil if the engine was not run, or not for a day.
    init?(_ report: BenchReport) {
        guard let own = report.engine?.gainJoulesPerDay else { return nil }
        let best = report.bestRival
        self.init(own: own, rival: best?.policy, rivalJoules: best?.gainJoulesPerDay)
    }

    /// Gains below this are 0.0 in a table, and a ratio to them says nothing, in joules per day.
    private static let least = 0.05

    /// Whether no background fetch is as good as every rival, or better.
    var noneGains: Bool { (rivalJoules ?? 0) < Self.least }

    /// How many times what the best rival gains the engine gains; nil where either gains nothing.
    var ratio: Double? {
        guard let rivalJoules, !noneGains, own > 0 else { return nil }
        return own / rivalJoules
    }

    /// The rival's name, its gain and the ratio, for a table.
    var cells: [String] {
        guard let rival, let rivalJoules, !noneGains else { return [rival == nil ? "-" : "none", "-", "-"] }
        return [
            rival, Figures.short(rivalJoules), ratio.map(Figures.times) ?? "-",
        ]
    }
}
