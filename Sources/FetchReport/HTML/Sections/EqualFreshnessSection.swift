import FetchSim

extension ReportSection {
    /// Energy at equal freshness, a table per radio.
    static let equalFreshness = ReportSection("equal-freshness", "Energy at equal freshness") { context in
        let tables = context.chapter.radios.compactMap { table($0, context) }
        return tables.isEmpty
            ? Parts.nothing("Needs launches, and policies at several dials or worths of a fresh launch.")
            : .group(tables)
    }

    /// Shares of fresh launches that may be columns.
    private static let levels = [0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.925, 0.95, 0.975, 0.99]

    private static func table(_ radio: String, _ context: SectionContext) -> Markup? {
        let reports = (context.chapter.reports + context.chapter.curves).filter { $0.radio == radio }
        var families = Frontier.families(reports).filter { $0.points.count > 1 }
        let floor = reports.lazy.compactMap(\.unfetchedFreshShare).first ?? 0
        let levels = levels.filter { level in
            level > floor && families.contains { $0.joules(at: level) != nil }
        }.suffix(7)
        guard let first = levels.first else { return nil }
        // Who needs least stands first, at the highest share that all families reach.
        let shared = levels.last { level in families.allSatisfy { $0.joules(at: level) != nil } } ?? first
        families.sort { one, other in
            (one.joules(at: shared) ?? .infinity, one.family)
                < (other.joules(at: shared) ?? .infinity, other.family)
        }
        let least = levels.map { level in families.compactMap { $0.joules(at: level) }.min() }
        let head = levels.map { element("th", ["scope": "col"], text: Parts.percent($0)) }
        let rows = families.map { family in
            element(
                "tr", ["class": family.family == "adaptive" ? "own" : nil],
                [element("th", ["scope": "row"], text: family.family)]
                    + zip(levels, least).map { level, least in
                        let joules = family.joules(at: level)
                        let text = Parts.short(joules)
                        let isLeast = joules != nil && joules == least
                        return element("td", [:], isLeast ? element("strong", text: text) : .text(text))
                    })
        }
        return Parts.figure(
            "Energy in J per device and day for a share of fresh launches on \(radio), interpolated between a "
                + "family's runs, from the \(Parts.percent(floor)) without background fetches on. The least of each "
                + "column is underlined; a dash: not reached by these runs.",
            element(
                "div", ["class": "wide"],
                element(
                    "table", [:],
                    element(
                        "thead", [:],
                        element("tr", [:], [element("th", ["scope": "col"], text: "family")] + head)),
                    element("tbody", [:], rows))))
    }
}
