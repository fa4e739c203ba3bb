import FetchSched
import FetchTrace
import Testing

@testable import FetchSim

/// Shards, however they are cut and in whatever order they come, give what one run gives, to the last bit.
@Suite struct PartialMergeTests {
    private static let policies = ["none", "piggyback-900", "adaptive", "clairvoyant"]

    @Test func shardsAreOneRun() async throws {
        let corpus = try Corpus(devices: 9, policies: Self.policies)
        let names = corpus.traces.map(\.name)
        var expected: [[BenchReport]] = []
        for trace in corpus.traces {
            var bench = corpus.bench
            (bench.trace, bench.devices) = (trace.name, trace.devices)
            expected.append(try await bench.run(jobs: 2))
        }
        var curves = corpus.curve
        curves.traces = corpus.traces
        let drawn = try await "\(curves.run(jobs: 2))"
        let records = try await corpus.records(jobs: 2)
        #expect(records.count == 9)
        #expect(try await corpus.records(jobs: 1) == records)

        var random = SplitMix64(seed: 3)
        for shards in [1, 2, 7, 50] {
            // By lot, so that some have no device.
            var cut = [[String]](repeating: [], count: shards)
            for record in records { cut[Int(random.next() % UInt64(shards))].append(record) }
            var merge = PartialMerge(corpus.work)
            for record in cut.shuffled(&random).flatMap({ $0.shuffled(&random) }) {
                _ = try merge.add(JSONValue(fields: record))
            }
            for (trace, reports) in zip(names, expected) {
                #expect("\(merge.reports(of: "bench", trace: trace))" == "\(reports)", "\(shards) shards")
            }
            #expect("\(merge.curves(names))" == drawn, "\(shards) shards")
        }
    }

    /// Randomness comes from a device's name, not from its place among the others.
    @Test(arguments: [("d0", 5), ("d12", 17), ("phone007", 12), ("7", 12)] as [(String, UInt64)])
    func seeds(name: String, seed: UInt64) {
        #expect(DeviceTrace(name: name, events: [], names: TraceNames()).seed(in: 5) == seed)
        for other in ["", "d", "d1x", "d1234567890123456789"] {
            let trace = DeviceTrace(name: other, events: [], names: TraceNames())
            #expect(trace.seed(in: 6) &- trace.seed(in: 5) == 1 && trace.seed(in: 5) != seed)
        }
    }

    /// What is reported may be less than what was run: the best rival is known only when all shards are there.
    @Test func someOfTheRivals() async throws {
        let corpus = try Corpus(devices: 4, policies: ["none", "adaptive"])
        var all = corpus.bench
        all.rivals = try PolicyChoice.list("piggyback-900/1800/3600,aligned-3600")
        var one = all
        one.rivals = try PolicyChoice.list("piggyback-1800,aligned-3600")
        let work = ShardWork(sections: [.init("bench", all)])
        let collected = Collected<String>()
        var rest = corpus.devices.filter { $0.traceName == "a.csv" }[...]
        try await work.run(jobs: 1, next: { rest.popFirst() }) { collected.append($0) }
        var merge = PartialMerge(work)
        for record in collected.all { _ = try merge.add(JSONValue(fields: record)) }
        one.trace = "a.csv"
        one.devices = corpus.traces[1].devices
        #expect(try await one.run(jobs: 1) == merge.reports(of: "bench", trace: "a.csv", shown: one))
    }

    /// Whatever is in a record: an error or figures, and no trap.
    @Test func hostileRecords() async throws {
        let corpus = try Corpus(devices: 3, policies: ["none", "piggyback-900", "clairvoyant"])
        let records = try await corpus.records()
        let numbers = [
            "-1", "0", "1e15", "1e400", "281474976710656", "99999999999999999999", "4294967296", "[]", "null",
        ]
        var random = SplitMix64(seed: 23)
        var accepted = 0
        for _ in 0..<150 {
            var bytes = Array(records[Int(random.next() % 3)].utf8)
            for _ in 0...(random.next() % 3) {
                let place = Int(random.next() % UInt64(bytes.count))
                switch random.next() % 3 {
                case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
                case 1: bytes.remove(at: place)
                default:
                    // In the place of a number.
                    guard let start = bytes[place...].firstIndex(where: { (0x30...0x39).contains($0) }),
                        let end = bytes[start...].firstIndex(where: { !(0x30...0x39).contains($0) })
                    else { continue }
                    bytes.replaceSubrange(
                        start..<end, with: numbers[Int(random.next() % UInt64(numbers.count))].utf8)
                }
            }
            var merge = PartialMerge(corpus.work)
            do throws(RecordProblem) {
                let value = try JSONValue(parsing: Array("{".utf8) + bytes + Array("}".utf8))
                for _ in 0..<2 { _ = try merge.add(value) }
                let (trace, _) = try merge.add(value)
                accepted += 1
                _ = merge.reports(of: "bench", trace: trace)
                _ = merge.curves([trace])
            } catch {}
        }
        #expect(accepted > 15 && accepted < 135)
    }

    /// Counts whose sum would not fit are refused when they come.
    @Test func countsThatOverflow() async throws {
        let corpus = try Corpus(devices: 1, policies: ["none"])
        let record = try await JSONValue(fields: corpus.records()[0])
        var merge = PartialMerge(corpus.work)
        merge.counted = .max - 1000
        // Of one or the other count it is too many.
        #expect(throws: RecordProblem.self) { for _ in 0..<1000 { _ = try merge.add(record) } }
    }
}
