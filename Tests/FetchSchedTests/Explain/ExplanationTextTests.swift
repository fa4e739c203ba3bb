import Testing

@testable import FetchSched

/// Explanations as the lines that people read.
@Suite struct ExplanationTextTests {
    private static let noon = Instant(milliseconds: 1_767_597_120_000)

    private static func value(
        new: Double = 0.62, used: Double = 0.8, next: Double = 0.18, cost: Double = 0.05,
        later: Double = 9.92, noData: Double = 0
    ) -> FetchValue {
        FetchValue(
            value: 20, somethingNew: new, cost: cost, launchedBeforeNextMoment: next, usedInTime: used,
            changedBeforeNextMoment: 0.25, laterCost: 0.02, launchedWhileHeldBack: 0,
            noDataCost: noData, worthLater: later)
    }

    private static func explanation(
        _ verdict: Explanation.Verdict, _ expected: Explanation.Expectation, vetoes: [Veto] = [],
        awake: Bool = true, onCable: Bool = false, value: FetchValue = value(), silent: Int = 0,
        failures: Int = 0,
        lastSync: Instant = noon - .minutes(125), moment: Instant = noon
    ) -> Explanation {
        Explanation(
            app: AppID(3), moment: moment, vetoes: vetoes, isRadioAwake: awake, isNetworkAlwaysOn: onCable,
            value: value, launchIntensity: 1e-4, lastSync: lastSync, silentLooks: silent, failures: failures,
            verdict: verdict, expected: expected)
    }

