import FetchSim

/// One section of an HTML report; a new one is one file and one line in ``all``.
struct ReportSection: Sendable {
    /// The name in links, and what tests look for.
    let id: String
    let title: String
    let body: @Sendable (SectionContext) -> Markup

    init(_ id: String, _ title: String, body: @escaping @Sendable (SectionContext) -> Markup) {
        self.id = id
        self.title = title
        self.body = body
    }

    static let all: [ReportSection] = [
        .summary, .frontier, .policies, .reproduce,
    ]
}

struct SectionContext: Sendable {
    let data: ReportData
    let chapter: ReportData.Chapter
    /// How each family looks.
    let styles: [String: SeriesStyle]

    init(_ data: ReportData, _ chapter: ReportData.Chapter) {
        self.data = data
        self.chapter = chapter
        // Those that charts name first, so that their looks differ most.
        var families = Self.rivalsByRank(chapter, on: chapter.radios.first ?? "")
        for row in (chapter.reports + chapter.curves).flatMap(\.policies) where !families.contains(row.family)
        {
            families.append(row.family)
        }
        styles = SeriesStyle.styles(families)
    }

    /// Rivals with a curve on that radio: first those that are most often among the cheapest for a share of fresh launches.
    func rivalsByRank(on radio: String) -> [String] { Self.rivalsByRank(chapter, on: radio) }

    private static func rivalsByRank(_ chapter: ReportData.Chapter, on radio: String) -> [String] {
        let reports = (chapter.reports + chapter.curves).filter { $0.radio == radio }
        let rivals = Frontier.families(reports).filter { family in
            family.points.count > 1
                && PolicyFamily.named(family.family)?.isEngine != true
        }
        let shares = rivals.flatMap { $0.points.map(\.fresh) }
        guard let least = shares.min(), let most = shares.max() else { return [] }
        var points: [String: Double] = [:]
        let steps = 40
        for step in 1...steps {
            let share = least + (most - least) * Double(step) / Double(steps)
            let order = rivals.compactMap { family in family.joules(at: share).map { ($0, family.family) } }
                .sorted { $0 < $1 }
            for (rank, one) in order.enumerated() { points[one.1, default: 0] += 1 / Double(rank + 1) }
        }
        return rivals.map(\.family).sorted { one, other in
            (points[other] ?? 0, one) < (points[one] ?? 0, other)
        }
    }

    func style(_ family: String) -> SeriesStyle { styles[family] ?? .other(0) }

    func style(ofPolicy name: String) -> SeriesStyle {
        let row = chapter.reports.lazy.flatMap(\.policies).first { $0.policy == name }
        return style(row?.family ?? name)
    }

    /// `lte, V = 20 J` where there are several of either, else nothing.
    func setting(_ report: BenchReport) -> String? {
        chapter.reports.count > 1
            ? "\(report.radio), V = \(Figures.plain(report.valueJoules)) J" : nil
    }
}
