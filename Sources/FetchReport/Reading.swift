import FetchSim

/// Sentences below a table: the engine's gain and energy, compared with the best.
enum Reading {
    /// The sentences in lines; none where the table has no run of the engine.
    static func lines(_ report: BenchReport, _ sameRadio: [BenchReport]) -> [String] {
        guard let own = report.engine, let fresh = own.freshLaunchShare,
            let joules = own.backgroundJoulesPerDay, let gain = own.gainJoulesPerDay
        else { return [] }
        let share = Wrapped.joined("\(Figures.fixed(fresh * 100, decimals: 1)) %")
        let start =
            "adaptive: \(share) of launches fresh for \(perDay(joules)), "
            + (gain > 0 ? "a gain of \(perDay(gain))." : "no gain.")
        return Wrapped.lines(start + (baselines(report, sameRadio).map { " " + $0 } ?? ""))
    }

    /// The sentences about baselines; nil where none was run, or no engine. Its blanks within figures are joints.
    static func baselines(_ report: BenchReport, _ sameRadio: [BenchReport]) -> String? {
        guard report.rivalFamilies > 0, let own = report.engine, let comparison = GainComparison(report)
        else {
            return nil
        }
        return gain(comparison, report) + equallyFresh(own, sameRadio) + tooShort(report)
    }

    /// Hours and weekdays take about a week to learn.
    private static func tooShort(_ report: BenchReport) -> String {
        let days = report.days + report.warmupDays
        return days >= 2
            ? ""
            : " The trace is too short to learn from: it has less than two days, and learning takes about "
                + "a week."
    }

    private static func gain(_ comparison: GainComparison, _ report: BenchReport) -> String {
        let count = report.rivalFamilies
        let all = Wrapped.joined("\(count) baselines")
        guard let best = report.bestRival, let joules = best.gainJoulesPerDay, !comparison.noneGains else {
            return count == 1
                ? "The baseline gains nothing at any setting."
                : "None of \(all) gains anything at any setting."
        }
        let who =
            (count == 1 ? "The baseline" : "The best of \(all)")
            + " at its best setting, \(best.spelled), gains \(perDay(joules))"
        guard let ratio = comparison.ratio else { return who + "." }
        return ratio < 1
            ? "\(who): adaptive gains less, \(Figures.fixed(ratio, decimals: 3)) times as much."
            : "\(who): adaptive gains \(Figures.times(ratio)) times as much."
    }

    private static func equallyFresh(_ own: PolicyResult, _ reports: [BenchReport]) -> String {
        guard let rival = EqualFreshness.bestRival(of: own, among: reports) else {
            return " No baseline is as fresh."
        }
        // Without any fetch, too, as many launches are fresh.
        guard rival.joules > 0 else { return "" }
        let who = " To be as fresh, the cheapest baseline, \(rival.family), needs \(perDay(rival.joules))"
        guard let joules = own.backgroundJoulesPerDay, joules > 0 else { return who + "." }
        return "\(who): \(Figures.times(rival.joules / joules)) times the energy of adaptive."
    }

    private static func perDay(_ joules: Double) -> String {
        Wrapped.joined("\(Figures.short(joules)) J/day")
    }
}

/// Lines for the comparison under other power profiles, one each.
enum ProfileReading {
    /// The lines below a table; none where nothing was run under other profiles, or no engine.
    static func lines(_ others: [BenchReport]) -> [String] {
        others.flatMap { report -> [String] in
            guard let own = report.engine else { return [] }
            var line = "\(report.powerProfile) power profile: adaptive reaches \(share(own)) of the bound"
            if let comparison = GainComparison(report), let best = report.bestRival {
                line +=
                    comparison.noneGains
                    ? "; no baseline gains" : ", the best baseline \(share(best)) (\(best.spelled))"
            }
            return Wrapped.lines(line + ".")
        }
    }

    private static func share(_ row: PolicyResult) -> String {
        Wrapped.joined(Parts.percent(row.shareOfClairvoyant))
    }
}
