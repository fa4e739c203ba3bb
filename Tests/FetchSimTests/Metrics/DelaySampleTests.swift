import FetchSched
import Testing

@testable import FetchSim

/// What a sample says is what the list of the same amounts says, to the last bit.
@Suite struct DelaySampleTests {
    private func expectAsList(_ lists: [[Double]], _ comment: Comment) {
        var sample = DelaySample()
        for list in lists { sample.add(list) }
        let all = lists.flatMap { $0 }
        #expect(sample.count == all.count)
        #expect(sample.spacing?.least == all.min(), comment)
        let sorted = all.sorted()
        func rank(_ part: Double) -> Double {
            sorted[min(max(Int((part * Double(sorted.count)).rounded(.up)) - 1, 0), sorted.count - 1)] / 60
        }
        guard let found = sample.distribution(unit: 60) else {
            #expect(all.isEmpty, comment)
            return
        }
        #expect(found.mean == all.exactSum / Double(all.count) / 60, comment)
        #expect(found.p50 == rank(0.5) && found.p95 == rank(0.95), comment)
        #expect(sample.spacing?.p50 == sample.distribution(unit: 1)?.p50, comment)
    }

    @Test func asTheListOfAll() {
        expectAsList([], "nothing")
        expectAsList([[0], [0, 0]], "zeros")
        expectAsList([[-0.0, 49.999, 0.001, 0]], "a few")
        expectAsList([[4_294_967.295, 4_294_967.296, 4_294_967.297, 1]], "around 2^32 ms")
        expectAsList([[-1, -2.5, 3], [0.0004, 1e300, 0]], "no whole milliseconds")
        for seed in 1...20 as ClosedRange<UInt64> {
            var random = SplitMix64(seed: seed)
            let lists = (0..<4).map { _ in
                (0..<Int(random.next() % 40)).map { _ in
                    // Half are zero, as of fresh launches; a few are longer than 49 days.
                    let span = TimeSpan(milliseconds: Int64(random.next() % 4_400_000_000))
                    return random.next() % 2 == 0 ? 0 : span.seconds
                }
            }
            expectAsList(lists, "seed \(seed)")
        }
    }
}
