import FetchSched
import FetchTrace
import Testing

@testable import FetchImport
import FetchGenerate

@Suite struct TraceBuilderTests {
    private func log() throws -> LaunchLog {
        try launchLog(
            .usageStats, [try sample("usagestats-android9.txt")], try settings("Europe/Berlin"))
    }

    private func builder(_ content: ContentSource = .none) throws -> TraceBuilder {
        var builder = TraceBuilder()
        builder.zone = ZoneRule("Europe/Berlin")
        builder.content = content
        return builder
    }

    @Test func zoneIntervalsAndLaunches() throws {
        #expect(
            try written(builder().trace(of: log())) == """
                time,device,event,app,value,bytes,seconds
                1540681200.000,0,zone,,7200,,
                1540681200.000,0,interval,org.example.chat,minimum,,
                1540681200.000,0,interval,org.example.mail,minimum,,
                1540681200.000,0,interval,org.example.mail@10,minimum,,
                1540681200.000,0,interval,org.example.news,minimum,,
                1540681200.000,0,launch,org.example.mail,,,120
                1540686600.000,0,launch,org.example.chat,,,600
                1540688400.000,0,zone,,3600,,
                1540689300.000,0,launch,org.example.news,,,300
                1540692000.000,0,launch,org.example.chat,,,60
                1540692060.000,0,screen,,off,,
                1540713600.000,0,launch,org.example.mail@10,,,300

                """)
    }

    @Test func syntheticContentIsWithinTheLogAndDependsOnTheSeed() throws {
        let log = try manyDays()
        let one = try builder(.synthetic(seed: 1)).trace(of: log)
        #expect(one.events == (try builder(.synthetic(seed: 1)).trace(of: log)).events)
        #expect(one.events != (try builder(.synthetic(seed: 2)).trace(of: log)).events)
        let updates = one.events.filter { $0.kind == .update }
        #expect(updates.count == one.updates && one.updates > 100)
        #expect(updates.allSatisfy { log.devices[0].first...log.devices[0].last ~= $0.time && $0.bytes > 0 })
        #expect(Set(updates.map { one.names.apps[$0.app] }) == one.appsWithContent)
        #expect(one.label == "updates: synthetic, seed 1")
    }

    /// An app keeps its content when another app is left out, unless all together change too often.
    @Test func contentBelongsToTheApp() throws {
        let all = SyntheticContent(seed: 9, start: TraceGenerator.defaultStart, days: 5)
        let both = all.changes(of: ["org.example.mail", "org.example.news", "org.example.chat"])
        #expect(all.changes(of: ["org.example.news"])[0] == both[1])
        #expect(both.contains { !$0.isEmpty })
    }

    private func manyDays() throws -> LaunchLog {
        var text = "t,a\n"
        for hour in 0..<(24 * 14) {
            let app = ["mail", "mail", "news", "mail", "chat", "news", "x\(hour % 10)"][hour % 7]
            text += "\(1_714_521_600 + hour * 3600),\(app)\n"
        }
        let columns = try ColumnMap("time=t,app=a")
        return try launchLog(.columnMap, [file(text)], try settings { $0.columns = columns })
    }

    @Test func pairing() throws {
        let feeds = try RecordedUpdates(sample("feeds.csv"))
        #expect(feeds.sources.map(\.name) == ["weather", "wire", "blog"])
        var orders: Set<[Int?]> = []
        for seed in UInt64(0)..<40 {
            let shuffled = feeds.pairing(with: 4, seed: seed)
            #expect(Set(shuffled.prefix(3)) == [0, 1, 2] && shuffled[3] == nil)
            #expect(feeds.pairing(with: 2, seed: seed) == Array(shuffled.prefix(2)))
            orders.insert(shuffled)
        }
        #expect(orders.count == 6)
    }

    /// Updates of another year move by whole weeks, so that weekday and hour stay.
    @Test func recordedUpdatesMoveByWeeks() throws {
        let log = try manyDays()
        let feeds = try RecordedUpdates(sample("feeds.csv"))
        let trace = try builder(.paired(feeds, seed: 1)).trace(of: log)
        #expect(trace.shiftedWeeks == 486)
        #expect(trace.names.devices.names == ["0"])
        #expect(trace.names.labels.names == ["updates: paired with feeds.csv, moved by 486 weeks"])
        #expect(trace.events.first?.kind == .provenance)
        let week = TimeSpan.days(7 * 486)
        let period = log.devices[0].first...log.devices[0].last
        let source = try #require(feeds.pairing(with: 1, seed: 1)[0])
        let expected = feeds.sources[source].updates.map { $0.time + week }.filter { period.contains($0) }
        let mail = try #require(trace.names.apps.find("mail"))
        #expect(trace.events.filter { $0.kind == .update && $0.app == mail }.map(\.time) == expected)
        #expect(!expected.isEmpty)

        // Within a week of the start, before or after; not at all if there is time in common.
        let start = try #require(feeds.sources[0].updates.first).time
        for days in [-400, -30, 200, 201, 202, 3000] as [Int64] {
            let first = start + .days(days)
            let shift = feeds.shift(toCover: first, to: first + .days(2))
            #expect(shift.milliseconds % TimeSpan.days(7).milliseconds == 0)
            #expect((.zero)..<TimeSpan.days(7) ~= first - (start + shift), "\(days)")
        }
        #expect(feeds.shift(toCover: start + .hours(5), to: start + .days(900)) == .zero)
    }

    @Test(arguments: [
        ("source,time\n", "u: error: found a header and nothing else, expected rows below it"),
        (
            "source,when\na,1\n",
            "u:1:1: error: found columns \"source\", \"when\", expected a column \"time\""
        ),
        (
            "source,time\na,2024-05-01\n",
            "u:2:3: error: found time \"2024-05-01\", expected seconds since 1970"
        ),
        ("source,time,bytes\na,1,-5\n", "u:2:5: error: found bytes \"-5\", expected a whole number of bytes"),
        ("source,time\n,1\n", "u:2:1: error: found no source, expected a name"),
        ("source,time\na\n", "u:2:1: error: found 1 field, expected 2"),
    ])
    func errorsInUpdates(_ text: String, _ message: String) {
        let error = #expect(throws: TraceError.self) { try RecordedUpdates(file(text, "u")) }
        #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
    }

    @Test func nothingToImportIsAnError() throws {
        let format = ImportFormat.usageStats
        func message(_ text: String) -> String? {
            #expect(throws: TraceError.self) {
                try launchLog(format, [file(text)]).check(file: "log", format: format)
            }?.description
        }
        let expected =
            "expected lines such as time=\"2024-05-01 09:12:33\" type=ACTIVITY_RESUMED package=org.example.mail, "
            + "as 'adb shell dumpsys usagestats' prints"
        #expect(message("some text\n") == "log: error: found no launch, " + expected)
        #expect(
            message("time=1 type=ACTIVITY_RESUMED package=android flags=0x0\n")
                == "log: error: found no launch in 1 event, " + expected
                + "; left out: 1 app, see --include")
        #expect(
            message(
                "time=1000 type=ACTIVITY_RESUMED package=a flags=0x0\n"
                    + "time=1714540205400 type=ACTIVITY_RESUMED package=b flags=0x0\n")
                == "log: error: found launches from 1970-01-01T00:00:01.000Z to 2024-05-01T05:10:05.400Z, expected "
                + "at most ten years, from 1970 on; leave out wrong times with --since and --until")
    }
}
