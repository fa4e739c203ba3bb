import Foundation
import Testing

/// Where results go: readers that leave, places that take nothing, and files that must not be replaced.
@Suite struct OutputTests {
    /// Three days of use; the fetches of them fill more than a pipe.
    private static var trace: String {
        var trace = "time,event,app,value\n0,interval,mail,minimum\n"
        for hour in 1..<72 {
            trace += "\(hour * 3600),update,mail,\n\(hour * 3600 + 900),launch,mail,\n"
        }
        return trace
    }

    private static let bench = ["bench", "t.csv", "-q", "--no-profiles", "--policy", "none,aligned-60"]

    /// One output that nobody reads to its end is no reason to leave the other away.
    @Test(arguments: ["--decisions", "--report"]) func aReaderThatLeaves(_ option: String) throws {
        let command = try Command(["t.csv": Self.trace])
        let expected = try command.run(Self.bench)
        try command.write("", to: "err")
        let error = try FileHandle(forWritingTo: command.folder.appendingPathComponent("err"))
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        let process = try command.start(
            Self.bench + [option, "-", "--output", "r.txt"], output: pipe.fileHandleForWriting,
            error: error)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == 0)
        #expect(try command.read("r.txt") == expected.output)
        #expect(try command.read("err").isEmpty)
        #expect(command.files == ["err", "r.txt", "t.csv"])
    }

    /// Standard error that takes nothing, or is not there: the result and the status are as ever.
    @Test(
        arguments: ["2>/dev/full", "2>&-", "2<&0 0<&-"],
        [
            ["bench", "missing.csv"], ["bench", "--no-such-option"],
            ["bench", "t.csv", "-q", "--policy", "none", "-o", "o.txt"],
            ["import", "l.csv", "--from", "csv", "--map", "time=t,app=a", "-o", "o.txt"],
        ]) func standardErrorThatTakesNothing(_ redirection: String, _ arguments: [String]) throws
    {
        guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
        let command = try Command(["t.csv": Self.trace, "l.csv": "t,a\n0,mail\n9000,mail\n"])
        let expected = try command.run(arguments)
        let kept = try? command.read("o.txt")
        try? FileManager.default.removeItem(at: command.folder.appendingPathComponent("o.txt"))
        let result = try command.shell("exec \"$0\" \"$@\" \(redirection)", arguments)
        #expect(result.status == expected.status && [0, 64, 66].contains(result.status))
        #expect(result.output == expected.output)
        #expect((try? command.read("o.txt")) == kept)
    }

    /// Standard output that is closed or full: an error that says so, also for help; no other file takes its number.
    @Test(
        arguments: [">/dev/full", ">&-"],
        [
            ["--help"], ["--version"], ["list", "policies"], ["bench", "t.csv", "-q", "--policy", "none"],
            ["generate", "--preset", "quiet", "--days", "1"],
        ]) func standardOutputThatIsFullOrClosed(_ redirection: String, _ arguments: [String]) throws
    {
        guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
        let command = try Command(["t.csv": Self.trace])
        let result = try command.shell("exec \"$0\" \"$@\" \(redirection)", arguments)
        #expect(result.status == 73)
        #expect(result.error.hasPrefix("<stdout>: error: cannot write: "))
    }

    /// A link to nowhere is neither followed nor replaced.
    @Test func aLinkToNowhere() throws {
        let command = try Command()
        try command.own.link("o.csv", to: "gone.csv")
        let result = try command.run(["generate", "--preset", "quiet", "--days", "1", "--output", "o.csv"])
        #expect(result.status == 73)
        #expect(
            result.error
                == "o.csv: error: cannot write: a link that leads to no file; remove the link, or name the file "
                + "that it should lead to\n")
        #expect(command.files == ["o.csv"])
    }

    /// A use of more than a day is cut, by every verb that replays it, with a word on it.
    @Test func aUseOfYears() throws {
        let command = try Command()
        let head = "time,event,app,value,bytes,seconds\n0,interval,mail,minimum,,\n60,launch,mail,,100,30\n"
        let end = "600000,update,mail,,100,\n900000,launch,mail,,100,40\n"
        for (name, seconds) in [("year.csv", "9999999999"), ("day.csv", "86400")] {
            try command.write(head + "7200,launch,mail,,100,\(seconds)\n" + end, to: name)
        }
        let bench = ["-q", "--no-profiles", "--policy", "none,aligned-7200", "--format", "csv"]
        let year = try command.run(["bench", "year.csv"] + bench)
        let day = try command.run(["bench", "day.csv"] + bench)
        #expect(year.output == day.output.replacing("day.csv", with: "year.csv"))
        #expect(
            year.error
                == "year.csv:4: warning: found a use of 115740 d 17 h, expected one of a day at most; it is cut to "
                + "that\n")
        #expect(day.error == "")
    }

    /// However they are written: an output that would replace what is read, or another output.
    @Test(arguments: [
        ["bench", "t.csv", "-q", "--output", "./t.csv"], ["bench", "t.csv", "-q", "--report", "link.csv"],
        ["bench", "link.csv", "-q", "--decisions", "../{folder}/t.csv"],
        ["bench", "-", "-q", "--output", "/dev/stdin"], ["bench", "t.csv", "-q", "--decisions", "-"],
        ["bench", "t.csv", "-q", "--decisions", "/dev/stdout"],
        ["bench", "t.csv", "-q", "--output", "x.txt", "--decisions", "./x.txt"],
        ["bench", "t.csv", "-q", "--report", "x.txt", "--decisions", "../{folder}/x.txt"],
        ["bench", "t.csv", "-q", "--radio", "r.json", "--output", "r.json"],
        ["forecast", "t.csv", "-q", "--config", "c.txt", "-o", "c.txt"],
        ["simulate", "t.csv", "-q", "-o", "t.csv"], ["explain", "t.csv", "--at", "9000", "-o", "t.csv"],
        ["import", "t.csv", "--from", "csv", "--map", "time=time,app=app", "-o", "t.csv"],
        ["import", "x", "--from", "csv", "--map", "time=t,app=a", "--updates", "t.csv", "-o", "t.csv"],
        ["tune", "t.csv", "-q", "--study", "./t.csv"], ["tune", "t.csv", "-q", "--study", "s", "-o", "./s"],
    ])
    func anOutputThatWouldReplaceAnotherFile(_ arguments: [String]) throws {
        let command = try Command(["t.csv": Self.trace, "r.json": "{}", "c.txt": ""])
        try command.own.link("link.csv", to: "t.csv")
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
        let command = try Command(["t.csv": Self.trace, "r.txt": "before"])
        let result = try command.run(
            Self.bench + ["--decisions", "/dev/null", "--output", "r.txt"])
        #expect(result.status == 0 && result.error == "")
        #expect(try command.read("r.txt") == command.run(Self.bench).output)
    }
}
