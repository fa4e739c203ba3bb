import FetchFiles
import FetchSched
import Foundation
import TestSupport
import Testing

@testable import FetchStore

/// The store on the files of the system.
@Suite struct SnapshotStoreTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    /// What a new store finds, and why not a later state.
    private func load(_ name: String = "s") throws -> (number: Int, file: String, problems: [FileProblem])? {
        var store = try SnapshotStore(path: folder.path(name))
        return try store.load(number).map { ($0.state, ($0.file as NSString).lastPathComponent, $0.problems) }
    }

    private func save(_ numbers: Int..., to name: String = "s") throws {
        var store = try SnapshotStore(path: folder.path(name))
        for number in numbers { try store.save(state(number)) }
    }

    @Test func anEmptyStoreIsNoError() throws {
        #expect(try load() == nil)
        #expect(folder.names == ["s.lock"])
    }

    @Test func theLastStateAndTheOneBefore() throws {
        try save(1)
        #expect(folder.names == ["s", "s.lock"])
        try save(2, 3)
        #expect(folder.names == ["s", "s.lock", "s.previous"])
        #expect(try folder.bytes("s.previous") == state(2))
        let found = try load()
        #expect(found?.number == 3 && found?.file == "s" && found?.problems.isEmpty == true)
        let permissions = try FileManager.default.attributesOfItem(atPath: folder.path("s"))[
            .posixPermissions]
        #expect(permissions as? Int == 0o600)
    }

    /// A file that is there and one that is not yet have the same path, which holds wherever the process goes.
    @Test func aRelativePathIsFollowedOnce() throws {
        let manager = FileManager.default
        let up = manager.currentDirectoryPath.split(separator: "/").map { _ in ".." }
        let relative = (up + [String(folder.path("s").dropFirst())]).joined(separator: "/")
        var paths: [String] = []
        for number in 1...2 {
            var store = try SnapshotStore(path: relative)
            paths.append(store.path)
            try store.save(state(number))
        }
        #expect(paths[0].hasPrefix("/") && paths[0].hasSuffix("/s"))
        #expect(paths[0] == paths[1])
        #expect(try load()?.number == 2)
        for path in ["", "/no-such-name/"] {
            let missing = StoreError.cannotOpen(FileProblem(file: path, reason: .system(code: ENOENT)))
            #expect(throws: missing) { _ = try SnapshotStore(path: path) }
        }
    }

    /// Whatever the process's mask leaves of them.
    @Test func permissionsArePassedOn() throws {
        try save(1)
        let manager = FileManager.default
        for permissions in [0o666, 0o400] {
            try manager.setAttributes([.posixPermissions: permissions], ofItemAtPath: folder.path("s"))
            try save(2)
            let found = try manager.attributesOfItem(atPath: folder.path("s"))[.posixPermissions]
            #expect(found as? Int == permissions)
        }
    }

    /// A state that root saves once for a service stays the service's. Who may not give files away saves as well.
    @Test func theOwnerIsPassedOn() throws {
        try save(1)
        let isRoot = geteuid() == 0
        let (owner, group): (uid_t, gid_t) = isRoot ? (12_345, 23_456) : (geteuid(), getegid())
        #expect(chown(folder.path("s"), owner, group) == 0)
        try save(2, 3)
        for name in ["s", "s.previous"] {
            let found = try FileManager.default.attributesOfItem(atPath: folder.path(name))
            #expect(found[.ownerAccountID] as? Int == Int(owner))
            #expect(found[.groupOwnerAccountID] as? Int == Int(group))
            #expect(found[.posixPermissions] as? Int == 0o600)
        }
    }

    /// As where a file that may be written to, but is another's, is in one's own folder.
    @Test func anOwnerThatCannotBePassedOnIsNoError() throws {
        try folder.write([], to: "new")
        let descriptor = try SystemCalls.openToRead(folder.path("new"))
        // Root may even give it to one who does not exist.
        let other = SystemCalls.Access(owner: .max - 1, group: .max - 1, permissions: 0o640)
        try SystemCalls.setAccess(descriptor, other)
        try SystemCalls.closeFile(descriptor)
        let found = try FileManager.default.attributesOfItem(atPath: folder.path("new"))
        #expect(found[.posixPermissions] as? Int == 0o640)
    }

    @Test(arguments: ["cut", "flipped", "empty", "text", "missing", "folder"])
    func aDamagedStateFallsBack(_ damage: String) throws {
        try save(1, 2)
        let file = folder.url.appendingPathComponent("s")
        var bytes = state(2)
        try folder.remove("s")
        switch damage {
        case "cut": try folder.write(bytes.dropLast(3), to: "s")
        case "flipped":
            bytes[100] ^= 4
            try folder.write(bytes, to: "s")
        case "empty": try folder.write([], to: "s")
        case "text": try folder.write(Array("time,event\n".utf8), to: "s")
        case "folder":
            try folder.makeFolder("s")
            #expect(
                throws: StoreError.cannotOpen(FileProblem(file: file.path, reason: .system(code: EISDIR)))
            ) {
                _ = try load()
            }
            return
        default: break
        }
        let expected: FileProblem.Reason =
            switch damage {
            case "cut": .snapshot(.truncated(found: bytes.count - 3, expected: bytes.count))
            case "flipped": .snapshot(.damaged)
            case "empty": .snapshot(.truncated(found: 0, expected: 36))
            case "text": .snapshot(.notASnapshot)
            default: .missing
            }
        let found = try load()
        #expect(found?.number == 1 && found?.file == "s.previous")
        #expect(found?.problems.map(\.reason) == [expected])
        #expect(found?.problems.first?.file.hasSuffix("/s") == true)
        // What is kept next does not put the damaged one in the place of the one before.
        try save(3)
        #expect(try number(folder.bytes("s.previous")) == 1)
        #expect(try load()?.number == 3)
    }

    /// A file may be damaged after the store has written it: it does not take the place of the one before either.
    @Test func damagedAfterEverySave() throws {
        var store = try SnapshotStore(path: folder.path("s"))
        try store.save(state(1))
        try store.save(state(2))
        for number in 3...4 {
            try folder.write([1, 2, 3], to: "s")
            #expect(try store.load(FetchStoreTests.number)?.state == 1)
            try store.save(state(number))
            #expect(try store.load(FetchStoreTests.number)?.state == number)
        }
        try folder.write([1, 2, 3], to: "s")
        #expect(try store.load(FetchStoreTests.number)?.state == 1)
    }

    /// A folder, or a lock, that may not be written to: the state can be loaded, and none be kept.
    @Test(arguments: [false, true]) func aPlaceToReadFrom(hasLock: Bool) throws {
        try folder.write(FetchEngine(unchecked: FetchConfiguration(), seed: 1).snapshot(), to: "s")
        if hasLock { try folder.write([], to: "s.lock") }
        let manager = FileManager.default
        for name in folder.names {
            try manager.setAttributes([.posixPermissions: 0o444], ofItemAtPath: folder.path(name))
        }
        try manager.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.url.path)
        defer { try? manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.url.path) }
        let process = Process()
        let pipe = Pipe()
        let writer: URL = try #require(KillTests.writer)
        process.executableURL = writer
        process.arguments = ["load", folder.path("s")]
        process.standardOutput = pipe
        try process.run()
        let said = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let lines = String(decoding: said, as: UTF8.self).split(separator: "\n")
        #expect(lines.first?.hasPrefix("restored \(try folder.bytes("s").count) bytes") == true)
        #expect(lines.last?.hasPrefix("cannot write the state: ") == true)
        #expect(lines.last?.hasSuffix("/s.lock: Permission denied") == true)
        #expect(folder.names == (hasLock ? ["s", "s.lock"] : ["s"]))
    }

    @Test func bothDamaged() throws {
        try folder.write([1, 2], to: "s")
        try folder.write(state(1).dropLast(), to: "s.previous")
        do {
            _ = try load()
            Issue.record("found a state")
        } catch let error as StoreError {
            guard case .nothingWhole(let problems) = error else { throw error }
            #expect(problems.map(\.reason).first == .snapshot(.notASnapshot) && problems.count == 2)
            #expect(error.description.contains("s.previous: a truncated snapshot"))
        }
        try save(2)
        #expect(try load()?.number == 2)
    }

    /// A state of a later library is left alone, and kept as the one before when a new one is begun.
    @Test func aStateForAnotherConfigurationIsRefusedAndKept() throws {
        try save(1, 2)
        var store = try SnapshotStore(path: folder.path("s"))
        let refused = FileProblem(file: store.path, reason: .snapshot(.otherConfiguration))
        #expect(throws: StoreError.refused(refused)) {
            _ = try store.load { _ throws(SnapshotError) -> Int in throw .otherConfiguration }
        }
        try store.save(state(3))
        #expect(try number(folder.bytes("s.previous")) == 2)
    }

    @Test func whatIsNoSnapshotIsNotKept() throws {
        try save(1)
        var store = try SnapshotStore(path: folder.path("s"))
        #expect(throws: StoreError.notASnapshot(.notASnapshot)) { try store.save([1, 2, 3]) }
        #expect(throws: StoreError.notASnapshot(.notASnapshot)) { try store.save([1, 2], alongside: [3]) }
        #expect(try folder.bytes("s") == state(1))
    }

    @Test func oneStoreAtATime() throws {
        let store = try SnapshotStore(path: folder.path("s"))
        #expect(throws: StoreError.inUse(file: store.path)) { _ = try SnapshotStore(path: folder.path("s")) }
        _ = consume store
        try save(1)
    }

    @Test func leftoversGoAndLinksAreFollowedOnce() throws {
        try folder.write([1, 2, 3], to: "real.new")
        try save(1, to: "real")
        #expect(!folder.names.contains("real.new"))
        try folder.link("link", to: "real")
        try save(2, to: "link")
        #expect(try load("real")?.number == 2)
        #expect(folder.names == ["link", "real", "real.lock", "real.previous"])
        // A temporary file that is a link is removed, and not what it leads to.
        try folder.write([9], to: "precious")
        try folder.link("real.new", to: "precious")
        try save(3, to: "real")
        #expect(try folder.bytes("precious") == [9])
        try folder.link("nowhere", to: "gone")
        try folder.link("x.lock", to: "precious")
        for name in ["nowhere", "x", "no-such-folder/s"] {
            do {
                _ = try load(name)
                Issue.record("opened \(name)")
            } catch let error as StoreError {
                guard case .cannotOpen = error else { throw error }
                #expect(!error.description.isEmpty)
            }
        }
    }

    /// A folder in the place of the one before: the new state cannot be kept, and the old one stays.
    @Test func aFolderInThePlaceOfTheOneBefore() throws {
        try save(1)
        try folder.makeFolder("s.previous")
        var store = try SnapshotStore(path: folder.path("s"))
        let problem = FileProblem(file: store.path + ".previous", reason: .system(code: EISDIR))
        #expect(throws: StoreError.cannotWrite(problem)) { try store.save(state(2)) }
        #expect(try store.load(number)?.state == 1)
        #expect(!folder.names.contains("s.new"))
    }

    @Test func aStateThatMayNotBeReadIsLeftAlone() throws {
        // Whoever may do everything may read everything.
        guard getuid() != 0 else { return }
        try save(1)
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: folder.path("s"))
        var store = try SnapshotStore(path: folder.path("s"))
        let error = StoreError.cannotRead(FileProblem(file: store.path, reason: .system(code: EACCES)))
        #expect(throws: error) { _ = try store.load(number) }
        #expect(throws: error) { try store.save(state(2)) }
    }
}
