import Testing

@testable import FetchSched

/// A laptop that is awake for eight minutes ten times a day, and whose network is there some seconds after each wake.
@Suite struct LateNetworkTests {
    /// Sources that are asked at wakes, and how.
    private struct Laptop {
        var poller = Poller(unchecked: .poller(requestsPerDay: 400), seed: 1)
        var failed = 0
        var answered: [Int] = []

        init(sources: Int) {
            for _ in 0..<sources { _ = poller.add(at: .monday) }
            answered = [Int](repeating: 0, count: sources)
        }

        /// Lives through some days; as many sources as `dead` never answer.
        mutating func live(days: ClosedRange<Int64>, late: TimeSpan, dead: Int = 0) throws {
            for wake in days.lowerBound * 10..<days.upperBound * 10 {
                let begin = FetchTime.monday + .minutes(144 * wake)
                var now = begin
                while now < begin + .minutes(8) {
                    var batch: [AppID] = []
                    while batch.count < 20, let source = poller.startNextRequest(at: now) {
                        batch.append(source)
                    }
                    for source in batch {
                        let fails = now < begin + late || source.index < dead
                        failed += fails ? 1 : 0
                        answered[source.index] += fails ? 0 : 1
                        let answer = SourceAnswer(
                            fails ? .failed : source.index % 3 == 0 ? .newData : .noData)
                        try poller.recordAnswer(answer, from: source, at: now + .seconds(0.1))
                    }
                    guard let next = poller.nextDeadline(after: now + .seconds(0.2)) else { break }
                    now = max(now + .seconds(0.3), next)
                }
            }
        }
    }

    /// No source fails at each wake for ever, and few requests go to a network that is not there.
    @Test func noSourceStarves() throws {
        var laptop = Laptop(sources: 100)
        try laptop.live(days: 0...14, late: .seconds(5))
        (laptop.failed, laptop.answered) = (0, [Int](repeating: 0, count: 100))
        try laptop.live(days: 14...21, late: .seconds(5))
        #expect(laptop.answered.allSatisfy { $0 > 1 }, "\(laptop.answered)")
        #expect(laptop.failed < 7 * 10 * 6, "\(laptop.failed)")
    }

    /// Where the network is there at once, sources that failed wait for nothing.
    @Test func aNetworkThatIsThere() throws {
        var laptop = Laptop(sources: 100)
        try laptop.live(days: 0...7, late: .zero, dead: 20)
        #expect(laptop.poller.scheduler.polling.lateNetwork.unproven == .distantPast)
        #expect(
            laptop.answered.dropFirst(20).allSatisfy { $0 > 5 } && laptop.failed < 7 * 60, "\(laptop.failed)")
    }

    /// What was learned is part of the state.
    @Test func itIsKept() throws {
        var laptop = Laptop(sources: 30)
        try laptop.live(days: 0...3, late: .seconds(5))
        var other = laptop
        other.poller = try Poller(
            restoring: other.poller.snapshot(), configuration: other.poller.configuration)
        try laptop.live(days: 3...5, late: .seconds(5))
        try other.live(days: 3...5, late: .seconds(5))
        #expect(laptop.answered == other.answered && laptop.failed == other.failed)
    }
}
