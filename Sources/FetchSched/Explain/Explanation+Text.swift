extension Explanation: CustomStringConvertible {
    /// The whole explanation as one line, as in `app 3 at 2026-01-05T07:12:00.000Z: fetch: ...`.
    public var description: String { line(naming: "app " + String(app.index)) }

    /// The whole explanation as one line that calls the app `name`.
    ///
    /// - Complexity: O(vetoes).
    public func line(naming name: String) -> String {
        var parts = [name + " at " + PlainText.time(moment) + ": " + answer]
        if verdict != .fetch && verdict != .probe { parts.append(expected.phrase) }
        if verdict != .radioAsleep, verdict != .deviceInUse, !isNetworkAlwaysOn {
            parts.append(isRadioAwake ? "radio awake" : "radio asleep")
        }
        parts.append("last sync " + PlainText.span(moment - lastSync) + " ago")
        if failures > 0 {
            parts.append(String(failures) + (failures == 1 ? " failure" : " failures in a row"))
        }
        var text = ""
        for part in parts { text += text.isEmpty ? part : "; " + part }
        return text
    }

    private var answer: String {
        switch verdict {
        case .vetoed: "not fetched: " + listedVetoes + "; otherwise " + value.prospect
        case .fetch where isNetworkAlwaysOn: "fetch: " + value.prospect
        case .fetch: isRadioAwake ? "fetch: " + value.timing : "fetch with a wakeup: " + value.prospect
        case .probe: "fetch as a look at a source left alone for long" + silence + ": " + value.prospect
        case .waitForFreeMoment: "worth fetching, but not yet: " + value.timing
        case .notWorthFetching: "not worth fetching: " + value.prospect
        case .radioAsleep: "radio asleep and no wakeup due: " + value.prospect
        case .deviceInUse: "radio asleep and not woken while the device is in use: " + value.prospect
        case .notDue: "not due yet: " + value.prospect
        }
    }

    private var silence: String {
        silentLooks > 0 ? " (" + String(silentLooks) + " in a row found nothing)" : ""
    }

    private var listedVetoes: String {
        var text = ""
        for veto in vetoes { text += text.isEmpty ? veto.description : ", " + veto.description }
        return text
    }
}

extension Explanation.Expectation {
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
    public var instant: Instant? {
        switch self {
        case .wakeup(let instant), .notBefore(let instant): instant
        case .now, .nextFreeMoment, .notForeseen: nil
        }
    }

    fileprivate var phrase: String {
        switch self {
        case .now: "expected now"
        case .nextFreeMoment: "looked at again at the next free moment"
        case .wakeup(let instant):
            "expected with a wakeup at " + PlainText.time(instant) + " if nothing happens before"
        case .notBefore(let instant): "expected not before " + PlainText.time(instant)
        case .notForeseen: "not expected until that changes"
        }
    }
}

extension FetchDecision: CustomStringConvertible {
    /// The decision and the terms that decided, as one line.
    public var description: String { line(naming: "app " + String(app.index)) }

    /// The decision as one line that calls the app `name`.
    public func line(naming name: String) -> String { name + " at " + PlainText.time(moment) + ": " + why }

    /// Why it was decided, without the app and the time.
    public var why: String {
        switch reason {
        case .freeMoment: "fetched at a free moment: " + value.timing
        case .wakeup: "fetched with a wakeup of the scheduler's own: " + value.prospect
        case .probe: "fetched as a look at a source left alone for long: " + value.prospect
        case .push: "fetched, as an update was announced: " + value.prospect
        case .forced: "fetched as it was forced: " + value.prospect
        case .due: "fetched as it was due: " + value.prospect
        }
    }
}

/// The terms in words. Each phrase shows those that its verdict turns on.
extension FetchValue {
    /// What a fetch would bring, and whether now is a better time than the next free moment.
    fileprivate var timing: String {
        let better =
            advantageOverWaiting < 0
            ? "waiting is better by " + PlainText.joules(-advantageOverWaiting)
            : "now is better by " + PlainText.joules(advantageOverWaiting)
        return prospect + "; " + PlainText.percent(launchedBeforeNextMoment)
            + " of being opened before the next free moment, when it would cost "
            + PlainText.joules(laterCost)
            + ": " + better
    }

    fileprivate var prospect: String {
        var text =
            PlainText.percent(somethingNew) + " chance of something new x " + PlainText.percent(usedInTime)
            + " of being opened before it changes again, worth " + PlainText.joules(worth) + " of "
            + PlainText.joules(value)
        // What its fetches brought before says that the forecast promises too much.
        if trust < 0.95 || trust > 1.05 { text += " trusted to " + PlainText.percent(trust) }
        // A later fetch would bring a part of it.
        if worth < 0.99 * mostWorth {
            text += " (" + PlainText.joules(mostWorth) + " if no other fetch followed)"
        }
        text += " against " + PlainText.joules(cost)
        if noDataCost > 0 { text += " and " + PlainText.joules(noDataCost) + " for a request in vain" }
        return text
    }
}
