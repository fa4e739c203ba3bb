import Testing

import FetchSchedText
@testable import FetchSched

/// Explanations as the lines that people read.
@Suite struct ExplanationTextTests {
    private static let noon = FetchTime(milliseconds: 1_767_597_120_000)

    private static func value(
        new: Double = 0.62, used: Double = 0.8, next: Double = 0.18, cost: Double = 0.05,
        later: Double = 9.92, noData: Double = 0
    ) -> FetchValue {
        FetchValue(
            value: 20, somethingNew: new, cost: cost, launchedBeforeNextMoment: next, usedInTime: used,
            changedBeforeNextMoment: 0.25, laterCost: 0.02, launchedWhileHeldBack: 0,
            noDataCost: noData, laterBenefit: later)
    }

    private static func explanation(
        _ verdict: FetchExplanation.Verdict, _ expected: FetchExplanation.Expectation,
        vetoes: [FetchVeto] = [],
        awake: Bool = true, onCable: Bool = false, value: FetchValue = value(), silent: Int = 0,
        failures: Int = 0,
        lastSync: FetchTime = noon - .minutes(125), moment: FetchTime = noon
    ) -> FetchExplanation {
        FetchExplanation(
            app: AppID(3), moment: moment, vetoes: vetoes, isRadioAwake: awake, isNetworkAlwaysOn: onCable,
            value: value, launchIntensity: 1e-4, lastSync: lastSync, silentLooks: silent, failures: failures,
            verdict: verdict, expected: expected)
    }

    private static let terms =
        "V 20 J x P(new) 62 % x P(opened before the next change) 80 % = benefit 9.92 J against cost "

