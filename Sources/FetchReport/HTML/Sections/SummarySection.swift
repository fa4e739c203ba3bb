import FetchSim

extension ReportSection {
    /// What the report says in a sentence, and the figures behind it.
    static let summary = ReportSection("summary", "In short") { context in
        guard let main = context.chapter.main else { return Parts.nothing("Nothing was compared.") }
        var parts: [Markup] = []
        let sentence = Reading.sentence(main, context.chapter.comparable(main))
        if main.policies.contains(where: { $0.freshLaunchShare != nil }) {
            parts.append(
                element(
                    "p", ["class": "lead"],
                    text: sentence ?? "The engine, adaptive, was not among the policies compared."))
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
        if let keys = keyFigures(main) { parts.append(keys) }
        // With several traces this stands above all of them.
        if context.chapter.reports.count > 1, context.data.chapters.count == 1 {
            parts.append(ComparisonTable.markup([context.chapter]))
        }
        return .group(parts)
    }

    private static func extent(_ report: BenchReport) -> String {
        let launches = report.policies.lazy.compactMap(\.launchesPerDay).first ?? 0
        return "\(TimelineReport.counted(report.devices, "device", "devices")), "
            + "\(Figures.plain(report.days, decimals: 1)) days scored after "
            + "\(Figures.plain(report.warmupDays, decimals: 1)) of warm-up, "
            + "\(Figures.fixed(launches, decimals: 1)) launches per device and day. Radio \(report.radio); a fresh "
            + "launch is worth \(Figures.plain(report.valueJoules)) J. A launch is fresh when nothing has changed at "
            + "the source since the app's last sync."
    }

    private static func keyFigures(_ report: BenchReport) -> Markup? {
        guard let own = report.engine, own.freshLaunchShare != nil else { return nil }
        let figures: [(String, String)] = [
            (Parts.percent(own.freshLaunchShare), "of launches fresh with adaptive"),
            (Parts.percent(report.unfetchedFreshShare), "without background fetches"),
            (Parts.short(own.backgroundJoulesPerDay) + " J", "a day, beyond no fetches"),
            (Parts.percent(own.shareOfClairvoyant), "of what a clairvoyant gains"),
            (Parts.short(own.fetchesPerDay), "fetches a day"),
            (Parts.percent(own.usefulShare), "of them useful"),
            (Parts.short(own.wakeupsPerDay), "radio wakeups a day"),
        ]
        return element(
            "div", ["class": "keys"],
            figures.map { figure in
                element("div", [:], element("b", text: figure.0), element("span", text: figure.1))
            })
    }
}
