import FetchImport
import FetchSched
import FetchTrace
import Testing

@Suite struct UsageStatsTests {
    /// A home screen and the screen of a call are no apps; what notified is said of those that are launched.
    @Test func homeCallsAndNotifications() throws {
        let events = [
            "1000 ACTIVITY_RESUMED org.example.news", "9000 ACTIVITY_PAUSED org.example.news",
            "9000 ACTIVITY_RESUMED com.sonymobile.home", "9500 ACTIVITY_PAUSED com.sonymobile.home",
            "9600 NOTIFICATION_INTERRUPTION org.example.news",
            "9700 NOTIFICATION_INTERRUPTION org.example.chat",
            "9800 ACTIVITY_RESUMED com.samsung.android.incallui",
            "9900 ACTIVITY_PAUSED com.samsung.android.incallui", "10000 ACTIVITY_RESUMED org.example.mail",
        ]
        let text = events.map { event in
            let parts = event.split(separator: " ")
            return
                "time=17145402\(parts[0].count < 5 ? "0" : "")\(parts[0]) type=\(parts[1]) package=\(parts[2]) flags=0x0\n"
        }.joined()
        let log = try launchLog(.usageStats, [file(text)])
        #expect(log.devices[0].launches.map(\.app) == ["org.example.news", "org.example.mail"])
        #expect(log.summary.leftOut.map(\.name) == ["com.samsung.android.incallui", "com.sonymobile.home"])
        #expect(log.devices[0].notifications.map(\.start.milliseconds) == [1_714_540_209_600])
        #expect(log.summary.notificationsLeftOut == 1)
    }

