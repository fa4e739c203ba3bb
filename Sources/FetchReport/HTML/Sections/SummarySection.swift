import FetchSim

extension ReportSection {
    /// The findings, for readers of nothing else: freshness and battery, the baselines, where savings come from.
    static let summary = ReportSection(id: "summary", title: "In short") { context in
        guard let main = context.chapter.main else { return Parts.nothing("Nothing was compared.") }
        var parts: [Markup] = []
        if main.policies.contains(where: { $0.freshLaunchShare != nil }) {
            let verdict = verdict(main) ?? "The engine, adaptive, was not among the policies compared."
            parts.append(element("p", ["class": "lead"], text: Wrapped.keepingFigures(verdict)))
            let others = [Reading.baselines(main, context.chapter.comparable(main)), savings(main)]
            parts += others.compactMap { $0 }.map { Parts.paragraph(Wrapped.keepingFigures($0)) }
        } else {
            parts.append(
                Parts.nothing("The scored part of the trace holds no launch: there is nothing to be fresh."))
        }
        if !context.chapter.hasFetchableApp {
            parts.append(
                Parts.nothing(
                    "No app may be fetched, as no interval event of the trace allows it: no policy can act."))
        }
        parts.append(Parts.paragraph(extent(main)))
        // With several traces this stands above all of them.
        if context.chapter.reports.count > 1, context.data.chapters.count == 1 {
            parts.append(ComparisonTable.markup([context.chapter]))
        }
        return .group(parts)
    }

    private static func verdict(_ report: BenchReport) -> String? {
        guard let own = report.engine, own.freshLaunchShare != nil else { return nil }
        return "With adaptive, \(Parts.percent(own.freshLaunchShare)) of app launches show current content, "
            + "for \(Parts.percent(own.batteryShare, decimals: 2)) of a full battery a day "
            + "(\(Parts.short(own.backgroundJoulesPerDay)) J). Without background fetches it is "
            + "\(Parts.percent(report.unfetchedFreshShare))."
    }

    /// The costs and benefits of a fetch, and their reasons; nil without fetches.
    private static func savings(_ report: BenchReport) -> String? {
        func joules(_ row: PolicyResult) -> Double? {
            guard let fetches = row.fetchesPerDay, fetches > 0 else { return nil }
            return row.backgroundJoulesPerDay.map { $0 / fetches }
        }
        guard let own = report.engine, let each = joules(own) else { return nil }
        let others = report.policies.filter(\.isRival).compactMap(joules)
        let range = others.min().flatMap { least in
            others.max().map { ", of the baselines below \(Figures.times(least)) to \(Figures.times($0)) J" }
        }
        let wakes = own.wakeupsPerDay.map {
            ". Of its \(Parts.short(own.fetchesPerDay)) fetches a day, \(Parts.short($0)) wake the radio; the "
                + "others share the activity of other traffic"
        }
        return "The savings: a fetch of adaptive costs \(Figures.times(each)) J" + (range ?? "")
            + (wakes ?? "") + ". \(Parts.percent(own.usefulShare)) of its fetches make a stale launch fresh."
    }

    private static func extent(_ report: BenchReport) -> String {
        let launches = report.policies.lazy.compactMap(\.launchesPerDay).first ?? 0
        return "\(Figures.counted(report.devices, "device")), "
            + "\(Figures.scored(report.days, after: report.warmupDays)), "
            + "\(Figures.fixed(launches, decimals: 1)) launches per device and day. Radio \(report.radio); a fresh "
            + "launch is worth \(Figures.plain(report.valueJoules)) J. A launch is fresh when nothing has changed at "
            + "the source since the app's last sync."
    }
}
