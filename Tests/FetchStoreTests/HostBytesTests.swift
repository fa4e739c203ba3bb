import FetchSched
import Foundation
import TestSupport
import Testing

@testable import FetchStore

/// Bytes of the host's that are kept with a state.
@Suite struct HostBytesTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func load() throws -> (number: Int, hostBytes: [UInt8]?, isFallback: Bool)? {
        var store = try SnapshotStore(path: folder.path("s"))
        let kept = try store.load(alongside: { (bytes, hostBytes) throws(SnapshotError) in
            (try number(bytes), hostBytes)
        })
        return kept.map { ($0.state.0, $0.state.1, $0.isFallback) }
    }

    private func save(_ number: Int, _ hostBytes: [UInt8]?) throws {
        var store = try SnapshotStore(path: folder.path("s"))
        guard let hostBytes else { return try store.save(state(number)) }
        try store.save(state(number), alongside: hostBytes)
    }

    @Test func theyComeBackWithTheirState() throws {
        for bytes in [[], [1, 2, 3], Array(repeating: 0x89, count: 70_000)] as [[UInt8]] {
            try save(1, bytes)
            #expect(try load()?.hostBytes == bytes)
        }
        try save(2, nil)
        #expect(try load()?.hostBytes == nil)
        #expect(try load()?.number == 2)
    }

    /// Whichever byte of the file is damaged, the state before comes with its own bytes.
    @Test func afterAFallBackTheyAreThoseOfTheStateBefore() throws {
        try save(1, [1])
        try save(2, [2])
        let whole = try folder.bytes("s")
        for place in stride(from: 0, to: whole.count, by: 97) {
            var bytes = whole
            bytes[place] ^= 0x10
            try folder.write(bytes, to: "s")
            let kept = try #require(try load())
            #expect(kept == (1, [1], true), "byte \(place)")
        }
    }

    /// The state reads the same with and without them, and takes the place of older ones.
    @Test func theFileIsASnapshot() throws {
        let plain = state(1)
        let with = try SnapshotAttachment.attach([7, 7], to: plain)
        #expect(SnapshotError(checking: with) == nil)
        #expect(try FetchEngine(restoring: with).snapshot() == plain)
        #expect(try SnapshotAttachment.attach([7, 7], to: SnapshotAttachment.attach([1], to: plain)) == with)
        #expect(with.count == plain.count + 10)
        #expect(try SnapshotAttachment.read(from: plain) == nil)
    }
}
