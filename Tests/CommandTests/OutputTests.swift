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
        try command.write("", to: "err")
        let folder = command.folder
        let error = try FileHandle(forWritingTo: folder.appendingPathComponent("err"))
        let output = try FileHandle(forReadingFrom: folder.appendingPathComponent("t.csv"))
        let process = try command.start(arguments, output: output, error: error)
        process.waitUntilExit()
        #expect(process.terminationStatus == 73)
        #expect(try command.read("err").hasPrefix("<stdout>: error: cannot write: "))
    }
}
