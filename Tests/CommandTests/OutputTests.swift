import Foundation
import Testing

/// Where results go: readers that leave, places that take nothing, and files that must not be replaced.
@Suite struct OutputTests {
    /// Eight days of use; the fetches of them fill more than a pipe.
    private static var trace: String {
        var trace = "time,event,app,value\n0,interval,mail,minimum\n"
        for hour in 1..<200 {
            trace += "\(hour * 3600),update,mail,\n\(hour * 3600 + 900),launch,mail,\n"
        }
        return trace
    }

    private static let bench = ["bench", "t.csv", "-q", "--policy", "none,aligned-60"]

    /// One output that nobody reads to its end is no reason to leave the other away.
    @Test(arguments: ["--decisions", "--report"]) func aReaderThatLeaves(_ option: String) throws {
        let command = try Command()
        defer { command.remove() }
        try command.write(Self.trace, to: "t.csv")
        let expected = try command.run(Self.bench)
        try command.write("", to: "err")
        let error = try FileHandle(forWritingTo: command.folder.appendingPathComponent("err"))
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        let process = try command.start(
            Self.bench + [option, "-", "--output", "r.txt", "--timing"], output: pipe.fileHandleForWriting,
            error: error)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == 0)
        #expect(try command.read("r.txt") == expected.output)
        #expect(try command.read("err").hasPrefix("{"))
        #expect(command.files == ["err", "r.txt", "t.csv"])
    }

    /// Standard output that takes nothing: here, one that is open for reading only.
    @Test(arguments: [["policies"], ["policies", "nutch"], ["radios"], ["presets"], ["bench", "t.csv"]])
    func standardOutputThatTakesNothing(_ arguments: [String]) throws {
        let command = try Command()
        defer { command.remove() }
        try command.write(Self.trace, to: "t.csv")
        for name in ["err", "other"] { try command.write("", to: name) }
        let folder = command.folder
        let error = try FileHandle(forWritingTo: folder.appendingPathComponent("err"))
        let output = try FileHandle(forReadingFrom: folder.appendingPathComponent("other"))
        let process = try command.start(arguments, output: output, error: error)
        process.waitUntilExit()
        #expect(process.terminationStatus == 73)
        #expect(try command.read("err").hasPrefix("<stdout>: error: cannot write: "))
    }

    /// However they are written: an output that would replace what is read, or another output.
    @Test(arguments: [
        ["bench", "t.csv", "-q", "--output", "t.csv"],
        ["bench", "t.csv", "-q", "--output", "./t.csv"],
        ["bench", "t.csv", "-q", "--report", "link.csv"],
        ["bench", "link.csv", "-q", "--decisions", "../{folder}/t.csv"],
        ["bench", "-", "-q", "--output", "/dev/stdin"],
        ["bench", "t.csv", "-q", "--decisions", "-"],
        ["bench", "t.csv", "-q", "--decisions", "/dev/stdout"],
        ["bench", "t.csv", "-q", "--output", "x.txt", "--decisions", "./x.txt"],
        ["bench", "t.csv", "-q", "--report", "x.txt", "--decisions", "../{folder}/x.txt"],
        ["bench", "t.csv", "-q", "--radio", "r.json", "--output", "r.json"],
        ["bench", "t.csv", "-q", "--curve", "--output", "t.csv"],
        ["forecast", "t.csv", "-q", "--config", "c.txt", "-o", "c.txt"],
        ["simulate", "t.csv", "-q", "-o", "t.csv"],
        ["explain", "t.csv", "--at", "9000", "-o", "t.csv"],
        ["convert", "t.csv", "./t.csv"],
        ["import", "t.csv", "--from", "csv", "--map", "time=time,app=app", "-o", "t.csv"],
        [
            "import", "x.csv", "--from", "csv", "--map", "time=time,app=app", "--updates", "t.csv", "-o",
            "t.csv",
        ],
        ["tune", "t.csv", "-q", "-o", "t.csv"],
        ["tune", "t.csv", "-q", "--study", "./t.csv"],
        ["tune", "t.csv", "-q", "--study", "s", "-o", "./s"],
    ])
    func anOutputThatWouldReplaceAnotherFile(_ arguments: [String]) throws {
        let command = try Command()
        defer { command.remove() }
        try command.write(Self.trace, to: "t.csv")
        try command.write("{}", to: "r.json")
        try command.write("", to: "c.txt")
        try FileManager.default.createSymbolicLink(
            atPath: command.folder.appendingPathComponent("link.csv").path, withDestinationPath: "t.csv")
        let folder = command.folder.lastPathComponent
        let result = try command.run(
            arguments.map { $0.replacing("{folder}", with: folder) }, input: Self.trace)
        #expect(result.status == 64)
        #expect(result.output == "")
        #expect(
            result.error.contains(" must differ: ")
                || result.error.contains(" must not be a file that is read: "))
        #expect(try command.read("t.csv") == Self.trace)
        #expect(command.files == ["c.txt", "link.csv", "r.json", "t.csv"])
    }

    /// What nobody replaces may be named twice, and a file that is there may be replaced.
    @Test func outputsThatAreNobodys() throws {
        let command = try Command()
        defer { command.remove() }
        try command.write(Self.trace, to: "t.csv")
        try command.write("before", to: "r.txt")
        let result = try command.run(
            Self.bench + ["--decisions", "/dev/null", "--output", "r.txt"])
        #expect(result.status == 0 && result.error == "")
        #expect(try command.read("r.txt") == command.run(Self.bench).output)
    }
}
