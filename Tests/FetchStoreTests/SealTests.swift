import FetchSched
import Foundation
import TestSupport
import Testing

@testable import FetchStore

#if canImport(CryptoKit)
    import CryptoKit
#endif

/// States that the host encrypts.
@Suite struct SealTests {
    private struct WrongKey: Error {}

    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    /// A stand-in for a cipher: it authenticates with its key, and hides every byte.
    private func seal(_ key: UInt8) -> StateSeal {
        StateSeal(
            seal: { bytes in [key] + bytes.map { $0 ^ key } },
            open: { bytes in
                guard bytes.first == key else { throw WrongKey() }
                return bytes.dropFirst().map { $0 ^ key }
            })
    }

    private func save(_ number: Int, _ seal: StateSeal?) throws {
        var store = try SnapshotStore(path: folder.path("s"), sealedBy: seal)
        try store.save(state(number), alongside: Array("name \(number)".utf8))
    }

    private func load(_ seal: StateSeal?) throws -> (number: Int, name: String, isFallback: Bool)? {
        var store = try SnapshotStore(path: folder.path("s"), sealedBy: seal)
        let kept = try store.load(alongside: { (bytes, names) throws(SnapshotError) in
            (try number(bytes), String(decoding: names ?? [], as: UTF8.self))
        })
        return kept.map { ($0.state.0, $0.state.1, $0.isFallback) }
    }

    @Test func whatIsSealedComesBackAndIsNotInTheFile() throws {
        try save(1, seal(7))
        try save(2, seal(7))
        let found = try load(seal(7))
        #expect(found?.number == 2 && found?.name == "name 2" && found?.isFallback == false)
        for file in ["s", "s.previous"] {
            let bytes = Data(try folder.bytes(file))
            #expect(bytes.range(of: Data("name".utf8)) == nil)
            #expect(bytes.range(of: Data(state(1).prefix(8))) == nil)
        }
    }

    /// With another key, and without one, the state is refused, stays, and is the one before after a save.
    @Test func aStateOfAnotherKeyIsNotLost() throws {
        try save(1, seal(7))
        for other in [seal(8), nil] {
            let refused = StoreError.refused(
                FileProblem(file: try SnapshotStore(path: folder.path("s")).path, reason: .sealed))
            #expect(throws: refused) { try load(other) }
        }
        try save(2, seal(8))
        #expect(try load(seal(8))?.number == 2)
        try folder.remove("s")
        #expect(try load(seal(7))?.number == 1)
    }

    /// A store without a seal does not take a sealed state for damage, which it would overwrite.
    @Test func aPlainStoreKeepsASealedState() throws {
        try save(1, seal(7))
        try save(2, nil)
        #expect(try load(nil)?.number == 2)
        try folder.remove("s")
        #expect(try load(seal(7))?.number == 1)
    }

    /// Whichever byte is damaged, the state before comes back.
    @Test func damageFallsBack() throws {
        try save(1, seal(7))
        try save(2, seal(7))
        let whole = try folder.bytes("s")
        for place in stride(from: 0, to: whole.count, by: 1 + whole.count / 300) {
            var bytes = whole
            bytes[place] ^= 0x20
            try folder.write(bytes, to: "s")
            let found = try load(seal(7))
            #expect(found?.number == 1 && found?.isFallback == true, "byte \(place)")
        }
        for count in [0, 5, 30, whole.count - 1] {
            try folder.write(Array(whole.prefix(count)), to: "s")
            #expect(try load(seal(7))?.number == 1)
        }
    }

    /// Encryption that is switched on later takes the plain state over.
    @Test func aPlainStateIsSealedByTheNextSave() throws {
        try save(1, nil)
        #expect(try load(seal(7))?.number == 1)
        try save(2, seal(7))
        #expect(Data(try folder.bytes("s")).range(of: Data("name".utf8)) == nil)
        #expect(try load(seal(7))?.number == 2)
    }

    @Test func aSealThatThrowsChangesNothing() throws {
        try save(1, nil)
        let broken = StateSeal(seal: { _ in throw WrongKey() }, open: { $0 })
        var store = try SnapshotStore(path: folder.path("s"), sealedBy: broken)
        let failed = StoreError.cannotWrite(FileProblem(file: store.path, reason: .cannotSeal))
        #expect(throws: failed) { try store.save(state(2)) }
        let kept = try store.load(number)?.state
        #expect(kept == 1 && folder.names == ["s", "s.lock"])
    }

    #if canImport(CryptoKit)
        /// The example of docs/snapshots.md.
        @Test func theExampleWithACipher() throws {
            let key = SymmetricKey(size: .bits256)
            let seal = StateSeal(
                seal: { [UInt8](try AES.GCM.seal(Data($0), using: key).combined!) },
                open: { [UInt8](try AES.GCM.open(AES.GCM.SealedBox(combined: Data($0)), using: key)) })
            try save(1, seal)
            #expect(try load(seal)?.number == 1)
        }
    #endif
}
