import FetchSched
import FetchStore
import Foundation
import TestSupport
import Testing

/// A process that keeps states is killed at any moment, again and again: each time the last state that it said was kept
/// is there, or a later one, with the host's bytes that were kept with it.
@Suite struct KillTests {
    private static let kills = 100

    @Test func whateverTheMomentAStateIsThere() throws {
        let folder = try TestFolder()
        let path = folder.path("engine.state")
        var random = SplitMix64(seed: 2_026)
        var (inside, last) = (0, 0)
        for kill in 0..<Self.kills {
            let told = try killedWriter(path, insideAWrite: kill % 2 == 1, after: random.next() % 4_000)
            let isTemporaryThere = folder.names.contains("engine.state.new")
            if isTemporaryThere { inside += 1 }
            var store = try SnapshotStore(path: path)
            var found = 0
            var hostBytes: [UInt8]?
            let kept = try store.load(alongside: { (bytes, alongside) throws(SnapshotError) in
                found = try number(bytes)
                hostBytes = alongside
                return try FetchEngine(restoring: bytes)
            })
            guard let kept else {
                Issue.record("kill \(kill): nothing after \(told)")
                return
            }
            let acknowledged = max(told, last)
            #expect(
                found == acknowledged || found == acknowledged + 1, "kill \(kill): \(found) after \(told)")
            guard found >= acknowledged else { return }
            let name = String(repeating: "state \(found);", count: found % 40)
            #expect(hostBytes.map { String(decoding: $0, as: UTF8.self) } == name, "kill \(kill): \(found)")
            last = found
            // It works, and is not only whole.
            var engine = kept.state
            engine.hostRestarted(at: FetchTime(milliseconds: Int64(found)))
            #expect(
                engine.nextDeadline(after: FetchTime(milliseconds: Int64(found)))?.milliseconds ?? .max
                    > Int64(found))
        }
        // The test is worth something only if these happen.
        #expect(inside > 4 && last >= Self.kills)
    }

    /// Starts a writer, and kills it that many microseconds after its first word, or as soon as it is seen to write and
    /// up to a tenth of that later. Says the last number that it told.
    private func killedWriter(
        _ path: String, insideAWrite: Bool, after microseconds: UInt64
    ) throws -> Int {
        let process = Process()
        let pipe = Pipe()
        let writer: URL = try #require(Self.writer)
        process.executableURL = writer
        process.arguments = [path]
        process.standardOutput = pipe
        try process.run()
        var told = pipe.fileHandleForReading.availableData
        if insideAWrite {
            let temporary = path + ".new"
            let latest = ContinuousClock.now + .milliseconds(100)
            while access(temporary, F_OK) != 0, ContinuousClock.now < latest {}
            if microseconds >= 1_000 { usleep(UInt32(microseconds / 10)) }
        } else {
            usleep(UInt32(microseconds))
        }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        told += try pipe.fileHandleForReading.readToEnd() ?? Data()
        let lines = String(decoding: told, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        // A last line that was cut off was not told.
        guard let line = lines.dropLast().last, let number = Int(line) else {
            throw Silent(words: String(decoding: told, as: UTF8.self))
        }
        return number
    }

    private struct Silent: Error { let words: String }

    static let writer = builtExecutable("store-writer")
}
