import FetchSched
import FetchSim
import FetchTrace
import Synchronization
import Testing

@testable import FetchReport

/// The list of fetches as CSV.
@Suite struct DecisionReportTests {
    private func runs(_ policies: [String]) async throws -> [RecordedRun] {
        let app = "news, \"late\""
        var names = TraceNames()
        let number = names.apps.number(of: app)
        _ = names.devices.number(of: "d,1")
        func event(_ seconds: Int64, _ kind: EventKind, _ value: EventValue = .none, bytes: Int64 = -1)
            -> TraceEvent
        {
            TraceEvent(
                time: FetchTime(milliseconds: seconds * 1000), kind: kind,
                app: kind == .radio ? TraceEvent.none : number, value: value,
                bytes: bytes,
                duration: kind == .launch ? .seconds(20) : nil)
        }
        var events = [event(0, .interval, .word(0))]
        for hour in 1...30 as ClosedRange<Int64> {
            events.append(event(hour * 3600, .update, bytes: 100_000))
            events.append(event(hour * 3600 + 1500, .radio, .word(1)))
            events.append(event(hour * 3600 + 1800, .launch))
        }
        let bench = Bench(
            trace: "t", devices: [DeviceTrace(name: "d,1", events: events, names: names)],
            policies: try policies.map { try #require(PolicyChoice($0)) }, radios: [.lte], values: [20])
        let runs = Mutex<[RecordedRun]>([])
        _ = try await bench.run(jobs: 1, fetches: { run in runs.withLock { $0.append(run) } })
        return runs.withLock { $0 }
    }

    @Test func linesOfAPolicyWithoutReasons() async throws {
        let run = try #require(try await runs(["aligned-7200"]).first)
        let lines = DecisionReport.lines(trace: "a,b.csv", run).split(separator: "\n")
        let first =
            "\"a,b.csv\",lte,,aligned-7200,\"d,1\",7200.000,\"news, \"\"late\"\"\",policy,newData,100000,0.625,0"
        #expect(
            lines.first.map { String($0) } == first + String(repeating: ",", count: FetchValue.terms.count))
        #expect(lines.count == run.fetches.count)
        #expect(
            lines.count { $0.contains(",1,,,") } == run.fetches.count { $0.fetch.start >= run.scoredFrom })
    }

    @Test func linesOfTheEngine() async throws {
        let run = try #require(try await runs(["adaptive"]).first)
        let lines = DecisionReport.lines(trace: "t", run).split(separator: "\n")
        try #require(!lines.isEmpty)
        for line in lines {
            #expect(line.hasPrefix("t,lte,20,adaptive,\"d,1\","))
            let terms = line.split(separator: ",", omittingEmptySubsequences: false).suffix(
                FetchValue.terms.count)
            #expect(terms.allSatisfy { Double($0) != nil })
            #expect(terms.first == "20")
        }
    }
}