    @Test func fetch() {
        #expect(
            Self.explanation(.fetch, .now).description
                == "app 3 at 2026-01-05T07:12:00.000Z: fetch: 62 % chance of something new x 80 % of being opened "
                + "before it changes again, worth 9.92 J of 20 J against 0.05 J; 18 % of being opened before the "
                + "next free moment, when it would cost 0.02 J: now is better by 2.19 J; radio awake; "
                + "last sync 2 h 05 min ago")
    }

    /// Where later fetches would bring a part of it, and where servers count.
    @Test func whatOtherFetchesBring() {
        let text = Self.explanation(
            .notWorthFetching, .nextFreeMoment, value: Self.value(later: 4, noData: 0.3)
        )
        .description
        #expect(
            text.contains(
                "worth 4 J of 20 J (9.92 J if no other fetch followed) against 0.05 J and 0.3 J for a request in vain"
            ),
            "\(text)")
    }

    @Test func fetchWithAWakeup() {
        #expect(
            Self.explanation(.fetch, .now, awake: false, value: Self.value(cost: 12.9)).line(naming: "mail")
                == "mail at 2026-01-05T07:12:00.000Z: fetch with a wakeup: 62 % chance of something new x 80 % of "
                + "being opened before it changes again, worth 9.92 J of 20 J against 12.9 J; radio asleep; "
                + "last sync 2 h 05 min ago")
    }

    @Test func vetoes() {
        let vetoes: [Veto] = [Veto(.intervalNotPassed, until: Self.noon + .hours(1)), Veto(.noNetwork)]
        #expect(
            Self.explanation(.vetoed, .notForeseen, vetoes: vetoes, awake: false, failures: 1).description
                == "app 3 at 2026-01-05T07:12:00.000Z: not fetched: interval-not-passed until "
                + "2026-01-05T08:12:00.000Z, no-network; otherwise 62 % chance of something new x 80 % of being "
                + "opened before it changes again, worth 9.92 J of 20 J against 0.05 J; not expected until that "
                + "changes; radio asleep; last sync 2 h 05 min ago; 1 failure")
        let text = Self.explanation(
            .vetoed, .notBefore(Self.noon + .hours(1)),
            vetoes: [Veto(.backingOff, until: Self.noon + .hours(1))],
            failures: 4
        ).description
        #expect(text.contains("; expected not before 2026-01-05T08:12:00.000Z; "))
        #expect(text.hasSuffix("; 4 failures in a row"))
    }

    @Test func waiting() {
        #expect(
            Self.explanation(.waitForFreeMoment, .nextFreeMoment, value: Self.value(next: 0.001)).description
                == "app 3 at 2026-01-05T07:12:00.000Z: worth fetching, but not yet: 62 % chance of something new x "
                + "80 % of being opened before it changes again, worth 9.92 J of 20 J against 0.05 J; < 1 % "
                + "of being opened before the next free moment, when it would cost 0.02 J: waiting is better by "
                + "0.023 J; looked at again at the next free moment; radio awake; last sync 2 h 05 min ago")
    }

    @Test func theOthers() {
        let asleep = Self.explanation(
            .radioAsleep, .wakeup(Self.noon + .hours(3)), awake: false, value: Self.value(cost: 12.9)
        ).description
        #expect(asleep.contains(": radio asleep and no wakeup due: 62 % chance"))
        #expect(
            asleep.contains(
                "; expected with a wakeup at 2026-01-05T10:12:00.000Z if nothing happens before; last sync"))
        #expect(
            Self.explanation(.notWorthFetching, .nextFreeMoment, value: Self.value(cost: 11)).description
                .contains(": not worth fetching: 62 % chance of something new"))
        #expect(
            Self.explanation(.probe, .now, silent: 12).description
                .contains(
                    ": fetch as a look at a source left alone for long (12 in a row found nothing): 62 %"))
    }

    /// Where the network is always on there is no free moment, and no radio to speak of.
    @Test func onACable() {
        let text =
            "62 % chance of something new x 80 % of being opened before it changes again, worth 9.92 J of 20 J "
            + "against 0.05 J; "
        #expect(
            Self.explanation(.fetch, .now, onCable: true).description
                == "app 3 at 2026-01-05T07:12:00.000Z: fetch: \(text)last sync 2 h 05 min ago")
        #expect(
            Self.explanation(.notDue, .notBefore(Self.noon + .hours(1)), onCable: true).description
                == "app 3 at 2026-01-05T07:12:00.000Z: not due yet: \(text)expected not before "
                + "2026-01-05T08:12:00.000Z; last sync 2 h 05 min ago")
    }

    @Test func decisions() {
        for (reason, text) in [
            (
                .freeMoment,
                "fetched at a free moment: 62 % chance of something new x 80 % of being opened before"
            ),
            (.wakeup, "fetched with a wakeup of the scheduler's own: 62 % chance of something new x 80 %"),
            (.probe, "fetched as a look at a source left alone for long: 62 % chance of something new"),
            (.due, "fetched as it was due: 62 % chance of something new"),
        ] as [(FetchDecision.Reason, String)] {
            let decision = FetchDecision(
                app: AppID(3), moment: Self.noon, reason: reason, value: Self.value())
            #expect(decision.description.hasPrefix("app 3 at 2026-01-05T07:12:00.000Z: " + text))
        }
    }

    /// Whatever stands in it, an explanation is one line, and no number traps.
    @Test func anythingGoes() {
        let numbers: [Double] = [.nan, .infinity, -.infinity, 1e300, -1e300, 0, -1, .leastNonzeroMagnitude]
        let times: [Instant] = [.distantPast, .distantFuture, .epoch, Self.noon]
        for number in numbers {
            for time in times {
                for verdict in Explanation.Verdict.allCases {
                    let explanation = Self.explanation(
                        verdict, .notBefore(time),
                        vetoes: [Veto(.intervalNotPassed, until: time), Veto(.backingOff, until: time)],
                        value: Self.value(new: number, used: number, next: number, cost: number),
                        silent: .max,
                        failures: .max, lastSync: time, moment: Self.noon)
                    let text = explanation.description
                    #expect(!text.contains("\n"))
                    #expect(text.hasPrefix("app 3 at 2026"))
                }
            }
        }
        let never = Self.explanation(
            .vetoed, .notForeseen, vetoes: [Veto(.intervalNotPassed, until: .distantFuture)],
            lastSync: .distantPast,
            moment: .distantFuture)
        #expect(never.description.hasPrefix("app 3 at never: not fetched: interval-not-passed until never; "))
        #expect(never.description.hasSuffix("; last sync for ever ago"))
    }
}
