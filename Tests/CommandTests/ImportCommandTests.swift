import Foundation
import Testing

/// The command `import`: golden output, bad input, and that the rest of the command takes what it makes.
@Suite struct ImportCommandTests {
    private static let log = """
        time=1714540205400 type=ACTIVITY_RESUMED package=org.example.news class=a.A instanceId=1 flags=0x0
        time=1714540300400 type=ACTIVITY_PAUSED package=org.example.news class=a.A instanceId=1 flags=0x0
        time=1714540301000 type=ACTIVITY_RESUMED package=com.android.launcher3 class=l.L instanceId=2 flags=0x0
        time=1714540302000 type=ACTIVITY_PAUSED package=com.android.launcher3 class=l.L instanceId=2 flags=0x0
        time=1714540303000 type=ACTIVITY_RESUMED package=org.example.mail class=b.B instanceId=3 flags=0x0
        time=1714540303000 type=ACTIVITY_RESUMED package=org.example.mail class=b.B instanceId=3 flags=0x0
        time=1714540399000 type=ACTIVITY_PAUSED package=org.example.mail class=b.B instanceId=3 flags=0x0

        """

    private func folder() throws -> Command { try Command(["usage.txt": Self.log]) }

    @Test func goldenTrace() throws {
        let command = try folder()
        let result = try command.run([
            "import", "usage.txt", "--from", "usagestats", "--zone", "-03:30", "--no-content", "--device",
            "phone",
        ])
        #expect(
            result.output == """
                time,device,event,app,value,bytes,seconds
                1714540205.400,phone,zone,,-12600,,
                1714540205.400,phone,interval,org.example.mail,minimum,,
                1714540205.400,phone,interval,org.example.news,minimum,,
                1714540205.400,phone,launch,org.example.news,,,95
                1714540303.000,phone,launch,org.example.mail,,,96

                """)
        #expect(
            result.error == """
                usage.txt: 7 events, 2 launches of 2 apps over 0.0 days; 0 duplicates dropped, 0 uses merged \
                with the one before
                usage.txt: left out: "com.android.launcher3" (1)
                usage.txt: note: no content, so every launch will be fresh

                """)
        #expect(result.status == 0)
    }

    /// A log of three weeks becomes a trace that `bench` replays; the same seed gives the same bytes.
    @Test func fromLogToBench() throws {
        let command = try Command()
        var rows = "when,what\n"
        for hour in 0..<(21 * 24) where hour % 24 > 6 {
            rows += "\(1_714_521_600 + hour * 3600),\(hour % 3 == 0 ? "mail" : "news")\n"
        }
        try command.write(rows, to: "log.csv")
        try command.write("source,time\nbbc,1714600000\nbbc,1714700000\n", to: "feeds.csv")
        let arguments = [
            "import", "log.csv", "--from", "csv", "--map", "time=when,app=what", "--zone", "Europe/Berlin",
        ]
        let paired = try command.run(
            arguments + ["--updates", "feeds.csv", "--output", "paired.csv"])
        #expect(paired.output == "" && paired.status == 0)
        #expect(paired.error.hasSuffix("\nlog.csv: updates: paired with feeds.csv: 2 updates of 1 app\n"))
        let text = try command.read("paired.csv")
        #expect(text.contains("\n1714600000.000,0,update,news,,,\n"))
        #expect(text.contains(",0,provenance,,updates: paired with feeds.csv,,\n"))
        let bench = try command.run(["bench", "paired.csv", "--policy", "none,adaptive", "--format", "csv"])
        #expect(bench.status == 0 && bench.output.contains("\npaired.csv,lte,20,1,"))

        let one = try command.run(arguments + ["--seed", "7"])
        let other = try command.run(arguments + ["--seed", "7", "--quiet"], input: nil)
        #expect(one.output == other.output && other.error == "")
        #expect(one.output.contains(",0,provenance,,\"updates: synthetic, seed 7\",,\n"))
        let piped = try command.run(
            ["import", "-"] + arguments.dropFirst(2) + ["--seed", "7"], input: rows)
        #expect(piped.output == one.output)
        try command.write(one.output, to: "synthetic.csv")
        #expect(try command.run(["simulate", "synthetic.csv", "--device", "0"]).status == 0)
    }

    /// An app of two devices is one app, of launches and of updates alike.
    @Test func appsAreCountedOnce() throws {
        var rows = "t,a,d\n"
        for hour in 0..<500 {
            rows += "\(1_714_540_205 + hour * 3600),app\(hour / 2 % 3),phone\(hour % 2)\n"
        }
        let result = try Command(["log.csv": rows]).run([
            "import", "log.csv", "--from", "csv", "--map", "time=t,app=a,device=d",
        ])
        #expect(result.error.contains(" launches of 3 apps "), "\(result.error)")
        let counted = try #require(result.error.firstMatch(of: #/ updates of ([0-9]+) apps?\n/#))
        #expect(["1", "2", "3"].contains(counted.output.1), "\(result.error)")
    }

    @Test func badLogsLeaveNothingBehind() throws {
        let command = try folder()
        try command.write(String(Self.log.dropLast(30)), to: "usage.txt")
        try command.write("before", to: "out.csv")
        let cut = try command.run(["import", "usage.txt", "--from", "usagestats", "--output", "out.csv"])
        #expect(cut.status == 65)
        #expect(cut.error.hasPrefix("usage.txt:7:"), "\(cut.error)")
        #expect(cut.error.hasSuffix("the dump was cut off; make it again\n"))
        #expect(try command.read("out.csv") == "before")
        #expect(command.files == ["out.csv", "usage.txt"])
        try command.write("nothing of the kind\n", to: "usage.txt")
        let empty = try command.run(["import", "usage.txt", "--from", "usagestats"])
        #expect(
            empty.status == 65 && empty.error.hasPrefix("usage.txt: error: found no launch, expected lines"))
        #expect(try command.run(["import", "none.txt", "--from", "usagestats"]).status == 66)
    }

    /// Bad rows are listed with their places, and end the import only with `--strict`.
    @Test func badRows() throws {
        let command = try Command([
            "log.csv": "t,a\n1714540205,mail\nNA,news\n1714543805,\u{1B}[31m\n1714547405,mail\n"
        ])
        var rows = try command.read("log.csv")
        for hour in 0..<196 { rows += "\(1_714_550_000 + hour * 3600),news\n" }
        try command.write(rows, to: "log.csv")
        let arguments = [
            "import", "log.csv", "--from", "csv", "--map", "time=t,app=a", "--no-content", "-o", "out.csv",
        ]
        let result = try command.run(arguments)
        #expect(result.status == 0)
        #expect(
            result.error.contains(
                """
                log.csv: left out: 2 bad rows, see --strict:
                log.csv:3:1: left out: found time "NA", expected seconds or milliseconds since 1970, or a date and time \
                such as 2024-05-01T09:12:33+02:00
                log.csv:4:12: left out: found a control character (byte 0x1B), expected text

                """), "\(result.error)")
        let strict = try command.run(arguments + ["--strict"])
        #expect(strict.status == 65 && strict.error.hasPrefix("log.csv:3:1: error: found time \"NA\""))
    }

    /// The offsets of times set the zone, and a note says so.
    @Test func offsets() throws {
        let command = try Command([
            "log.csv": "t,a\n2024-05-01T09:00:00+02:00,mail\n2024-05-01T10:00:00+02:00,news\n"
        ])
        let result = try command.run([
            "import", "log.csv", "--from", "csv", "--map", "time=t,app=a", "--no-content",
        ])
        #expect(result.output.contains("\n1714546800.000,0,zone,,7200,,\n"))
        #expect(
            result.error.hasPrefix("log.csv: note: without --zone, the offsets in the times set the zone\n"))
    }

    @Test(arguments: [
        ["import", "usage.txt"], ["import", "--from", "usagestats"],
        ["import", "usage.txt", "--from", "xml"], ["import", "usage.txt", "--from", "csv"],
        ["import", "usage.txt", "--from", "usagestats", "--map", "time=a,app=b"],
        ["import", "usage.txt", "--from", "csv", "--map", "time=a"],
        ["import", "usage.txt", "--from", "usagestats", "--zone", "Mars/Base"],
        ["import", "usage.txt", "--from", "usagestats", "--no-content", "--updates", "feeds.csv"],
        ["import", "usage.txt", "--from", "usagestats", "--since", "noon"],
        ["import", "-", "-", "--from", "usagestats"],
    ])
    func wrongUsage(_ arguments: [String]) throws {
        try folder().expectRefusal(of: arguments)
    }
}
