import FetchSched
import FetchTrace
import Testing

@testable import FetchSim

/// What pushes, places, tasks and transfers do in a replay, as tiny traces on LTE.
@Suite struct BackgroundRuleTests {
    private let base = 1.28804
    private let bytes = 0.05197 * 13
    private let promotion = 0.2601 * 1.2107
    private let tail = 11.576 * 1.060
    private let alert = EventValue.word(0)
    private let silent = EventValue.word(1)

    /// One app in use from 10 to 20 s, then what `fill` adds.
    private func metrics(
        seconds: Double = 7200, intervals: [EventValue]? = nil, atServer: Bool = false,
        _ policy: some Policy = PushPolicy(), _ fill: (inout Script) -> Void
    ) -> DeviceMetrics {
        var script = Script(seconds: seconds, intervals: intervals)
        script.launch(0, at: 10, seconds: 10)
        fill(&script)
        let rules = SimulationRules.warm(0, power: .radioOnly)
        var configuration = FetchConfiguration(.lte, rules: rules, valueJoules: 0)
        configuration.push.waitAtServer = atServer
        return replay(script.trace, policy, rules: rules, configuration)
    }

    ///     s         0    500  1000 1500 2000
    ///     silent         aaa
    ///     given          aa          a          the third waits for a token, 1200 s after the first
    @Test func aSilentPushBeyondTheLimitWaitsForAToken() {
        let result = metrics {
            for second in [500.0, 600, 700] { $0.add(second, .push, 0, silent) }
        }
        #expect(result.pushDelaySeconds == [0, 0, 1000])
        #expect(result.pushesMerged == 0 && result.promotions == 4 && result.wakeups == 3)
    }

    @Test(arguments: [false, true]) func aStoredPushIsReplacedByANewerOne(atServer: Bool) {
        let result = metrics(atServer: atServer) {
            for second in [500.0, 600, 700, 800] { $0.add(second, .push, 0, silent) }
            $0.heartbeat(at: 900)
        }
        // On the device it waits for a token, at the server until the heartbeat.
        #expect(result.pushDelaySeconds == [0, 0, atServer ? 100 : 900])
        #expect(result.pushesMerged == 1)
        // The launch, the heartbeat; two pushes and the third with it, or four when they come.
        #expect(result.promotions == (atServer ? 4 : 6) && result.wakeups == (atServer ? 2 : 4))
    }

    /// A rule that holds silent pushes: until the radio is awake, or their longest delay; urgencies as in RFC 8030.
    @Test func silentPushesAreHeldByUrgency() {
        let hold = PushPolicy(delay: .seconds(600))
        let result = metrics(atServer: true, hold) {
            $0.add(500, .push, 0, silent)
            $0.heartbeat(at: 700)
            for (second, kind) in [(1000.0, PushKind.silentHigh), (1500, .silentLow)] {
                $0.add(second, .push, 0, .word(kind.rawValue))
            }
            $0.add(4000, .push, 0, silent)
        }
        // The third with its triple delay, which a newer one would have replaced.
        #expect(result.pushDelaySeconds == [200, 0, 1800, 600])
        #expect(result.pushesMerged == 0)
    }

    @Test func rulesForPushes() {
        let fill = { (script: inout Script) in
            for second in [500.0, 1100, 5000] {
                script.update(0, at: second - 1)
                script.add(second, .push, 0, .word(0), bytes: 1000)
            }
        }
        #expect(metrics(PushPolicy(), fill).fetches == 3)
        #expect(metrics(PushPolicy(period: .hours(1)), fill).fetches == 2)
        #expect(metrics(PushPolicy(period: .max), fill).fetches == 0)
    }

    @Test func anAlertIsNeverLimited() {
        let result = metrics {
            for second in 1...9 { $0.add(Double(500 + 60 * second), .push, 0, alert) }
        }
        // Each wakes the radio at once, as does the launch.
        #expect(result.promotions == 10 && result.pushesMerged == 0 && result.pushDelaySeconds.isEmpty)
    }

    @Test(arguments: [
        (EventValue.word(0), 1), (.word(1), 0), (.number(3000), 0), (.number(60), 1),
    ])
    func aPushsFetchHeedsTheInterval(_ interval: EventValue, _ fetches: Int) {
        let result = metrics(intervals: [interval]) {
            $0.update(0, at: 400)
            $0.add(500, .push, 0, silent, bytes: 1000)
            $0.launch(0, at: 600)
        }
        #expect(result.fetches == fetches && result.freshLaunches == 1 + fetches)
        #expect(result.bytes == Int64(1000 * fetches) && result.intervalViolations == 0)
    }

    @Test func aPushWithoutPayloadFetchesNothing() {
        let result = metrics { $0.add(500, .push, 0, alert) }
        #expect(result.fetches == 0 && result.promotions == 2)
    }

    @Test func quitIsAbsolute() {
        let result = metrics {
            $0.add(100, .quit, 0)
            $0.add(500, .push, 0, alert, bytes: 10)
            $0.add(600, .location, 0, .word(0))
            $0.add(700, .task, 0, .named(word: 0, name: 0), seconds: 50)
            $0.add(800, .transfer, 0, .transfer([]), bytes: 100)
        }
        #expect(result.fetches == 0 && result.pushesRefused == 1 && result.locationWakes == 0)
        // The alert has come all the same.
        #expect(result.taskSecondsLost == 50 && result.transfers == 0 && result.promotions == 2)
    }

