import FetchReport
import FetchSim
import FetchTrace
import FetchCommandLine

/// Partial results that were read, and what is known of how they belong together.
struct PartialSet {
    let task: PartialTask
    private(set) var merge: PartialMerge
    /// The traces, in the order of the result.
    private(set) var traces: [String] = []

    /// The setting that has the words of the command line. They name files of parameters, which other machines may keep
    /// elsewhere: what is in the files must be equal, not their names.
    static let optionWords = "options"
    /// The command that gives the merged figures, with the first such words of all, whatever the order of the files.
    var command: String { BenchCommand.commandLine(of: traces, options) }
    private var options = ""

    private struct Place {
        let file: String
        let line: Int
        var text: String { "\(escaped(file)):\(line)" }
    }

    private struct Key: Hashable {
        let trace: String
        let device: String
    }

    /// How many partial results there are.
    private var count = 0
    private var shards: [PartialHeader.Shard: Place] = [:]
    /// The number of shards, as those say that know it.
    private var shardCount: Int?
    /// The first one that does not say which shard it is.
    private var unnumbered: Place?
    private var devices: [Key: Place] = [:]

    init(_ paths: [String]) throws {
        var reader = try PartialReader(path: paths[0])
        guard case .header(let first)? = try reader.next() else {
            throw Self.fault(reader, found: "no header", expected: "one")
        }
        do {
            task = try PartialTask(first)
        } catch let fault as PartialTask.Fault {
            throw Self.fault(
                reader,
                found: first[fault.name].map { "\(fault.name) = \(quoted($0))" } ?? "no \(fault.name)",
                expected: "a setting of \(PartialTask.version)")
        }
        merge = PartialMerge(task.work)
        let settings = (first.settings, name: reader.name)
        var headers: [PartialHeader] = []
        for (index, path) in paths.enumerated() {
            if index > 0 { reader = try PartialReader(path: path) }
            var line: PartialReader.Line? = index == 0 ? .header(first) : try reader.next()
            while let present = line {
                switch present {
                case .header(let header):
                    try Self.expectSame(header, as: settings.0, of: settings.name, reader)
                    try add(header, reader)
                    headers.append(header)
                case .device(let record):
                    try add(record, of: headers.last?.traces ?? [], reader)
                case .end: break
                }
                line = try reader.next()
            }
        }
        traces = Self.common(headers)
        options =
            headers.compactMap { $0[Self.optionWords] }
            .min { $0.utf8.lexicographicallyPrecedes($1.utf8) } ?? ""
    }

    /// The first header that names each trace.
    private var named: [String: Place] = [:]

    private static func fault(
        _ reader: PartialReader, found: String, expected: String, advice: String? = nil
    ) -> TraceError {
        TraceError(
            kind: .data, file: reader.name, line: max(1, reader.line), column: 1, found: found,
            expected: expected,
            advice: advice)
    }

    /// Expects the settings of the first one.
    private static func expectSame(
        _ header: PartialHeader, as settings: [(name: String, value: String)], of file: String,
        _ reader: PartialReader
    ) throws {
        let advice = "repeat bench --partial with the same settings for every shard"
        for (name, value) in settings where name != optionWords && header[name] != value {
            throw fault(
                reader, found: header[name].map { "\(name) = \(quoted($0))" } ?? "no \(name)",
                expected: "\(quoted(value)) as in \(escaped(file))", advice: advice)
        }
        if header.settings.count != settings.count {
            let names = settings.map(\.name)
            let other = header.settings.first { !names.contains($0.name) }?.name ?? "a setting twice"
            throw fault(reader, found: other, expected: "none as in \(escaped(file))", advice: advice)
        }
    }

    private mutating func add(_ header: PartialHeader, _ reader: PartialReader) throws {
        count += 1
        let place = Place(file: reader.name, line: reader.line)
        named.merge(header.traces.map { ($0, place) }) { first, _ in first }
        guard let shard = header.shard else {
            unnumbered = unnumbered ?? place
            return
        }
        if let shardCount, shard.count != shardCount {
            throw Self.fault(
                reader, found: "shard \(shard.number)/\(shard.count)",
                expected: "one of \(shardCount) as the others",
                advice: "merge shards of one cut only")
        }
        shardCount = shard.count
        if let other = shards.updateValue(place, forKey: shard) {
            throw Self.fault(
                reader, found: "shard \(shard.number)/\(shard.count) a second time",
                expected: "each shard once",
                advice: "it is in \(other.text), too")
        }
    }

    private mutating func add(_ record: JSONValue, of traces: [String], _ reader: PartialReader) throws {
        let key: Key
        do throws(RecordProblem) {
            let (trace, device) = try merge.add(record)
            key = Key(trace: trace, device: device)
        } catch {
            throw error.at(reader.name, reader.line)
        }
        // No report would have it.
        if !traces.contains(key.trace) {
            throw Self.fault(
                reader, found: "a device of \(quoted(key.trace))",
                expected: "one of a trace that the header names")
        }
        if let other = devices.updateValue(Place(file: reader.name, line: reader.line), forKey: key) {
            throw Self.fault(
                reader, found: "device \(quoted(key.device)) of \(quoted(key.trace)) a second time",
                expected: "each device once", advice: "it is in \(other.text), too")
        }
    }

    /// The traces of all. Where one of them names all, that is their order; otherwise they are sorted by name.
    private static func common(_ headers: [PartialHeader]) -> [String] {
        let all = Set(headers.flatMap(\.traces))
        let lists = headers.map(\.traces).filter { $0.count == all.count }
        func precedes(_ one: String, _ other: String) -> Bool {
            one.utf8.lexicographicallyPrecedes(other.utf8)
        }
        return lists.min { $0.lexicographicallyPrecedes($1, by: precedes) } ?? all.sorted(by: precedes)
    }

    func expectComplete(devices expected: Int?, shards: Int?, allowMissing: Bool) throws {
        var faults: [String] = []
        if let shardCount {
            let missing = (1...shardCount).filter { number in
                !self.shards.keys.contains { $0.number == number }
            }
            if let unnumbered {
                faults.append(
                    "found a partial result without a number in \(unnumbered.text), expected a shard of "
                        + "\(shardCount) as the others")
            }
            if !missing.isEmpty {
                let names = Wrapped.few(missing.map { "\($0)/\(shardCount)" }, most: 8)
                faults.append(
                    "found \(shardCount - missing.count) of \(shardCount) shards, expected \(names), too"
                )
            }
        }
        if let expected, devices.count != expected {
            faults.append("found \(devices.count) devices, expected \(expected)")
        }
        if let shards, count != shards { faults.append("found \(count) partial results, expected \(shards)") }
        for trace in traces where !merge.hasDevices(of: trace) {
            let place = named[trace].map { ", named in \($0.text)" } ?? ""
            faults.append("found no device of \(quoted(trace))\(place), expected at least one")
        }
        if devices.isEmpty { throw Failure(status: 65, "error: found no devices, expected at least one") }
        if shardCount == nil, expected == nil, shards == nil, !allowMissing {
            throw Failure(
                status: 64,
                "Error: found \(count) partial results that do not say how many they are, expected --devices or "
                    + "--shards with the number of all shards, to see whether one is missing (--allow-missing "
                    + "merges those given).")
        }
        if faults.isEmpty { return }
        if allowMissing {
            for fault in faults { Terminal.say("warning: \(fault); merged without the missing ones") }
            return
        }
        let advice =
            "make the missing ones with bench --partial, or merge the rest with --allow-missing"
        throw Failure(status: 65, faults.map { "error: \($0)" }.joined(separator: "\n") + "; \(advice)")
    }
}