    @Test func fetch() {
        #expect(
            Self.explanation(.fetch, .now).description
                == "app 3 at 2026-01-05T07:12:00.000Z: fetch: its benefit exceeds its cost, and waiting is no better; "
                + Self.terms
                + "0.05 J; now rather than at the next opportunity: launches before it 2.232 J - cost 0.05 J "
                + "+ cost then 0.016 J - changes before it 0.004 J = 2.194 J; last sync 2 h 05 min ago")
    }

    /// A source that shares a number of requests speaks of requests.
    @Test func requests() throws {
        var explanation = Self.explanation(.notDue, .notBefore(Self.noon + .hours(2)), onCable: true)
        explanation.source = FetchExplanation.Source(
            updatesPerDay: 3, groupOpens: Self.noon + .minutes(1), isNumberSpent: false, isNew: false)
        #expect(
            explanation.line(naming: "https://example.org/feed")
                == "https://example.org/feed at 2026-01-05T07:12:00.000Z: not asked: its time has not come; "
                + "next request about 2026-01-05T09:12:00.000Z; its server may be asked from 2026-01-05T07:13:00.000Z; "
                + "something new: 62 %; benefit of a request: 198 of its price; updates a day: 3; last sync 2 h 05 min ago"
        )
        explanation.verdict = .fetch
        #expect(explanation.description.contains(": asked now; "))
        explanation.source?.isNumberSpent = true
        #expect(explanation.description.contains(": not asked: the number of requests leaves none for now; "))
        // One whose first request was refused waits for its server, and for no turn.
        (explanation.verdict, explanation.lastSync) = (.vetoed, .distantPast)
        explanation.vetoes = [FetchVeto(.serverDelay, until: Self.noon + .minutes(1))]
        #expect(explanation.description.contains(": server-delay until 2026-01-05T07:13:00.000Z; "))
        explanation.source?.isNew = true
        #expect(explanation.description.contains("first requests one after the other; "))
    }

    /// What a poller says of a source is no energy, launch or time without end.
    @Test func pollerSpeaksOfRequests() throws {
        var scheduler = Scheduler.with(apps: 5, .poller(requestsPerDay: 20))
        _ = try scheduler.poll(from: .monday, until: .monday + .days(3)) { _ in .newData }
        for app in 0..<5 {
            for now in [FetchTime.monday, .monday + .days(3), .monday + .days(300)] {
                let text = try scheduler.explain(AppID(app), at: now).description
                #expect(text.contains("sked") && !text.contains(" J") && !text.contains("9e18"), "\(text)")
            }
        }
    }

    /// Where later fetches would bring a part of it, where forecasts are not trusted, and where servers count.
    @Test func factors() {
        var value = Self.value(later: 2, noData: 0.3)
        value.trust = 0.5
        value.ageBenefit = 0.25
        #expect(
            Self.explanation(.doesNotPay, .nextFreeMoment, value: value).description.contains(
                "x P(opened before the next change) 80 % x trust 50 % x beyond later fetches 40.3 % "
                    + "+ missing updates and further launches 0.25 J = benefit 2.25 J against cost 0.05 J "
                    + "+ request without result 0.3 J; "))
        // A launch has a probability of 1 at the most.
        value.trust = 2
        #expect(value.mostBenefit == 20 * 0.62)
        #expect(
            Self.explanation(.doesNotPay, .nextFreeMoment, value: value).description.contains(
                " trust 125 % "))
    }

    @Test func fetchWithAWakeup() {
        #expect(
            Self.explanation(.fetch, .now, awake: false, value: Self.value(cost: 12.9)).line(naming: "mail")
                == "mail at 2026-01-05T07:12:00.000Z: fetch with a wakeup: the fetches of the batch pay for it; "
                + Self.terms + "12.9 J with a wakeup; last sync 2 h 05 min ago")
    }

    @Test func vetoes() {
        let vetoes: [FetchVeto] = [
            FetchVeto(.intervalNotPassed, until: Self.noon + .hours(1)), FetchVeto(.noNetwork),
        ]
        let explanation = Self.explanation(.vetoed, .notForeseen, vetoes: vetoes, awake: false, failures: 1)
        #expect(
            explanation.description
                == "app 3 at 2026-01-05T07:12:00.000Z: not fetched: interval-not-passed until "
                + "2026-01-05T08:12:00.000Z, no-network; " + Self.terms
                + "0.05 J with a wakeup; waits for an event; last sync 2 h 05 min ago; failures in a row: 1"
        )
        #expect(
            explanation.parts(secondsEast: -5400).first
                == "not fetched: interval-not-passed until 2026-01-05T06:42:00.000-01:30, no-network")
        let text = Self.explanation(
            .vetoed, .notBefore(Self.noon + .hours(1)),
            vetoes: [FetchVeto(.backingOff, until: Self.noon + .hours(1))]
        ).description
        #expect(text.contains("; not before 2026-01-05T08:12:00.000Z; "))
    }

    @Test(
        arguments: [
            (.waitForFreeMoment, 0.001, "not fetched: the next opportunity is better; V 20 J"),
            (.waitForFreeMoment, 0.18, "not fetched: its own fetches keep the radio awake; V 20 J"),
            (.doesNotPay, 0.18, "not fetched: its benefit does not exceed its cost; V 20 J"),
            (.radioAsleep, 0.18, "not fetched: the radio is asleep, and no wakeup is due; V 20 J"),
            (
                .deviceInUse, 0.18,
                "not fetched: the radio is asleep, and not woken while the device is in use; V"
            ),
            (.probe, 0.18, "fetch as a probe: checks in a row without an update: 12; V 20 J"),
        ] as [(FetchExplanation.Verdict, Double, String)])
    func reasons(verdict: FetchExplanation.Verdict, next: Double, text: String) {
        let explanation = Self.explanation(
            verdict, .wakeup(Self.noon + .hours(3)), value: Self.value(next: next), silent: 12)
        #expect(explanation.description.hasPrefix("app 3 at 2026-01-05T07:12:00.000Z: " + text))
        #expect(explanation.description.contains("; expected with a wakeup at 2026-01-05T10:12:00.000Z; "))
        #expect(explanation.description.contains("now rather than at") == (verdict == .waitForFreeMoment))
    }

    /// Where the network is always on there is no opportunity, and no radio to speak of.
    @Test func alwaysOn() {
        #expect(
            Self.explanation(.fetch, .now, onCable: true).description
                == "app 3 at 2026-01-05T07:12:00.000Z: fetch: its own time has come; " + Self.terms
                + "0.05 J; last sync 2 h 05 min ago")
        #expect(
            Self.explanation(.notDue, .notBefore(Self.noon + .hours(1)), onCable: true).description
                == "app 3 at 2026-01-05T07:12:00.000Z: not fetched: its own time has not come; " + Self.terms
                + "0.05 J; not before 2026-01-05T08:12:00.000Z; last sync 2 h 05 min ago")
    }

    @Test func decisions() {
        let decision = FetchDecision(
            app: AppID(3), moment: Self.noon, reason: .freeMoment, value: Self.value())
        #expect(
            decision.description
                == "app 3 at 2026-01-05T07:12:00.000Z: fetch (free-moment); " + Self.terms + "0.05 J")
    }

    /// Whatever stands in it, an explanation is one line, and no number traps.
    @Test func anythingGoes() {
        for number in [.nan, .infinity, -.infinity, 1e300, -1e300, 0, -1, .leastNonzeroMagnitude] as [Double]
        {
            for time in [FetchTime.distantPast, .distantFuture, .epoch, Self.noon] {
                for verdict in FetchExplanation.Verdict.allCases {
                    let text = Self.explanation(
                        verdict, .notBefore(time), vetoes: [FetchVeto(.intervalNotPassed, until: time)],
                        value: Self.value(new: number, used: number, next: number, cost: number),
                        silent: .max, failures: .max, lastSync: time, moment: Self.noon
                    ).description
                    #expect(text.hasPrefix("app 3 at 2026") && !text.contains("\n"))
                }
            }
        }
        let never = Self.explanation(
            .vetoed, .notForeseen, vetoes: [FetchVeto(.intervalNotPassed, until: .distantFuture)],
            lastSync: .distantPast,
            moment: .distantFuture)
        #expect(never.description.hasPrefix("app 3 at never: not fetched: interval-not-passed until never; "))
        #expect(never.description.hasSuffix("; last sync for ever ago"))
    }
}
