import FetchSched
import FetchStore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Keeps one state after the other in the file named, with bytes of the host's alongside that name the state by its number
/// over and over, and says of each when it is kept: its number, on a line. Goes on after the state that is there, until it
/// is killed.
func run(_ path: String) throws {
    var store = try SnapshotStore(path: path)
    var engine = BackgroundEngine(seed: 1)
    var number: Int64 = 0
    let restored = try store.load { bytes throws(SnapshotError) in
        // The time of a snapshot says which one it is (docs/snapshots.md).
        for place in 0..<8 where bytes.count >= 32 { number |= Int64(bytes[24 + place]) << Int64(8 * place) }
        return try BackgroundEngine(restoring: bytes)
    }
    if let restored {
        engine = restored.state
    } else {
        for _ in 0..<4 {
            let app = engine.register(.minimum, at: .epoch)
            engine.observe(.launch(app), at: .epoch)
        }
    }
    while true {
        number += 1
        engine.observe(.batteryLevel(0.5), at: Instant(milliseconds: number))
        let name = Array("state \(number);".utf8)
        let hostBytes = (0..<number % 40).flatMap { _ in name }
        try store.save(engine.snapshot(), alongside: hostBytes)
        print(number)
        // At once, not when the buffer is full.
        fflush(nil)
    }
}

guard CommandLine.arguments.count == 2 else { exit(64) }
do { try run(CommandLine.arguments[1]) } catch {
    print("\(error)")
    exit(1)
}
