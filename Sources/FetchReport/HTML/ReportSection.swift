import FetchSim

/// One section of an HTML report; a new one is one file and one line in ``all``.
struct ReportSection: Sendable {
    /// The name in links, and what tests look for.
    let id: String
    let title: String
    let body: @Sendable (SectionContext) -> Markup

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
        // The families that charts name come first, so that their looks differ most.
        let families = chapter.curves.first.map(Self.rivals) ?? []
        styles = SeriesStyle.styles(families + chapter.reports.flatMap(\.policies).map(\.family))
    }

    /// The rivals with a curve, those nearest to the bound first.
    static func rivals(_ curves: CurveReport) -> [String] {
        curves.families.filter { !$0.isEngine }.sorted {
            ($0.areaToBound.value ?? .infinity, $0.name) < ($1.areaToBound.value ?? .infinity, $1.name)
        }.map(\.name)
    }

    func style(_ family: String) -> SeriesStyle { styles[family] ?? .other(0) }

    /// `lte, V = 20 J` where there are several of either, else nothing.
    func setting(_ report: BenchReport) -> String? {
        chapter.reports.count > 1
            ? "\(report.radio), V = \(Figures.plain(report.valueJoules)) J" : nil
    }
}
