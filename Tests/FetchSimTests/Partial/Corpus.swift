import FetchSched
import FetchTrace
import Testing

@testable import FetchSim

/// Small traces of many devices, and what is done with them in shards.
struct Corpus {
    /// By trace.
    let traces: [(name: String, devices: [DeviceTrace])]
    let bench: Bench
    let curve: CurveBench

    static let header = "time,device,event,app,value,bytes,seconds\n"

    /// A few hours of a device, with failing fetches.
    static func lines(_ device: String, _ random: inout SplitMix64) -> String {
        var (time, text) = (0.0, "0,\(device),interval,mail,minimum,,\n0,\(device),interval,news,minimum,,\n")
        // Fetches that fail are tried again after a time by lot.
        if random.next() % 2 == 0 { text += "0,\(device),outage,,,,5000\n" }
        for _ in 0..<30 {
            time += Double(random.next() % 1_000_000) / 1000
            let app = random.next() % 3 == 0 ? "news" : "mail"
            switch random.next() % 3 {
            case 0: text += "\(time),\(device),launch,\(app),,,\n"
            default: text += "\(time),\(device),update,\(app),,\(random.next() % 100_000),\n"
            }
        }
        return text
    }

    init(devices: Int, policies names: [String]) throws {
        var random = SplitMix64(seed: 17)
        var traces: [(name: String, devices: [DeviceTrace])] = [("b.csv", []), ("a.csv", [])]
        for number in 0..<devices {
            let quoted = number % 5 == 4 ? "\"phone \"\"\(number)x\"\"\"" : "d\(number)"
            let text = Self.header + Self.lines(quoted, &random)
            var reader = DeviceTraceReader(try TraceReader(bytes: Array(text.utf8)))
            guard case .device(let device) = try reader.next() else { continue }
            traces[number % 2].devices.append(device)
        }
        self.traces = traces
        let policies = try names.map { try #require(PolicyChoice($0)) }
        bench = Bench(
            trace: "", devices: [], policies: policies, radios: [.lte, .wifi], values: [5, 100], seed: 7)
        var settings = bench
        settings.radios = [.lte]
        var curve = CurveBench(traces: [], subjects: CurveSubject.subjects(policies), of: settings)
        curve.resamples = 5
        self.curve = curve
    }

    /// All devices.
    var devices: [ShardWork.Device] {
        traces.flatMap { trace in
            trace.devices.map { (trace.name, $0) }
        }
    }

    /// With rivals, tallies and curves.
    var work: ShardWork {
        var apart = bench
        apart.policies = []
        apart.rivals = [PolicyChoice("aligned-3600")].compactMap { $0 }
        return ShardWork(
            sections: [.init("bench", bench), .init("apart", apart)], curve: curve)
    }

    /// The fields of each device's record.
    func records(jobs: Int = 1) async throws -> [String] {
        let collected = Collected<String>()
        var rest = devices[...]
        try await work.run(jobs: jobs, next: { rest.popFirst() }) { collected.append($0) }
        return collected.all
    }
}

extension JSONValue {
    /// The record with those fields.
    init(fields: String) throws { try self.init(parsing: Array("{\(fields)}".utf8)) }
}

extension Array {
    /// In another order.
    func shuffled(_ random: inout SplitMix64) -> [Element] {
        var all = self
        for index in all.indices.reversed() { all.swapAt(index, Int(random.next() % UInt64(index + 1))) }
        return all
    }
}
