import FetchImport
import FetchSched
import FetchTrace
import Testing

/// What becomes of the lines about the screen and the keyguard in a usage dump.
@Suite struct UsageStatsScreenTests {
    private static let types = [
        "on": "SCREEN_INTERACTIVE", "off": "SCREEN_NON_INTERACTIVE", "shown": "KEYGUARD_SHOWN",
        "hidden": "KEYGUARD_HIDDEN", "shutdown": "DEVICE_SHUTDOWN", "startup": "DEVICE_STARTUP",
    ]

    /// A dump's lines of `10 on`, with times in seconds.
    private func log(_ events: [String]) -> String {
        events.map { event in
            let parts = event.split(separator: " ").map(String.init)
            return "time=\(parts[0])000 type=\(Self.types[parts[1]] ?? "") package=android flags=0x0\n"
        }.joined()
    }

    /// Lines of a dump that has local times, such as `10:00:05 RESUMED mail`; an activity is the only one of its app.
    private func dump(_ events: [String]) -> InputText {
        file(
            events.map { event in
                let parts = event.split(separator: " ").map(String.init)
                let type = Self.types[parts[1]] ?? "ACTIVITY_" + parts[1]
                let package = parts.count > 2 ? parts[2] : "android"
                return "time=\"2024-05-01 \(parts[0])\" type=\(type) package=\(package) flags=0x0\n"
            }.joined())
    }

    private func trace(_ log: LaunchLog, zone: String = "UTC") throws -> [String] {
        var builder = TraceBuilder()
        builder.zone = ZoneRule(zone)
        builder.content = .none
        return try written(builder.trace(of: log)).split(separator: "\n").dropFirst().map(String.init)
    }

    @Test(arguments: [
        // Lit, unlocked, dark, locked: a use. Lit alone: a look at the clock.
        (["10 on", "12 hidden", "60 off", "60 shown"], ["10 on", "12 unlocked", "60 off"]),
        (["10 on", "15 off"], ["10 on", "15 off"]),
        // Not locked yet when it went dark, and unlocked by a finger on its back before it was lit.
        (["10 off", "12 on", "30 off"], ["10 off", "12 on", "30 off"]),
        (["10 off", "12 hidden", "12 on"], ["10 off", "12 unlocked", "12 on"]),
        // Again, and nothing new.
        (["10 on", "10 on", "13 on"], ["10 on"]),
        (["10 hidden", "11 hidden"], ["10 unlocked"]),
        (["10 off", "20 shutdown"], ["10 off"]),
        // Locked while it was lit: unlocked again is new.
        (["10 hidden", "20 shown", "30 hidden"], ["10 unlocked", "30 unlocked"]),
        (["10 on", "20 shown", "30 on"], ["10 on"]),
        // That it went dark got lost.
        (["10 hidden", "500 on", "501 hidden"], ["10 unlocked", "500 on", "501 unlocked"]),
        // The end of the battery logs nothing; a shutdown does.
        (["10 on", "500 startup", "510 on"], ["10 on", "510 on"]),
        (["10 on", "20 shutdown", "500 startup", "510 on"], ["10 on", "20 off", "510 on"]),
        (["10 shown", "20 startup"], []),
    ])
    func changes(_ events: [String], _ changes: [String]) throws {
        let expected = changes.map { $0.replacing(" ", with: ".000 ") }
        #expect(try screen(.usageStats, [file(log(events))]) == expected)
    }

    /// A second user, as for a work profile, may have the same lines; so may further dumps.
    @Test func whatIsReportedAgain() throws {
        let lines = log(["10 on", "10 hidden", "60 off", "90 on", "90 hidden"])
        let again = lines.replacing("000 type", with: "004 type")
        func imported(_ files: [String]) throws -> [String] {
            let use = "type=ACTIVITY_RESUMED package=a flags=0x0\n"
            let ends = file("time=1000 \(use)time=99000 \(use.replacing("=a", with: "=b"))")
            return try trace(launchLog(.usageStats, files.map { file($0) } + [ends])).filter {
                $0.contains(",screen,")
            }
        }
        let once = try imported([lines])
        #expect(once.count == 5)
        #expect(try imported([lines, lines]) == once)
        #expect(try imported(["user=0\n" + lines + "-\nuser=10\n" + lines + "-\n"]) == once)
        // The second dump has milliseconds.
        #expect(try imported([lines, again]) == once)
        #expect(try imported([again, lines]) == once)
    }

    /// In one second the screen lights before an app is opened, and goes dark after what it ended.
    @Test func orderWithinASecond() throws {
        let log = try launchLog(
            .usageStats,
            [
                dump([
                    "10:00:00 RESUMED mail", "10:00:09 off",
                    // As when somebody rings: the app lights the screen.
                    "10:01:00 RESUMED phone", "10:01:00 on", "10:01:00 hidden", "10:01:09 off",
                    // Opened and gone within a second.
                    "10:02:00 on", "10:02:00 RESUMED mail", "10:02:00 off",
                    // Dark, and an app that comes to the front goes on.
                    "10:03:00 on", "10:03:07 off", "10:03:07 RESUMED phone", "10:03:20 PAUSED phone",
                    "10:04:00 RESUMED mail",
                ])
            ])
        #expect(
            try trace(log).dropFirst(3) == [
                "1714557600.000,0,launch,mail,,,9",
                "1714557609.000,0,screen,,off,,",
                "1714557660.000,0,screen,,on,,",
                "1714557660.000,0,screen,,unlocked,,",
                "1714557660.000,0,launch,phone,,,9",
                "1714557669.000,0,screen,,off,,",
                "1714557720.000,0,screen,,on,,",
                "1714557720.000,0,launch,mail,,,0",
                "1714557720.000,0,screen,,off,,",
                "1714557780.000,0,screen,,on,,",
                "1714557787.000,0,screen,,off,,",
                "1714557787.000,0,launch,phone,,,13",
                "1714557840.000,0,launch,mail,,,",
            ])
    }

    /// A whole dump of Android 10 or later: what comes before the first launch and after the last is left out. Two activities
    /// of one app are one launch, as are those within three seconds; the launcher between apps is none; the screen goes dark
    /// before an activity is paused, and the last one is in front at the end. (`TraceBuilderTests` has one of Android 9.)
    @Test func goldenTrace() throws {
        let log = try launchLog(
            .usageStats, [try sample("usagestats-android13.txt")], try settings("Europe/Berlin"))
        let summary = log.summary
        #expect(summary.records == 29 && summary.duplicates == 0 && summary.merged == 2)
        #expect(summary.leftOut.count == 1)
        #expect(
            try trace(log, zone: "Europe/Berlin") == [
                "1714540205.000,0,zone,,7200,,",
                "1714540205.000,0,interval,org.example.chat,minimum,,",
                "1714540205.000,0,interval,org.example.mail,minimum,,",
                "1714540205.000,0,interval,org.example.news,minimum,,",
                "1714540205.000,0,launch,org.example.news,,,155",
                "1714540364.000,0,launch,org.example.chat,,,80",
                "1714540444.000,0,screen,,off,,",
                "1714545000.000,0,push,org.example.mail,alert,,",
                "1714545070.000,0,screen,,on,,",
                "1714545072.000,0,screen,,unlocked,,",
                "1714545073.000,0,launch,org.example.mail,,,107",
                "1714545180.000,0,launch,org.example.chat,,,60",
                "1714545240.000,0,launch,org.example.mail,,,",
            ])
    }
}
