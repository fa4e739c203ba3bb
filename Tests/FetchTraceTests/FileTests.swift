import FetchSched
import Foundation
import TestSupport
import Testing

@testable import FetchTrace

private func failure(_ body: () throws -> Void) -> TraceError? {
    #expect(throws: TraceError.self) { try body() }
}

@Suite struct FileTests {
    private let folder: TestFolder
    init() throws { folder = try TestFolder() }

    private func file(_ name: String, _ text: String) throws -> String {
        try folder.write(text.utf8, to: name)
        return folder.path(name)
    }

    @Test func filesAreReadInSmallChunks() throws {
        let path = try file("a.csv", "time,event,app\n1,quit,a\n2,quit,b\n")
        let trace = try Trace.read(path: path, options: .init(chunkSize: 3))
        #expect(trace.events.map(\.app) == [0, 1])
        #expect(trace.source == path)
    }

    /// Uses of more than a day are noted with their line, however the trace is read, and left as they are.
    @Test func longUsesAreNoted() throws {
        var text = "seconds,time,event,app\n30,0,launch,a\n"
        for line in 3...40 {
            text +=
                [
                    5: "86400,5,launch,a\n", 9: "86400.001,9,launch,a\n", 11: ",11,quit,\"a\"\n",
                    20: "99999999,20,launch,b\n",
                ][line]
                ?? "7,\(line),launch,a\n"
        }
        let path = try file("a.csv", text)
        let trace = try Trace.read(path: path)
        #expect(trace.events.compactMap(\.duration).max() == .seconds(99_999_999))
        for chunk in [7, 1 << 18] {
            var reader = try TraceReader(bytes: Array(text.utf8), options: .init(chunkSize: chunk))
            while try reader.next() != nil {}
            for uses in [reader.longUses, trace.longUses] {
                #expect(uses.count == 2 && uses.firstLine == 9)
                #expect(uses.firstDuration == .seconds(86_400.001))
            }
        }
    }

    @Test func whatCannotBeReadIsReported() throws {
        let none = folder.path("none.csv")
        let missing = failure { _ = try TraceReader(path: none) }
        #expect(missing?.description == "\(none): error: cannot read: No such file or directory")
        #expect(missing?.exitStatus == 66)
        let directory = failure { _ = try TraceReader(path: folder.url.path) }
        #expect(directory?.description == "\(folder.url.path): error: cannot read: Is a directory")
        #expect(directory?.exitStatus == 66)
        #expect(failure { _ = try TraceReader(path: "a\0b") }?.kind == .cannotOpen)
        let empty = failure { _ = try TraceReader(path: file("empty.csv", "")) }
        #expect(empty?.exitStatus == 65)
    }

    @Test func aFileAppearsWholeOrNotAtAll() throws {
        let path = try file("out.csv", "old")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        do {
            let file = try AtomicFile(path: path)
            try file.write(Array("new".utf8))
            #expect(folder.names.count == 2)
        }
        #expect(folder.names == ["out.csv"])
        #expect(try folder.text("out.csv") == "old")

        let file = try AtomicFile(path: path)
        try file.write(Array("new".utf8))
        try file.commit()
        try file.commit()
        file.abandon()
        #expect(folder.names == ["out.csv"])
        #expect(try folder.text("out.csv") == "new")
        #expect(failure { try file.write([65]) }?.exitStatus == 73)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o640)
    }

    @Test func aNewFileAndALinkToIt() throws {
        let file = try AtomicFile(path: folder.path("new.csv"))
        try file.write([65])
        try file.commit()
        #expect(try folder.text("new.csv") == "A")
        try folder.link("link.csv", to: "new.csv")
        let link = try AtomicFile(path: folder.path("link.csv"))
        try link.write([66])
        try link.commit()
        #expect(try folder.text("new.csv") == "B")
        #expect(folder.names == ["link.csv", "new.csv"])
    }

    @Test func aFailedRenameLeavesNothing() throws {
        let file = try AtomicFile(path: folder.path("x"))
        try FileManager.default.createDirectory(
            atPath: folder.path("x/y"), withIntermediateDirectories: true)
        #expect(failure { try file.commit() }?.exitStatus == 73)
        #expect(folder.names == ["x"])
    }

    @Test func whatCannotBeWrittenIsReported() throws {
        let path = folder.path("none/out.csv")
        let error = failure { _ = try AtomicFile(path: path) }
        #expect(error?.description == "\(path): error: cannot write: No such file or directory")
        #expect(error?.exitStatus == 73)
        #expect(failure { _ = try AtomicFile(path: folder.url.path) }?.found == "Is a directory")
    }

    @Test func devicesAreWrittenDirectly() throws {
        let file = try AtomicFile(path: "/dev/null")
        try file.write([65])
        try file.commit()
        let attributes = try FileManager.default.attributesOfItem(atPath: "/dev/null")
        #expect(attributes[.type] as? FileAttributeType == .typeCharacterSpecial)
    }

    @Test func aPipeThatNobodyReadsIsAnError() throws {
        let path = folder.path("pipe")
        #expect(mkfifo(path, 0o600) == 0)
        let reading = open(path, O_RDONLY | O_NONBLOCK)
        let file = try AtomicFile(path: path)
        close(reading)
        let error = failure { try file.write([65]) }
        #expect(error?.isBrokenPipe == true)
        #expect(error?.exitStatus == 73)
    }
}
