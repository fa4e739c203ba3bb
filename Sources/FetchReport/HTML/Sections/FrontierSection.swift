import FetchSim
import FetchTrace

extension ReportSection {
    static let frontier = ReportSection(id: "frontier", title: "Freshness and energy") { context in
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
                    " The \(FrontierPlot.mostNamed) named baselines come nearest to the bound; "
                    + "the faint lines are the others."
            }
            if let main = context.chapter.main,
                let origin = ProvenanceText.text(main.provenance, devices: main.devices)
            {
                caption += " Data: \(escaped(origin))."
            }
            return Parts.figure(caption, drawing)
        }
        return charts.isEmpty ? Parts.nothing("No radio was simulated.") : .group(charts)
    }
}

extension FrontierPlot {
    init(radio: String, _ context: SectionContext) {
        let reports = context.chapter.reports.filter { $0.radio == radio }
        let curves = context.chapter.curves.first { $0.radio == radio }
        let mainValue = reports.first?.valueJoules
        var families: [String] = []
        var points: [String: [String: Series.Point]] = [:]
        func add(_ family: String, _ name: String, _ joules: Double, _ fresh: Double, at value: Double?) {
            if points[family] == nil { families.append(family) }
            let name = name + (value.map { ", V = \(Figures.plain($0)) J" } ?? "")
            points[family, default: [:]][name] = Series.Point(
                joules: joules, freshShare: fresh, name: name, isMain: value != nil && value == mainValue)
        }
        if let curves, reports.contains(where: { $0.unfetchedFreshShare != nil }) {
            for family in curves.families {
                for point in family.curve.points {
                    let value = point.valueJoules
                    add(
                        family.name, value == nil ? point.name : family.name, point.joules, point.fresh,
                        at: value)
                }
            }
        }
        for report in reports {
            for row in report.policies where !row.isBound {
                guard let joules = row.backgroundJoulesPerDay, let fresh = row.freshLaunchShare else {
                    continue
                }
                let usesValue = PolicyFamily.named(row.family)?.usesValue ?? true
                add(row.family, row.policy, joules, fresh, at: usesValue ? report.valueJoules : nil)
            }
        }
        let ranks = curves.map(SectionContext.rivals) ?? []
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
        if let curves, !series.isEmpty {
            let floor = curves.unfetchedFreshShare
            let bound = (0...240).map { step -> Series.Point in
                let share = floor + (1 - floor) * Double(step) / 240
                return Series.Point(joules: curves.bound.joules(at: share), freshShare: share)
            }
            series.append(
                Series(name: "clairvoyant bound", points: bound, isBound: true, style: .bound))
        }
        label = "Fresh launches against background energy on \(radio), a line per policy family"
    }
}
