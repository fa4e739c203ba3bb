import Foundation
import Testing

/// The first signal ends a verb, whatever it is at, and takes along what was written in part.
@Suite struct InterruptionTests {
    enum Input: CaseIterable {
        /// A pipe into which nobody writes.
        case silent
        /// A named pipe that nobody opens.
        case unopened
    }

    /// Interrupts the verb once `file` is being written (or something of it is, and no more comes), and expects it to
    /// end and to leave nothing behind.
    private func expectEnd(
        of arguments: [String], writing file: String, upToAPause: Bool = false, in command: Command,
        input: Any? = nil, by signal: Int32 = SIGINT
    ) throws {
        let before = command.files
        try command.write("", to: "err")
        let error = try FileHandle(forWritingTo: command.folder.appendingPathComponent("err"))
        let process = try command.start(
            arguments, output: FileHandle.nullDevice, error: error, input: input)
        let deadline = Date().addingTimeInterval(30)
        var size = 0
        func hasBegun() -> Bool {
            guard let name = command.files.first(where: { $0.hasPrefix(file + ".") }) else { return false }
            defer { size = (try? command.read(name).utf8.count) ?? 0 }
            return !upToAPause || size > 0 && (try? command.read(name).utf8.count) == size
        }
        while !hasBegun(), Date() < deadline { usleep(2000) }
        kill(process.processIdentifier, signal)
        let limit = Date().addingTimeInterval(30)
        while process.isRunning, Date() < limit { usleep(2000) }
        #expect(!process.isRunning)
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == 130)
        #expect(try command.read("err") == "interrupted\n")
        #expect(command.files == (before + ["err"]).sorted())
    }

    @Test func whileItWrites() throws {
        let command = try Command()
        try expectEnd(
            of: ["generate", "--preset", "heavy", "--devices", "100000", "--output", "big.csv"],
            writing: "big.csv", in: command)
    }

    @Test(arguments: Input.allCases, [SIGINT, SIGTERM, SIGHUP]) func whileItWaits(
        _ input: Input, _ signal: Int32
    )
        throws
    {
        let command = try Command()
        // Its writing end is open as long as the pipe is here.
        let silent = Pipe()
        try #require(mkfifo(command.folder.appendingPathComponent("pipe.csv").path, 0o600) == 0)
        try command.write("before", to: "r.txt")
        try expectEnd(
            of: [
                "bench", input == .silent ? "-" : "pipe.csv", "--decisions", "d.csv", "--output", "r.txt",
            ], writing: "d.csv", in: command, input: silent.fileHandleForReading, by: signal)
        #expect(try command.read("r.txt") == "before")
        try silent.fileHandleForWriting.close()
    }

    /// `nohup`, and a shell that starts it in the background, want it to go on.
    @Test(.timeLimit(.minutes(20))) func whatIsIgnoredStaysSo() throws {
        let trace = "time,event,app,value\n0,interval,mail,minimum\n0,launch,mail,\n90000,launch,mail,\n"
        let command = try Command(["t.csv": trace])
        let result = try command.shell(
            """
            trap '' INT HUP; mkfifo p; "$0" "$@" < p & exec 3> p; sleep 0.5
            kill -INT $!; kill -HUP $!; sleep 0.2; cat t.csv >&3; exec 3>&-; wait $!
            """, ["bench", "-", "-q", "--policy", "none", "--format", "csv"])
        #expect(result.status == 0 && result.output.contains(",none,"), "\(result)")
    }

    /// The second replay of a single device, which is a long one; the first has its fetches in the file already.
    @Test func whileItReplays() throws {
        let command = try Command()
        let trace =
            "time,event,app,value\n0,interval,mail,minimum\n0,launch,mail,\n0,update,mail,\n2000000000,launch,mail,\n"
        try command.write(trace, to: "t.csv")
        try expectEnd(
            of: [
                "bench", "t.csv", "-q", "--jobs", "1", "--policy", "aligned-20000,aligned-100", "--decisions",
                "d.csv", "--output", "r.txt",
            ], writing: "d.csv", upToAPause: true, in: command)
    }
}
