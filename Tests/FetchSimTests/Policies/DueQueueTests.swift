import FetchSched
import Testing

@testable import FetchSim

@Suite struct DueQueueTests {
    /// Against a list that is searched, with times that come earlier and later, the same ones for several apps, and none.
    @Test func isTheFirstOfAll() {
        for seed in 0..<50 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let apps = random.whole(1...12)
            var queue = DueQueue()
            var list = [FetchTime](repeating: .distantFuture, count: apps)
            for _ in 0..<400 {
                let app = random.whole(0...apps - 1)
                let time =
                    random.bernoulli(0.2)
                    ? FetchTime.distantFuture : FetchTime(milliseconds: Int64(random.whole(0...30)))
                queue.set(app, due: time)
                list[app] = time
                guard random.bernoulli(0.6) else { continue }
                let found = queue.first()
                let due = list.min() ?? .distantFuture
                #expect(found?.due ?? .distantFuture == due, "seed \(seed)")
                if let found { #expect(found.app == list.firstIndex(of: due), "seed \(seed)") }
            }
        }
    }
}
