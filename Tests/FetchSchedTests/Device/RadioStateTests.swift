import Testing

@testable import FetchSched

@Suite struct RadioStateTests {
    private let costs = RadioCosts(
        promotion: .init(seconds: 1, joules: 2), tail: [.init(seconds: 10, watts: 1)], baseWatts: 2,
        bytesPerSecond: 1000)
    private let now = FetchTime.monday

    /// active |####|tail......|asleep
    @Test func awakeUntilTheTailEnds() {
        var radio = RadioState()
        #expect(!radio.isAwake(at: now, costs) && !radio.isAwake(at: .distantPast, costs))
        radio.active(from: now, until: now + .seconds(4), costs)
        #expect(radio.isAwake(at: now, costs))
        #expect(radio.isAwake(at: now + .seconds(13.999), costs))
        #expect(!radio.isAwake(at: now + .seconds(14), costs))
        radio.transferred(until: now + .seconds(20))
        #expect(radio.isAwake(at: now + .seconds(29), costs))
        // An earlier end shortens nothing.
        radio.transferred(until: now)
        #expect(radio.isAwake(at: now + .seconds(29), costs))
    }

    /// What the scheduler's own fetches keep awake is no occasion for more of them.
    ///
    ///     others  |####|tail......|asleep
    ///     own          |####|####|tail......|
    @Test func ownFetchesMakeNoFreeMoment() {
        var radio = RadioState()
        #expect(!radio.isFree(at: now, costs))
        radio.transferred(until: now)
        #expect(radio.isAwake(at: now, costs) && !radio.isFree(at: now, costs))
        radio.active(from: now, until: now + .seconds(4), costs)
        radio.transferred(until: now + .seconds(12))
        #expect(radio.isFree(at: now + .seconds(13.999), costs))
        #expect(!radio.isFree(at: now + .seconds(14), costs))
        #expect(radio.isAwake(at: now + .seconds(21), costs))
        radio.active(from: now + .seconds(21), until: now + .seconds(21), costs)
        #expect(radio.isFree(at: now + .seconds(21), costs))
        radio.clockWentBack(to: now - .days(1))
        #expect(!radio.isFree(at: now - .days(1) + .seconds(10), costs))
    }

    /// What comes next: another activity after that many seconds, or surely none in this session.
    private func outlook(next seconds: Double?) -> NextEventModel.Outlook {
        NextEventModel.Outlook(
            moment: seconds == nil ? 0 : 1, momentSeconds: seconds ?? 0, sameSession: 0,
            sameSessionSeconds: 0, newSession: seconds == nil ? 1 : 0, near: seconds == nil ? 0 : 1,
            nearSeconds: seconds ?? 0)
    }

    @Test func costsByHand() {
        var radio = RadioState()
        // The radio was asleep: one second of promotion, then three of transfer.
        radio.active(from: now, until: now + .seconds(4), costs)
        func cost(latency: Double, _ seconds: Double, after: Double, next: Double?) -> Double {
            radio.place(at: now + .seconds(after), outlook(next: next), costs)
                .joules(latency: latency, seconds: seconds, costs)
        }
        // A latency within the activity costs nothing; during the promotion only the transfer that follows overlaps.
        #expect(cost(latency: 3, 0, after: 1, next: nil) == 0)
        #expect(cost(latency: 4, 0, after: 0, next: nil) == 2)
        // The bytes come after those under way: each second of them counts.
        #expect(cost(latency: 0, 3, after: 1, next: nil) == 6)
        #expect(cost(latency: 3, 3, after: 1, next: nil) == 6)
        // One second beyond it: (2 - 1) W if another activity follows within the tail, else 2 W.
        #expect(cost(latency: 2, 1, after: 2, next: 8) == 1)
        #expect(cost(latency: 2, 1, after: 2, next: nil) == 2)
        #expect(cost(latency: 3, 0, after: 2, next: 8) == 1)
        // Six seconds into the tail: 2 W * 3 s, and the six seconds of tail once more.
        #expect(cost(latency: 1, 2, after: 10, next: nil) == 12)
        #expect(cost(latency: 1, 2, after: 10, next: 4) == 3)
        #expect(cost(latency: 0, 0, after: 10, next: nil) == 0)
    }

    /// A tail in two stages: 4 s at 1.3 W, then 10 s at 0.3 W from which activity costs 1.2 J.
    @Test func pausesByHand() {
        let costs = RadioCosts(
            promotion: .init(seconds: 2, joules: 1.3),
            tail: [
                .init(seconds: 4, watts: 1.3),
                .init(seconds: 10, watts: 0.3, promotion: .init(seconds: 1.5, joules: 1.2)),
            ],
            baseWatts: 1, bytesPerSecond: 1000)
        for (pause, joules) in [(0, 0), (2, 2.6), (4, 5.2), (9, 7.9), (14, 9.4), (15, 9.5), (1e9, 9.5)] {
            #expect(abs(costs.pauseJoules(pause) - joules) < 1e-9, "\(pause)")
        }
        #expect(costs.wakeupJoules == costs.pauseJoules(.infinity))
        #expect(costs.tailSeconds == 14)
        #expect(costs.promotion(after: 1).joules == 0)
        #expect(costs.promotion(after: 5).joules == 1.2)
        #expect(costs.promotion(after: 15).joules == 1.3)
        // One second right after an activity, the next one 9 s later: 1 J, less a second of the second stage.
        let soon = TransferPlace(overlap: 0, elapsed: 0, outlook(next: 9), costs)
        #expect(abs(soon.joules(latency: 0, seconds: 1, costs) - 0.7) < 1e-9)
        // Begun in the second stage: its promotion and a first stage anew.
        let late = TransferPlace(overlap: 0, elapsed: 5, outlook(next: 4), costs)
        #expect(
            abs(late.joules(latency: 0.5, seconds: 0.5, costs) - (5.2 + 0.3 + 1.2 + 1 + 3.9 - 7.9)) < 1e-9)
    }

    @Test func laterOnATypicalActivityIsShared() {
        let radio = RadioState()
        let place = radio.laterPlace(outlook(next: 8), costs)
        #expect(place.joules(latency: 0.5, seconds: 0, costs) == 0)
        #expect(place.joules(latency: 0.5, seconds: 2, costs) == 2)
    }

    @Test func wrongTimesDoNotLast() {
        var radio = RadioState()
        radio.active(from: now, until: .distantFuture, costs)
        #expect(!radio.isAwake(at: now + .days(1), costs))
        // One that never ended counts as one of half a minute, a twentieth of what is believed.
        #expect(abs(radio.meanActivity - (0.95 * 0.5 + 0.05 * 30)) < 1e-9)
        radio.active(from: now + .days(30_000), until: now + .days(30_000), costs)
        radio.active(from: now, until: now, costs)
        #expect(!radio.isAwake(at: now + .minutes(1), costs))
        let before = radio.meanActivity
        radio.active(from: now, until: .distantPast, costs)
        #expect(radio.meanActivity == before)
    }
}
