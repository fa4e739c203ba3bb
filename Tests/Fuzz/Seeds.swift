import FetchSched

@testable import FetchTrace

/// Makes what the fuzzer starts from: `Seeds FOLDER TRACE ...` puts a folder per target into FOLDER, and the words of
/// the CSV format into FOLDER/csv.dict.
@main
enum Seeds {
    static func main() throws {
        guard let folder = CommandLine.arguments.dropFirst().first else { return }
        for (number, path) in CommandLine.arguments.dropFirst(2).enumerated() {
            let trace = try Trace.read(path: path)
            for (part, first) in [0, trace.events.count / 2].enumerated() {
                var few = Trace(names: trace.names, events: Array(trace.events[first...].prefix(24)))
                few.events.sortStably()
                let name = "\(number)-\(part)"
                try write(few, to: "\(folder)/csv/\(name)")
            }
        }
        for seed in 0..<24 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let bytes = (0..<400).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            try put(bytes, "\(folder)/engine/\(seed)")
            let engine = FetchEngine(seed: seed)
            var host = EngineHost(engine, rules: nil, at: Instant(milliseconds: 1_704_067_200_000))
            var draw = ByteDraw(bytes[...])
            for interval in [FetchInterval.minimum, .custom(.hours(1))] { host.register(interval) }
            host.run(&draw, atMost: Int(seed) * 3)
            try put(host.engine.snapshot(), "\(folder)/snapshot/\(seed)")
        }
        try put(Array(dictionary.utf8), "\(folder)/csv.dict")
    }

    /// A word a line, as libFuzzer wants them.
    private static var dictionary: String {
        var words = [
            "time", "event", "device", "app", "value", "bytes", "seconds", "2024-01-01T02:10:00.5+01:00", "Z",
        ]
        for kind in EventKind.allCases {
            words.append(kind.schema.name)
            switch kind.schema.value {
            case .words(let own), .wordsOrPositive(let own), .optionalWords(let own): words += own
            case .named(let own, let prefixes): words += own + prefixes
            default: break
            }
        }
        words += [
            "upload", "download", "+discretionary", "+silent-finish", "253402300800", "9007199254740992",
            "1e-5",
        ]
        return words.map { "\"\($0)\"\n" }.joined() + "\"\\x0D\\x0A\"\n\"\\xEF\\xBB\\xBF\"\n\"\\\"\\\"\"\n"
    }

    private static func write(_ trace: Trace, to path: String) throws {
        let sink = MemorySink()
        var writer = TraceWriter(to: sink)
        for event in trace.events { try writer.write(event, names: trace.names) }
        try writer.finish()
        try put(sink.bytes, path)
    }

    private static func put(_ bytes: [UInt8], _ path: String) throws {
        let file = try AtomicFile(path: path)
        try file.write(bytes)
        try file.commit()
    }
}
