import FetchSched

extension FetchExplanation: CustomStringConvertible {
    /// The explanation as one line, as in `app 3 at 2026-01-05T07:12:00.000Z: fetch: ...`.
    public var description: String { line(naming: "app " + String(app.index)) }

    /// The explanation as one line that calls the app `name`.
    public func line(naming name: String) -> String {
        name + " at " + PlainText.time(moment) + ": " + PlainText.list(parts(), "; ")
    }

    /// The verdict with its reason, the terms that it turns on, and facts about the app, with times in the zone
    /// that is so many seconds east of UTC.
    package func parts(secondsEast: Int = 0) -> [String] {
        if let source { return parts(of: source, secondsEast) }
        var parts = [answer(secondsEast), value.formula(withWakeup: !isRadioAwake)]
        let turnsOnTiming = verdict == .waitForFreeMoment || verdict == .fetch && isRadioAwake
        if turnsOnTiming, !isNetworkAlwaysOn { parts.append(value.timing) }
        let time = PlainText.time(expected.instant ?? moment, secondsEast: secondsEast)
        switch expected {
        case .now: break
        case .nextFreeMoment: parts.append("considered again at the next opportunity")
        case .wakeup: parts.append("expected with a wakeup at " + time)
        case .notBefore: parts.append("not before " + time)
        case .notForeseen: parts.append("waits for an event")
        }
        parts.append("last sync " + PlainText.span(moment - lastSync) + " ago")
        if failures > 0 { parts.append("failures in a row: " + String(failures)) }
        return parts
    }

    /// Parts for a source that shares a number of requests a day: they count in requests.
    private func parts(of source: Source, _ secondsEast: Int) -> [String] {
        func time(_ instant: FetchTime) -> String { PlainText.time(instant, secondsEast: secondsEast) }
        let isKnown = lastSync > .distantPast
        var parts: [String] = []
        switch verdict {
        case .vetoed where source.isNew && vetoes.allSatisfy { $0.rule == .serverDelay }:
            parts.append("not asked: sources that are new have their first requests one after the other")
        case .vetoed: parts.append(answer(secondsEast))
        case .fetch where source.isNumberSpent:
            parts.append("not asked: the number of requests leaves none for now")
        case .fetch: parts.append("asked now")
        default: parts.append("not asked: its time has not come")
        }
        if let next = expected.instant, next < .distantFuture {
            parts.append("next request about " + time(next))
        }
        if let opens = source.groupOpens { parts.append("its server may be asked from " + time(opens)) }
        if failures > 0 { parts.append("failures in a row: " + String(failures)) }
        guard isKnown else { return parts + ["never asked"] }
        parts.append("something new: " + PlainText.significant(100 * value.somethingNew) + " %")
        if value.cost > 0 {
            let quotient = PlainText.significant(value.benefit / value.cost)
            parts.append("benefit of a request: " + quotient + " of its price")
        }
        parts.append("updates a day: " + PlainText.significant(source.updatesPerDay))
        return parts + ["last sync " + PlainText.span(moment - lastSync) + " ago"]
    }

    private func answer(_ secondsEast: Int) -> String {
        switch verdict {
        case .vetoed:
            (source == nil ? "not fetched: " : "not asked: ")
                + PlainText.list(vetoes.map { $0.text(secondsEast: secondsEast) }, ", ")
        case .fetch where isNetworkAlwaysOn: "fetch: its own time has come"
        case .fetch where isRadioAwake: "fetch: its benefit exceeds its cost, and waiting is no better"
        case .fetch: "fetch with a wakeup: the fetches of the batch pay for it"
        case .probe: "fetch as a probe: checks in a row without an update: " + String(silentLooks)
        case .waitForFreeMoment where value.isDue: "not fetched: its own fetches keep the radio awake"
        case .waitForFreeMoment: "not fetched: the next opportunity is better"
        case .doesNotPay: "not fetched: its benefit does not exceed its cost"
        case .radioAsleep: "not fetched: the radio is asleep, and no wakeup is due"
        case .deviceInUse: "not fetched: the radio is asleep, and not woken while the device is in use"
        case .notDue: "not fetched: its own time has not come"
        }
    }
}

extension FetchExplanation.Expectation {
    /// A short name for machines and tables.
    public var name: String {
        switch self {
        case .now: "now"
        case .nextFreeMoment: "next-free-moment"
        case .wakeup: "wakeup"
        case .notBefore: "not-before"
        case .notForeseen: "not-foreseen"
        }
    }

    /// The instant it speaks of, if it does.
    public var instant: FetchTime? {
        switch self {
        case .wakeup(let instant), .notBefore(let instant): instant
        case .now, .nextFreeMoment, .notForeseen: nil
        }
    }
}

extension FetchDecision: CustomStringConvertible {
    /// The decision and the terms that decided, as one line.
    public var description: String {
        "app " + String(app.index) + " at " + PlainText.time(moment) + ": fetch (" + reason.name + "); "
            + value.formula()
    }
}

extension FetchValue {
    /// The trust factor, as far as it leaves the probability of a launch at most 1.
    package var trustApplied: Double { min(trust, 1 / (fading?.spared ?? usedInTime)) }

    /// The share of V p q, with trust, that no later fetch would bring.
    package var beyondLaterFetches: Double { mostBenefit > 0 ? (benefit - ageBenefit) / mostBenefit : 1 }

    /// The benefit of a fetch, as the product of its factors, and the costs that it is compared with.
    package func formula(withWakeup: Bool = false) -> String {
        func percent(_ share: Double) -> String { PlainText.significant(100 * share) + " %" }
        var text = "V " + PlainText.joules(value) + " x P(new) " + percent(somethingNew)
        if let fading {
            text += " x part spared at the next launch " + percent(fading.spared)
        } else {
            text += " x P(opened before the next change) " + percent(usedInTime)
        }
        for (name, factor) in [("trust", trustApplied), ("beyond later fetches", beyondLaterFetches)]
        where !percent(factor).utf8.elementsEqual("100 %".utf8) {
            text += " x " + name + " " + percent(factor)
        }
        let age = PlainText.joules(ageBenefit)
        if ageBenefit > 0 { text += " + missing updates and further launches " + age }
        text += " = benefit " + PlainText.joules(benefit) + " against cost " + PlainText.joules(cost)
        if withWakeup { text += " with a wakeup" }
        if noDataCost > 0 { text += " + request without result " + PlainText.joules(noDataCost) }
        return text
    }

    /// The benefit of a fetch now over one at the next opportunity, as the sum of its terms.
    fileprivate var timing: String {
        func joules(_ energy: Double) -> String { PlainText.number(energy, decimals: 3) + " J" }
        let before = min(1, trust * launchedBeforeNextMoment) * value * somethingNew * (fading?.lost ?? 1)
        let then = (1 - launchedBeforeNextMoment) * laterCost
        return "now rather than at the next opportunity: launches before it " + joules(before) + " - cost "
            + joules(cost) + " + cost then " + joules(then) + " - changes before it "
            + joules(before - cost + then - advantageOverWaiting) + " = " + joules(advantageOverWaiting)
    }
}
