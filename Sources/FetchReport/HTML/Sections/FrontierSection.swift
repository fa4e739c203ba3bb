import FetchSim

extension ReportSection {
    static let frontier = ReportSection("frontier", "Freshness and energy") { context in
        let charts = context.chapter.radios.map { radio -> Markup in
            let plot = FrontierPlot(radio: radio, context)
            guard let drawing = plot.markup else {
                return Parts.nothing("Without launches there is no curve.")
            }
            var caption =
                "Share of fresh launches against background energy on \(radio); up and to the left is better. Each "
                + "line joins a policy's runs at several settings, for adaptive at several V; one that turns back "
                + "spends more for less."
            if plot.series.contains(where: \.isBound) {
                caption += " No scheduler, even one that knows the future, reaches the shaded area."
            }
            if plot.series.contains(where: { $0.isEngine && $0.points.contains(where: \.isMain) }) {
                caption += " The ring marks the run of the other sections."
            }
            if plot.series.contains(where: { !$0.isNamed }) {
                caption +=
                    " Named are the \(FrontierPlot.mostNamed) baselines that are most often among the cheapest; "
                    + "the faint lines are the others."
            }
            return Parts.figure(caption, drawing)
        }
        return charts.isEmpty ? Parts.nothing("No radio was simulated.") : .group(charts)
    }
}

extension FrontierPlot {
    init(radio: String, _ context: SectionContext) {
        let reports = (context.chapter.curves + context.chapter.reports).filter { $0.radio == radio }
        let main = context.chapter.reports.first { $0.radio == radio }
        var families: [String] = []
        var points: [String: [String: Series.Point]] = [:]
        for report in reports {
            for row in report.policies where !row.isBound {
                guard let joules = row.backgroundJoulesPerDay, let fresh = row.freshLaunchShare else {
                    continue
                }
                if points[row.family] == nil { families.append(row.family) }
                let heedsValue = PolicyFamily.named(row.family)?.heedsValue ?? true
                let name = row.policy + (heedsValue ? ", V = \(Figures.plain(report.valueJoules)) J" : "")
                let isMain = heedsValue ? report.valueJoules == main?.valueJoules : false
                points[row.family, default: [:]][name] = Series.Point(
                    joules: joules, freshShare: fresh, name: name, isMain: isMain)
            }
        }
        let ranks = context.rivalsByRank(on: radio)
        let named = Set(ranks.prefix(Self.mostNamed))
        families.sort { (ranks.firstIndex(of: $0) ?? .max) < (ranks.firstIndex(of: $1) ?? .max) }
        series = families.map { family in
            let runs = (points[family] ?? [:]).values.sorted {
                ($0.joules, $0.freshShare, $0.name) < ($1.joules, $1.freshShare, $1.name)
            }
            return Series(
                name: family == "none" ? "no background fetch" : family, points: runs,
                isEngine: family == "adaptive",
                isNamed: named.contains(family) || ["adaptive", "none"].contains(family),
                style: context.style(family))
        }
        let bound = Self.boundPoints(reports)
        if !bound.isEmpty {
            series.append(
                Series(name: "clairvoyant bound", points: bound, isBound: true, style: .bound))
        }
        label = "Fresh launches against background energy on \(radio), a line per policy family"
    }

    /// The least energy for each share of fresh launches that the bounds allow.
    ///
    /// A bound says of its worth V that V x (fresh launches) - (energy) is at most its net value; so the energy for
    /// a share is at least what each V asks for, and the line is the greatest of these. That holds for every
    /// scheduler; the bounds' own rows, joined, would not be a bound in between.
    private static func boundPoints(_ reports: [BenchReport]) -> [Series.Point] {
        var lines: [(value: Double, net: Double)] = []
        var launches = 0.0
        for report in reports {
            guard let bound = report.bound, let net = bound.netValueJoulesPerDay,
                let perDay = bound.launchesPerDay, perDay > 0
            else { continue }
            launches = perDay
            lines.append((report.valueJoules, net))
        }
        guard !lines.isEmpty, let floor = reports.lazy.compactMap(\.unfetchedFreshShare).first else {
            return []
        }
        let steps = 240
        return (0...steps).map { step in
            let share = floor + (1 - floor) * Double(step) / Double(steps)
            let joules = lines.map { $0.value * share * launches - $0.net }.max() ?? 0
            return Series.Point(joules: joules, freshShare: share)
        }
    }
}
