import FetchSim

/// What a table says, in sentences: what the engine gains beside the best rival of all, and how much energy it needs
/// beside the rival that needs least to be as fresh.
enum Reading {
    /// The sentences, or nil where the table has no run of the engine.
    static func sentence(_ report: BenchReport, _ sameRadio: [BenchReport]) -> String? {
        joined(report, sameRadio).map(Wrapped.plain)
    }

    /// The same in lines.
    static func lines(_ report: BenchReport, _ sameRadio: [BenchReport]) -> [String] {
        joined(report, sameRadio).map(Wrapped.lines) ?? []
    }

    private static func joined(_ report: BenchReport, _ sameRadio: [BenchReport]) -> String? {
        guard let own = report.engine, let fresh = own.freshLaunchShare,
            let joules = own.backgroundJoulesPerDay, let comparison = GainComparison(report)
        else { return nil }
        let share = Wrapped.joined("\(Figures.fixed(fresh * 100, decimals: 1)) %")
        let start =
            "adaptive: \(share) of launches fresh for \(perDay(joules)), "
            + (comparison.own > 0 ? "a gain of \(perDay(comparison.own))." : "no gain.")
        guard report.rivalFamilies > 0 else { return start }
        return "\(start) \(gain(comparison, report))\(equallyFresh(own, share, joules, sameRadio))"
            + tooShort(report)
    }

    /// What is learned of days and weekdays takes about a week.
    private static func tooShort(_ report: BenchReport) -> String {
        let days = report.days + report.warmupDays
        if days >= 2 { return "" }
        let length = Wrapped.joined("\(Figures.plain(days, decimals: 1)) days")
        return " The trace is too short to learn from: it has \(length), and learning takes about a week."
    }

    private static func gain(_ comparison: GainComparison, _ report: BenchReport) -> String {
        let count = report.rivalFamilies
        guard let rival = comparison.rival, let joules = comparison.rivalJoules, !comparison.noneGains else {
            return count == 1
                ? "Its rival gains nothing at any dial."
                : "None of \(count) rivals gains anything at any dial."
        }
        let who =
            (count == 1 ? "Its rival" : "The best of \(count) rivals")
            + " at its best dial, \(rival), gains \(perDay(joules))"
        guard let ratio = comparison.ratio else { return who + "." }
        if ratio < 1 {
            return "\(who): adaptive gains less, \(Figures.fixed(ratio, decimals: 3)) times as much."
        }
        return "\(who): adaptive gains \(Figures.times(ratio)) times as much."
    }

    private static func equallyFresh(
        _ own: PolicyResult, _ share: String, _ joules: Double, _ reports: [BenchReport]
    ) -> String {
        guard let rival = EqualFreshness.bestRival(of: own, among: reports) else {
            return " No rival is as fresh."
        }
        // Without any fetch, too, as many launches are fresh.
        guard rival.joules > 0 else { return "" }
        let isOne = hasOneRival(reports)
        let who =
            " To be as fresh, \(isOne ? "it needs" : "\(rival.family) needs least of them,") \(perDay(rival.joules))"
        guard joules > 0 else { return who + "." }
        let times = Figures.times(rival.joules / joules)
        return "\(who): \(times) times the energy of adaptive."
    }

    private static func hasOneRival(_ reports: [BenchReport]) -> Bool {
        reports.allSatisfy { $0.rivalFamilies == 1 }
    }

    private static func perDay(_ joules: Double) -> String {
        Wrapped.joined("\(Figures.short(joules)) J/day")
    }
}

/// What other power profiles make of a comparison, in a sentence.
enum ProfileReading {
    /// The lines below a table; none where nothing was run under other profiles, or no engine.
    ///
    /// - Parameter others: the same comparison under other profiles, in the order wanted.
    static func lines(_ others: [BenchReport]) -> [String] {
        let engines = others.compactMap(\.engine)
        guard !others.isEmpty, engines.count == others.count else { return [] }
        let names = others.map(\.powerProfile).joined(separator: " / ")
        let own = Wrapped.joined(engines.map(share).joined(separator: " / ") + " %")
        let start = "\(names) power profile: adaptive \(own) of the bound"
        guard others.allSatisfy({ $0.rivalFamilies > 0 }) else { return Wrapped.lines(start + ".") }
        let best = others.map { report in
            GainComparison(report).flatMap { $0.noneGains ? nil : report.bestRival }
        }
        guard best.contains(where: { $0 != nil }) else { return Wrapped.lines(start + "; no rival gains.") }
        if let name = best[0]?.policy, best.allSatisfy({ $0?.policy == name }) {
            let shares = Wrapped.joined(best.compactMap { $0.map(share) }.joined(separator: " / ") + " %")
            return Wrapped.lines("\(start); best rival \(name) \(shares).")
        }
        let rivals = best.map { rival in
            rival.map { Wrapped.joined("\($0.policy) \(share($0)) %") } ?? Wrapped.joined("none gains")
        }
        return Wrapped.lines("\(start); best rival \(rivals.joined(separator: " / ")).")
    }

    private static func share(_ row: PolicyResult) -> String {
        row.shareOfClairvoyant.map { Figures.fixed($0 * 100, decimals: 1) } ?? "-"
    }
}
