import FetchSim
import FetchTrace
import Foundation
import Synchronization

// Does one thing with a trace, and prints how many events it has and the seconds of processor and clock that took;
// what comes before (for a replay, the reading) is not counted.
//
//     replay-trace read stream|memory FILE     event by event, or into an array
//     replay-trace replay POLICY FILE WORKERS  every device under the policy, from memory; nothing else
//     replay-trace bound FILE WORKERS          what bench computes besides: the replay without fetches, and the bound

func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// Runs `body`, which gives the number of events, and prints what it took.
func measured(_ body: () async throws -> Int) async throws {
    let clock = ContinuousClock()
    let (cpu, begin) = (processorSeconds(), clock.now)
    let events = try await body()
    print(events, processorSeconds() - cpu, (clock.now - begin) / .seconds(1))
}

func stream(_ path: String) throws -> Int {
    var reader = try TraceReader(path: path)
    while try reader.next() != nil {}
    return reader.eventCount
}

/// Hands out 0, 1, 2 …
final class Counter: Sendable {
    private let value = Atomic(0)
    func next() -> Int { value.wrappingAdd(1, ordering: .relaxed).oldValue }
}

/// Does `work` with every device of the trace, `workers` at a time.
func replayed(_ path: String, _ workers: Int, _ work: @escaping @Sendable (DeviceTrace) -> Int) async throws {
    let devices = DeviceTrace.devices(of: try Trace.read(path: path))
    let counter = Counter()
    try await measured {
        await withTaskGroup(of: Int.self) { group in
            for _ in 0..<workers {
                group.addTask {
                    var launches = 0
                    while true {
                        let index = counter.next()
                        guard index < devices.count else { return launches }
                        launches += work(devices[index])
                    }
                }
            }
            // The launches are used, so that no replay can be left out.
            let launches = await group.reduce(0, +)
            return launches < 0 ? 0 : devices.reduce(0) { $0 + $1.eventCount }
        }
    }
}

let arguments = CommandLine.arguments
do {
    switch (arguments.dropFirst().first, arguments.count) {
    case ("read", 4):
        let path = arguments[3]
        try await measured {
            arguments[2] == "stream" ? try stream(path) : try Trace.read(path: path).events.count
        }
    case ("replay", 5):
        guard let policy = PolicyChoice(arguments[2]), let workers = Int(arguments[4]) else { exit(64) }
        try await replayed(arguments[3], workers) { policy.replay($0, radio: .lte)?.launches ?? 0 }
    case ("bound", 4):
        guard let workers = Int(arguments[3]) else { exit(64) }
        try await replayed(arguments[2], workers) {
            DeviceLimits(trace: $0, radio: .lte, rules: SimulationRules(), values: [20]).unfetched.launches
        }
    default: exit(64)
    }
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(65)
}
