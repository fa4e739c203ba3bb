import Foundation
import Testing

/// `--policy exec:COMMAND` from outside.
@Suite struct ExecPolicyCommandTests {
    private static let trace =
        "time,device,event,app,value,seconds\n0,a,interval,x,minimum,\n0,b,interval,x,minimum,\n0,a,update,x,,\n0,b,update,x,,\n"
        + (1...20).map { "\($0 * 7000),a,launch,x,,15\n\($0 * 7000),b,launch,x,,15\n" }.joined()
    private static let idle =
        #"read x; echo '{"hello":"fetchsched-exec/1"}'; "#
        + #"while read x; do case $x in *ask*) cat answer;; esac; done"#

    private func folder() throws -> Command {
        let command = try Command()
        try command.write(Self.trace, to: "t.csv")
        try command.write("{\"fetch\":null,\"wake\":null,\"radio\":null}\n", to: "answer")
        return command
    }

    @Test(arguments: [["bench"], ["simulate", "--device", "a"]]) func beforeAndBesideOthers(verb: [String])
        throws
    {
        let command = try folder()
        let result = try command.run(
            verb + ["t.csv", "--quiet", "--format", "json", "--policy", "none,exec:\(Self.idle),fixed-7200"])
        #expect(result.status == 0 && result.error == "", "\(result.error)")
        #expect(result.output.contains(#""policy":"exec:read x; echo '{\"hello\""#))
    }

    @Test func whatItSaysIsPassedThrough() throws {
        let command = try folder()
        let result = try command.run([
            "bench", "t.csv", "--device", "a", "--quiet", "--format", "json", "--policy",
            "exec:echo a\\,b >&2; \(Self.idle)",
        ])
        #expect(result.status == 0 && result.error == "a,b\n", "\(result.error)")
        #expect(result.output.contains(#""policy":"exec:echo a\\,b"#))
    }

    @Test func whatGoesWrongHasStatus69AndWritesNothing() throws {
        let command = try folder()
        let files = command.files
        try command.expectRefusal(
            of: [
                "bench", "t.csv", "--quiet", "--output", "out.json", "--format", "json", "--jobs", "1",
                "--decisions", "d.csv", "--policy", "exec:read x; echo garbage",
            ],
            #"exec:read x; echo garbage: device "a", line 1 of its input: error: found "garbage", expected {"hello":"#,
            status: 69)
        #expect(command.files == files)
        try command.expectRefusal(
            of: ["bench", "t.csv", "--quiet", "--answer-within", "0.1", "--policy", "exec:cat > /dev/null"],
            "found no answer within 0.1 s", status: 69)
    }

    /// The first Ctrl-C ends the command and everything that the program has started.
    @Test func nothingOutlivesCtrlC() throws {
        let command = try folder()
        let process = try command.start(
            [
                // One program at a time, as they write the same files.
                "bench", "t.csv", "--quiet", "--jobs", "1", "--policy",
                "exec:trap '' TERM INT; sleep 300 & echo $! > child; echo $$ > self; sleep 300",
            ], output: FileHandle.nullDevice, error: FileHandle.nullDevice)
        func number(_ name: String) -> Int32? {
            (try? command.read(name)).flatMap { Int32($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
        }
        let deadline = Date().addingTimeInterval(60)
        while number("self") == nil, Date() < deadline { usleep(1000) }
        process.interrupt()
        process.waitUntilExit()
        #expect(process.terminationStatus == 130)
        for name in ["self", "child"] {
            let number = try #require(number(name))
            func isRunning() -> Bool {
                let stat = (try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)) ?? ""
                return kill(number, 0) == 0 && !stat.contains(") Z")
            }
            while isRunning(), Date() < deadline { usleep(1000) }
            #expect(!isRunning())
        }
    }
}
