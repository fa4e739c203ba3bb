import FetchSim

/// One section of an HTML report; a new one is one file and one line in ``all``.
struct ReportSection: Sendable {
    /// The name in links, and what tests look for.
    let id: String
    /// The headline.
    let title: String
    /// What it shows of a trace.
    let body: @Sendable (SectionContext) -> Markup

    init(_ id: String, _ title: String, body: @escaping @Sendable (SectionContext) -> Markup) {
        self.id = id
        self.title = title
        self.body = body
    }

    /// Every section of a trace, in the order in which they stand in the report.
    static let all: [ReportSection] = [
        .summary, .frontier, .equalFreshness, .policies, .energy, .outcomes, .hours, .day, .apps, .profile,
        .reproduce,
    ]
}

/// What a section may show.
struct SectionContext: Sendable {
    /// The whole report.
    let data: ReportData
    /// The trace that the section is about.
    let chapter: ReportData.Chapter
    /// How each family looks.
    let styles: [String: SeriesStyle]

    init(_ data: ReportData, _ chapter: ReportData.Chapter) {
        self.data = data
        self.chapter = chapter
        var families: [String] = []
        for row in (chapter.reports + chapter.curves).flatMap(\.policies) where !families.contains(row.family)
        {
            families.append(row.family)
        }
        styles = SeriesStyle.styles(families)
    }

    func style(_ family: String) -> SeriesStyle { styles[family] ?? .other(0) }

    /// The style of a policy, by its name.
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
