import FetchSched
import Testing

@testable import FetchSim

@Suite struct ProcessTableTests {
    /// Against a list of all that ever ran: an app has a process if it ran after its process last ended, and fewer other
    /// apps than there is room for have run, and have not been ended, since.
    @Test func keepsThoseThatRanLast() {
        for seed in 0..<200 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let capacity = random.bernoulli(0.2) ? nil : random.whole(0...6)
            var table = ProcessTable(capacity: capacity)
            var alive: [Int: Int] = [:]
            for time in 0..<100 {
                let app = random.whole(0...8)
                if random.bernoulli(0.2) {
                    table.end(app)
                    alive[app] = nil
                    continue
                }
                #expect(table.run(app) == (alive[app] == nil), "seed \(seed), time \(time)")
                alive[app] = time
                while let capacity, alive.count > capacity,
                    let oldest = alive.min(by: { $0.value < $1.value })
                {
                    alive[oldest.key] = nil
                }
            }
        }
    }
}
