import FetchSched
import Foundation

/// Makes what the fuzzer starts from: `Seeds FOLDER` puts a folder per target into FOLDER.
@main
enum Seeds {
    static func main() throws {
        guard let folder = CommandLine.arguments.dropFirst().first else { return }
        for seed in 0..<24 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let bytes = (0..<400).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            try put(bytes, "\(folder)/engine/\(seed)")
            let engine = try FetchEngine(seed: seed)
            var host = EngineHost(engine, rules: nil, at: FetchTime(milliseconds: 1_704_067_200_000))
            var draw = ByteDraw(bytes[...])
            for interval in [FetchInterval.minimum, .custom(.hours(1))] { host.register(interval) }
            host.run(&draw, atMost: Int(seed) * 3)
            try put(host.engine.snapshot(), "\(folder)/snapshot/\(seed)")
        }
    }

    private static func put(_ bytes: [UInt8], _ path: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }
}
