import FetchSched
import FetchStore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The number of a state: the time of a snapshot says which one it is (docs/snapshots.md).
func number(of bytes: [UInt8]) -> Int64 {
    var number: Int64 = 0
    for place in 0..<8 where bytes.count >= 32 { number |= Int64(bytes[24 + place]) << Int64(8 * place) }
    return number
}

/// Keeps one state after the other in the file named, with bytes of the host's alongside that name the state by its number
/// over and over, and says of each when it is kept: its number, on a line. Goes on after the state that is there, until it
/// is killed, or has kept so many.
func run(_ path: String, count: Int = .max) throws {
    var store = try SnapshotStore(path: path)
    var engine = try FetchEngine(seed: 1)
    var last: Int64 = 0
    let restored = try store.load { bytes throws(SnapshotError) in
        last = number(of: bytes)
        return try FetchEngine(restoring: bytes)
    }
    if let restored {
        engine = restored.state
    } else {
        for _ in 0..<4 {
            let app = engine.register(.minimum, at: .epoch)
            try engine.observe(.launch(app), at: .epoch)
        }
    }
    for _ in 0..<count {
        last += 1
        try engine.observe(.batteryLevel(0.5), at: FetchTime(milliseconds: last))
        let name = Array("state \(last);".utf8)
        let hostBytes = (0..<last % 40).flatMap { _ in name }
        try store.save(engine.snapshot(), alongside: hostBytes)
        print(last)
        // At once, not when the buffer is full.
        fflush(nil)
    }
}

/// Loads the state in the file named and tries to keep it, as one who may not write there: the superuser, who may
/// everywhere, becomes nobody first. Says how many bytes were restored, and why none could be kept.
func load(_ path: String) throws {
    let nobody: UInt32 = 65_534
    if geteuid() == 0, setgid(nobody) != 0 || setuid(nobody) != 0 { exit(71) }
    var store = try SnapshotStore(path: path)
    let restored = try store.load { bytes throws(SnapshotError) in
        _ = try FetchEngine(restoring: bytes)
        return bytes
    }
    print("restored \(restored?.state.count ?? 0) bytes")
    do { try store.save(restored?.state ?? []) } catch { print("\(error)") }
}

let arguments = CommandLine.arguments
guard (2...3).contains(arguments.count) else { exit(64) }
do {
    if arguments.count == 3, arguments[1] == "look" {
        var store = try SnapshotStore(path: arguments[2])
        let restored = try store.load { bytes throws(SnapshotError) in
            _ = try FetchEngine(restoring: bytes)
            return number(of: bytes)
        }
        print("restored \(restored?.state ?? 0)")
    } else if arguments.count == 2 {
        try run(arguments[1])
    } else if arguments[1] == "load" {
        try load(arguments[2])
    } else {
        try run(arguments[2], count: Int(arguments[1]) ?? 1)
    }
} catch {
    print("\(error)")
    exit(1)
}