    /// A significant change at most once per 5 minutes, the newest of those between told at their end.
    @Test func placesWakeAppsSeldom() {
        let result = metrics {
            for second in [500.0, 560, 620] { $0.add(second, .location, 0, .word(0)) }
            $0.add(2000, .location, 0, .named(word: 1, name: 3))
            $0.add(3000, .location, 0, .named(word: 2, name: 3))
        }
        #expect(result.locationWakes == 4 && result.wakeups == 4)
    }

    // MARK: Tasks

    @Test func aTaskWorksForTenMinutesAtMost() {
        let result = metrics {
            $0.add(15, .task, 0, .named(word: 0, name: 0), seconds: 100)
            $0.add(16, .task, 0, .named(word: 0, name: 1), seconds: 700)
        }
        // From 20 s on in the background: the callback comes 5 s before the end.
        #expect(abs(result.taskSecondsDone - (100 + 4 + 595)) < 1e-6)
        #expect(abs(result.taskSecondsLost - (700 - 599)) < 1e-6)
        #expect(result.terminations == 0)
    }

    @Test func aTaskThatDoesNotEndIsTerminated() {
        let left = metrics { $0.add(15, .task, 0, .named(word: 0, name: 0)) }
        #expect(left.terminations == 1)
        let ended = metrics {
            $0.add(15, .task, 0, .named(word: 0, name: 0))
            $0.add(400, .task, 0, .named(word: 1, name: 0))
        }
        #expect(ended.terminations == 0)
    }

    // MARK: Transfers

    /// 1,625,000 bytes take a second.
    private func transfer(
        _ script: inout Script, at time: Double, bytes: Int64, _ options: TransferOptions = [],
        seconds: Double? = nil
    ) {
        script.add(time, .transfer, 0, .transfer(options), bytes: bytes, seconds: seconds)
    }

    @Test func aTransferOfTheForegroundRunsAtOnce() {
        let with = metrics { transfer(&$0, at: 15, bytes: 16_250_000) }
        let without = metrics { _ in }
        #expect(with.transferDelaySeconds.count == 1)
        #expect(abs(with.transferDelaySeconds[0] - 10.3) < 0.01)
        // It covers the tail up to the end of use at 20, and goes on to 25.3; then the tail is whole again.
        #expect(abs(without.energy.joules - (promotion + 0.3 * base + tail)) < 1e-6)
        // Active 10.2601...10.5601 and 15...25.3, with 10 s of bytes; slices end at whole milliseconds.
        let expected: Double = promotion + 10.6 * base + 10 * bytes + (15 - 10.5601) * 1.06 + tail
        #expect(abs(with.energy.joules - expected) < 0.003)
        #expect(with.wakeups == 0)
    }

    /// Enqueued in the background, it is discretionary: it waits for Wi-Fi and power, and then up to 15 minutes for the
    /// radio.
    @Test func aTransferOfTheBackgroundWaitsForConditions() {
        func delay(_ change: (inout Script) -> Void) -> [Double] {
            metrics(seconds: 40_000) {
                transfer(&$0, at: 100, bytes: 1_625_000)
                change(&$0)
            }.transferDelaySeconds.map { ($0 * 10).rounded() / 10 }
        }
        #expect(delay { _ in } == [])
        #expect(delay { $0.add(50, .network, nil, .word(1)) } == [901.6])
        #expect(
            delay {
                $0.add(50, .network, nil, .word(1))
                $0.heartbeat(at: 400)
            } == [301.6])
        #expect(
            delay {
                $0.add(50, .level, nil, .number(0.3))
                $0.add(50, .network, nil, .word(1))
                $0.add(3600, .power, nil, .word(0))
            } == [4401.6])
    }

    /// A network that goes and comes cuts the transfer into pieces; together they are all of it.
    @Test func anInterruptedTransferGoesOnWhereItStopped() {
        let whole = metrics { transfer(&$0, at: 15, bytes: 162_500_000) }
        let cut = metrics {
            transfer(&$0, at: 15, bytes: 162_500_000)
            $0.add(40, .network, nil, .word(0))
            $0.add(100, .network, nil, .word(2))
            $0.add(130, .outage, 0, seconds: 10)
        }
        #expect(whole.transferDelaySeconds.count == 1 && cut.transferDelaySeconds.count == 1)
        #expect(abs(whole.transferDelaySeconds[0] - 100.3) < 0.01)
        // 60 s without a network and a promotion; the outage with its wait of 30 s, then requests anew.
        #expect(
            cut.transferDelaySeconds[0] > 100.3 + 60 + 10 && cut.transferDelaySeconds[0] < 100.3 + 60 + 50)
    }

    @Test func aTransferIsGivenUpAtItsTimeOut() {
        let result = metrics {
            $0.add(12, .network, nil, .word(0))
            transfer(&$0, at: 15, bytes: 1000, seconds: 600)
        }
        #expect(result.transfers == 1 && result.transfersGivenUp == 1 && result.transferDelaySeconds.isEmpty)
    }
}