    /// Android 5 and 6: times to the minute, in the phone's language, events in the sections.
    @Test func timesOfTheFirstDumps() throws {
        let dump = try sample("usagestats-android5.txt")
        let result = imported(.usageStats, [dump], try settings("-05:00"))
        #expect(
            result.launches == [
                "2015-04-28T03:58:00.000Z org.example.mail 60.0 s",
                "2015-04-28T03:59:00.000Z org.example.news 300.0 s",
            ])
        let ambiguous = String(decoding: dump.bytes, as: UTF8.self).replacing("4/27/2015", with: "4/5/2015")
        #expect(
            imported(.usageStats, [file(ambiguous)]).error
                == "log:8:12: error: found dates that may be read in two ways, expected the position "
                + "of the month; use --date-order mdy or --date-order dmy")
        let told = imported(.usageStats, [file(ambiguous)], try settings { $0.dateOrder = .dmy })
        #expect(told.launches.first?.hasPrefix("2015-05-04T22:58:00.000Z") == true)
    }

    /// `--checkin` prints whole days, in milliseconds since 1970; the zone does not matter.
    @Test func daysInMilliseconds() throws {
        let dump = try sample("usagestats-checkin.txt")
        let result = imported(.usageStats, [dump], try settings("+09:00"))
        #expect(
            result.launches == [
                "2024-05-01T01:00:00.500Z org.example.mail 60.0 s",
                "2024-05-01T02:00:00.250Z org.example.news 30.0 s",
                "2024-05-02T01:00:00.500Z org.example.mail 60.0 s",
                "2024-05-02T02:00:00.250Z org.example.news 30.0 s",
            ])
        // `dumpsys usagestats file` prints the same under other headings.
        let listing = String(decoding: dump.bytes, as: UTF8.self)
            .replacing("  beginTime=", with: "  interval=daily\n  file=1714521600000\n  beginTime=")
        #expect(imported(.usageStats, [file(listing)]).launches == result.launches)
    }

    /// What daily dumps have in common counts once, in one file or in several, also with another precision.
    @Test func overlappingDumps() throws {
        let dump = try sample("usagestats-android13.txt")
        let zone = try settings("Europe/Berlin")
        let once = imported(.usageStats, [dump], zone)
        let twice = imported(.usageStats, [dump, dump], zone)
        #expect(twice.launches == once.launches)
        #expect(twice.summary.duplicates == once.summary.duplicates + once.summary.records)
        let text = String(decoding: dump.bytes, as: UTF8.self)
        #expect(imported(.usageStats, [file(text + text)], zone) == twice)

        let precise = """
            user=0
              beginTime=1714514400000 endTime=1714600800000
                packages
                events
                  time=1714540205400 type=ACTIVITY_RESUMED package=org.example.news class=org.example.news.Main instanceId=101 flags=0x0
                  time=1714540360300 type=ACTIVITY_PAUSED package=org.example.news class=org.example.news.Main instanceId=101 flags=0x0

            Usage Source=CURRENT_ACTIVITY

            """
        #expect(imported(.usageStats, [dump, file(precise)], zone).launches.count == once.launches.count)
    }

    /// UTF-16 with a byte order mark is what `>` writes in older PowerShells; old phones end lines in CR CR LF.
    @Test func encodingsAndLineEnds() throws {
        let dump = try sample("usagestats-android13.txt")
        let plain = imported(.usageStats, [dump])
        let text = String(decoding: dump.bytes, as: UTF8.self)
        var wide: [UInt8] = [0xFF, 0xFE]
        for unit in text.utf16 { wide += [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)] }
        #expect(imported(.usageStats, [InputText(name: "log", bytes: wide)]) == plain)
        #expect(imported(.usageStats, [file(text.replacing("\n", with: "\r\r\n"))]) == plain)
        #expect(imported(.usageStats, [file("\u{FEFF}" + text)]) == plain)
    }

    /// A dump that was cut off at any line is an error, up to where the events of its user are all there; then what
    /// is there is whole. That another user follows cannot be known.
    @Test(arguments: [
        "usagestats-android13.txt", "usagestats-android9.txt", "usagestats-android5.txt",
        "usagestats-checkin.txt",
    ])
    func truncatedAtEveryLine(name: String) throws {
        let dump = try sample(name)
        let whole = imported(.usageStats, [dump])
        let lines = String(decoding: dump.bytes, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        let eventLines = lines.indices.filter { lines[$0].contains(" type=") }
        let users = lines.indices.filter { lines[$0].hasPrefix("user=") } + [lines.count]
        let last = try #require(eventLines.last { $0 < users[1] })
        let ofFirstUser = whole.launches.filter { !$0.contains("@") }
        var errors = 0
        for count in 1..<lines.count {
            for ending in ["", "\n"] {
                let cut = imported(.usageStats, [file(lines[..<count].joined(separator: "\n") + ending)])
                if cut.error == nil {
                    #expect(count > last, "\(name), \(count) lines")
                    #expect(
                        cut.launches == (count > users[1] ? whole.launches : ofFirstUser),
                        "\(name), \(count) lines")
                } else {
                    errors += 1
                }
            }
        }
        #expect(errors > lines.count)
    }

    @Test(arguments: [
        (
            "user=0\n  Last 24 hour events (timeRange=\"x\" )\n    time=\"2024-05-01 07:00:00\" type=ACTIVITY_RESUMED "
                + "package=a flags=0x0 \n",
            "log:4:1: error: found the end of the dump, expected the sections up to \"In-memory yearly stats\"; "
                + "the dump was cut off; make it again"
        ),
        (
            "user=0\n  beginTime=1 endTime=2\n    packages\n",
            "log:4:1: error: found the end of the dump, expected the \"events\" of this day; the dump was cut off; "
                + "make it again"
        ),
        (
            "  time=\"2024-05-01 07:00\n",
            "log:1:8: error: found a time that does not end, expected a closing quote"
        ),
        (
            "  time=noon type=ACTIVITY_RESUMED package=a flags=0x0\n",
            "log:1:8: error: found time noon, expected a time such as \"2024-05-01 09:12:33\" or milliseconds "
                + "since 1970"
        ),
        (
            "time=1714540205400 type=ACTIVITY_RESUMED pack",
            "log:1:42: error: found other text, expected package= and a name; the dump was cut off; make it again"
        ),
        (
            "time=1714540205400 type=ACTIVITY_RESUMED package=org.exam",
            "log:1:58: error: found the end of the line, expected a line end; the dump was cut off; make it again"
        ),
        (
            "Permission Denial: can't dump usagestats from pid=1, uid=2\n",
            "log:1:1: error: found a refusal, \"Permission Denial\", expected a dump; run dumpsys from 'adb shell', "
                + "not in an app"
        ),
    ])
    func errors(_ text: String, _ message: String) {
        #expect(imported(.usageStats, [file(text)]).error == message)
    }

    /// A pause that was not logged ends where the next app began; after a restart nobody knows.
    @Test func lostEnds() {
        let log = """
            time=1000000 type=ACTIVITY_RESUMED package=a class=a.A instanceId=1 flags=0x0
            time=1060000 type=ACTIVITY_RESUMED package=b class=b.B instanceId=2 flags=0x0
            time=1090000 type=ACTIVITY_PAUSED package=b class=b.B instanceId=2 flags=0x0
            time=2000000 type=ACTIVITY_RESUMED package=a class=a.A instanceId=1 flags=0x0
            time=2100000 type=DEVICE_STARTUP package=android flags=0x0
            time=2200000 type=ACTIVITY_RESUMED package=a class=a.A instanceId=1 flags=0x0
            time=2210000 type=DEVICE_SHUTDOWN package=android flags=0x0
            time=2220000 type=ACTIVITY_PAUSED package=a class=a.A instanceId=1 flags=0x0

            """
        #expect(
            imported(.usageStats, [file(log)]).launches == [
                "1970-01-01T00:16:40.000Z a 60.0 s", "1970-01-01T00:17:40.000Z b 30.0 s",
                "1970-01-01T00:33:20.000Z a", "1970-01-01T00:36:40.000Z a 10.0 s",
            ])
    }

    /// An app is in front while one of its activities is; who was overtaken without a pause ended then.
    @Test(arguments: [
        // The next screen of an app may be there before the last one is gone.
        (["1 R a x", "5 R a y", "6 P a x", "30 P a y"], ["a 29.0 s"]),
        // Side by side, as on a split screen, both go on.
        (["1 R a x", "5 R b y", "30 P b y", "40 P a x"], ["a 39.0 s", "b 25.0 s"]),
        // Overtaken, and then the screen goes dark, or the log ends.
        (["1 R a x", "5 R b y", "30 S android -"], ["a 4.0 s", "b 25.0 s"]),
        (["1 R a x", "5 R b y"], ["a 4.0 s", "b"]),
        (["1 R a x", "5 R b y", "9 R c z", "20 P c z"], ["a 4.0 s", "b 4.0 s", "c 11.0 s"]),
        // Ends without a beginning are of the day before.
        (["1 P a x", "5 R b y", "7 P b z", "9 P b y"], ["b 4.0 s"]),
    ])
    func activitiesSideBySide(_ events: [String], _ launches: [String]) {
        let types = ["R": "ACTIVITY_RESUMED", "P": "ACTIVITY_PAUSED", "S": "SCREEN_NON_INTERACTIVE"]
        var log = ""
        for event in events {
            let parts = event.split(separator: " ").map(String.init)
            log += "time=\(parts[0])000 type=\(types[parts[1]] ?? "") package=\(parts[2]) "
            log += "class=\(parts[3]) instanceId=1 flags=0x0\n"
        }
        let result = imported(.usageStats, [file(log)])
        // Behind the date and the time, which are 25 characters.
        #expect(result.launches.map { String($0.dropFirst(25)) } == launches)
    }

    /// The hour that comes twice, in two dumps: each dump is in order for itself.
    @Test func dumpsAroundTheEndOfSummerTime() throws {
        func dump(_ events: [String]) -> InputText {
            let lines = events.map { event in
                "time=\"2024-10-27 \(event.dropFirst(2))\" type=ACTIVITY_RESUMED package=\(event.prefix(1)) "
                    + "class=x flags=0x0\n"
            }
            return file(lines.joined())
        }
        let result = imported(
            .usageStats, [dump(["a 02:50:00", "b 02:10:00"]), dump(["c 02:20:00"])],
            try settings("Europe/Berlin"))
        #expect(
            result.launches.map { String($0.prefix(26)) } == [
                "2024-10-27T00:20:00.000Z c", "2024-10-27T00:50:00.000Z a", "2024-10-27T01:10:00.000Z b",
            ])
    }

    /// With `-c`, an ordinary dump has milliseconds, and its sections begin like the days of `--checkin`.
    @Test func compactDump() throws {
        var dump = """
            user=0
              Last 24 hour events (beginTime=1714500000000 endTime=1714586400000 )
                time=1714540205400 type=ACTIVITY_RESUMED package=org.example.news class=n.N instanceId=1 flags=0x0
                time=1714540215400 type=ACTIVITY_PAUSED package=org.example.news class=n.N instanceId=1 flags=0x0

            """
        for section in ["daily", "weekly", "monthly"] {
            dump +=
                "  In-memory \(section) stats\n  beginTime=1714500000000 endTime=1714586400000\n    packages\n"
        }
        #expect(
            imported(.usageStats, [file(dump)]).error?.contains("the sections up to \"In-memory yearly")
                == true)
        dump += "  In-memory yearly stats\n  beginTime=1704067200000 endTime=1714586400000\n    packages\n"
        let result = imported(.usageStats, [file(dump)])
        #expect(result.launches == ["2024-05-01T05:10:05.400Z org.example.news 10.0 s"], "\(result)")
    }

    /// Where times are to the minute, equal lines of one section are events; in another section they are the same again.
    @Test func repeatsWithinASection() {
        func section(_ heading: String, _ uses: String) -> String {
            "  \(heading)\n"
                + uses.map { app in
                    ["FOREGROUND", "BACKGROUND"].map {
                        "    time=\"25/04/2015 22:58\" type=MOVE_TO_\($0) package=\(app) class=\(app).A \n"
                    }.joined()
                }.joined()
        }
        let day = section("Last 24 hour events (x)", "abab")
        let dump = { (sections: String) in "user=0\n\(sections)  In-memory yearly stats\n" }
        let launches = ["a", "b", "a", "b"]
        for sections in [
            day, day + section("In-memory daily stats", "abab"), day + section("In-memory daily stats", "ab"),
            section("Last 24 hour events (x)", "ab") + section("In-memory daily stats", "abab"),
        ] {
            let result = imported(.usageStats, [file(dump(sections)), file(dump(day))])
            #expect(result.launches.map { $0.split(separator: " ")[1] } == launches[...].map { $0[...] })
        }
        // With no other app in between, it stayed where it was.
        #expect(
            imported(.usageStats, [file(dump(section("In-memory daily stats", "aaa")))]).launches.count == 1)
    }

    /// Lines that were picked out of two dumps have no headings between them; the second begins where time goes back.
    @Test func picksOfTwoDumps() {
        let events = ["07 R a", "07 P a", "12 R b", "12 P b", "12 R a", "12 P a", "18 R b", "18 P b"].map {
            event in
            let type = event.contains("R") ? "RESUMED" : "PAUSED"
            return
                "time=\"2024-05-01 \(event.prefix(2)):00:00\" type=ACTIVITY_\(type) package=\(event.suffix(1)) flags=0x0\n"
        }.joined()
        let once = imported(.usageStats, [file(events)])
        let twice = imported(.usageStats, [file(events + events)])
        #expect(once.launches.count == 4 && twice.launches == once.launches)
        #expect(twice.summary.duplicates == 8)
    }

    /// The screen lights twice in one minute.
    @Test func repeatedChangesOfTheScreen() throws {
        let types = [
            "SCREEN_INTERACTIVE", "SCREEN_NON_INTERACTIVE", "SCREEN_INTERACTIVE", "SCREEN_NON_INTERACTIVE",
        ]
        let text = types.map { "time=1000000 type=\($0) package=android flags=0x0\n" }.joined()
        let use = { (time: Int) in "time=\(time)000 type=ACTIVITY_RESUMED package=a class=A flags=0x0\n" }
        let log = try launchLog(.usageStats, [file(use(900) + text + use(1100))])
        #expect(log.devices.first?.screen.map(\.change) == [.on, .off, .on, .off])
    }
}
