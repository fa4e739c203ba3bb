import FetchImport
import FetchSched
import FetchTrace
import Testing

/// Rows that are not as the format says: left out and counted, unless there are too many or none may be left out.
@Suite struct BadRowTests {
    private func csv(_ rows: [String]) -> InputText {
        file((["t,a,d"] + rows).joined(separator: "\n") + "\n")
    }

    private func settings(isStrict: Bool = false) throws -> ReadingSettings {
        let columns = try ColumnMap("time=t,app=a,duration=d")
        return try FetchImportTests.settings {
            $0.columns = columns
            $0.isStrict = isStrict
        }
    }

    private func rows(_ count: Int) -> [String] {
        (0..<count).map { "\(1_714_547_553 + $0 * 600),app\($0 % 7),5" }
    }

    @Test(arguments: [
        ("1714547553,x,NA", "log:5:14: error: found duration \"NA\""),
        ("NA,x,5", "log:5:1: error: found time \"NA\""),
        ("1714547553,,5", "log:5:12: error: found no app"),
        ("1714547553,x,-0.004", "log:5:14: error: found duration"),
        ("1714547553,x", "log:5:12: error: found 2 fields"),
        ("1714547553,x,5,6", "log:5:16: error: found 4 fields"),
        ("1714547553,a\u{0}b,5", "log:5:13: error: found a control character"),
        ("1714547553,a\"b,5", "log:5:13: error: found a quote"),
        ("1714547553,\"ab,5", "log:5:12: error: found"),
        ("99999999999999,x,5", "log:5:1: error: found time"),
    ])
    func oneOfManyKinds(_ row: String, _ error: String) throws {
        var all = rows(8)
        all.insert(row, at: 3)
        let result = imported(.columnMap, [csv(all)], try settings())
        #expect(
            result.launches == imported(.columnMap, [csv(rows(8))], try settings()).launches,
            "\(result.error ?? "")")
        #expect(result.summary.bad.count == 1 && result.summary.records == 9)
        #expect(
            result.summary.bad.errors.first?.description.hasPrefix(error) == true, "\(result.summary.bad)")
        let strict = imported(.columnMap, [csv(all)], try settings(isStrict: true))
        #expect(strict.error == result.summary.bad.errors.first?.description)
    }

    /// One in a hundred, and one in any case beside a good one.
    @Test(arguments: [
        (1, 0, false), (1, 1, true), (2, 98, false), (2, 198, true), (5, 495, true), (6, 495, false),
    ])
    func howMany(_ bad: Int, _ good: Int, _ isRead: Bool) throws {
        let all = rows(good) + (0..<bad).map { _ in "NA,x,5" }
        let result = imported(.columnMap, [csv(all)], try settings())
        #expect((result.error == nil) == isRead, "\(result.error ?? "")")
        if bad > 1, !isRead {
            #expect(
                result.error?.hasSuffix(
                    "\(bad) of \(bad + good) rows are bad, and at most one in 100 is left out") == true)
        }
    }

    /// A quote that is one too many swallows lines up to the next one, but its row alone is bad.
    @Test func quotesThatPair() throws {
        var all = rows(600)
        all[100] = "\"" + all[100]
        all[400] = "\"" + all[400]
        let result = imported(.columnMap, [csv(all)], try settings())
        #expect(result.summary.records == 600 && result.summary.bad.errors.map(\.line) == [102, 402])
    }

    /// A last row without its line end may be the half of one, if fields are missing.
    @Test func cutOff() throws {
        let whole = (["t,a,d"] + rows(300)).joined(separator: "\n")
        #expect(
            imported(.columnMap, [file(whole + "\n1714547553,x")], try settings()).error?.contains("cut off")
                == true)
        #expect(imported(.columnMap, [file(whole + "\n1714547553,\"x")], try settings()).error != nil)
        #expect(
            imported(.columnMap, [file(whole + "\n1714547553,x,NA")], try settings()).summary.bad.count == 1)
        #expect(imported(.columnMap, [file(whole + "\nTotal: 300\n")], try settings()).summary.bad.count == 1)
    }

    @Test(arguments: [
        ("\"duration\":1,\"data\":{\"app\":\"\"}", true), ("\"duration\":1,\"data\":{\"app\":null}", true),
        ("\"duration\":-0.004,\"data\":{\"app\":\"a\"}", true),
        ("\"duration\":NaN,\"data\":{\"app\":\"a\"}", true),
        ("\"duration\":1e999,\"data\":{\"app\":\"a\"}", true),
        ("\"duration\":1,\"data\":{\"app\":\"a\\ud83d\"}", true),
        ("\"duration\":1,\"data\":{\"app\":\"\\udc00\"}", true),
        ("\"duration\":1,\"data\":{\"app\":\"a\\u0000\"}", true),
        ("\"duration\":1,\"data\":{\"app\":7}", true), ("\"duration\":1,\"data\":[]", true),
        ("\"duration\":-Infinity", true), ("\"duration\":1,\"data\":{\"app\":\"\\x\"}", true),
        // Nobody reads titles, so nothing is wrong with the event.
        ("\"duration\":1,\"data\":{\"app\":\"a\",\"title\":\"\\ud83d\"}", false),
        ("\"duration\":1,\"data\":{\"app\":\"a\",\"title\":\"\u{1}\"}", false),
    ])
    func activityWatch(_ event: String, _ isBad: Bool) throws {
        func export(_ events: [String]) -> InputText {
            file(
                "{\"type\":\"currentwindow\",\"hostname\":\"pc\",\"events\":[\n"
                    + events.joined(separator: ",\n") + "]}")
        }
        let good = (10..<14).map {
            "{\"timestamp\":\"2024-05-01T\($0):00:00Z\",\"duration\":9,\"data\":{\"app\":\"b\"}}"
        }
        let odd = "{\"timestamp\":\"2024-05-01T09:00:00Z\",\(event)}"
        let result = imported(.activityWatch, [export(good + [odd])])
        #expect(result.error == nil && result.launches.count == (isBad ? 4 : 5))
        #expect(result.summary.bad.errors.map(\.line) == (isBad ? [6] : []))
        var strict = ReadingSettings()
        strict.isStrict = true
        #expect(imported(.activityWatch, [export(good + [odd])], strict).error?.hasPrefix("log:6:") == true)
    }

    /// Events of buckets that nobody reads may be anything.
    @Test func otherBuckets() throws {
        let text = """
            {"buckets":{"w":{"type":"currentwindow","events":[{"timestamp":"2024-05-01T10:00:00Z","data":{"app":"a"}}]},
            "x":{"type":"app.editor.activity","events":[{"duration":-1},7]}}}
            """
        let result = imported(.activityWatch, [file(text)])
        #expect(result.launches.count == 1 && result.summary.bad.count == 0)
    }

    @Test(arguments: [
        "time=\"noon\" type=ACTIVITY_RESUMED package=a class=A flags=0x0",
        "time=\"2024-05-01 10:00:00\" type= package=a class=A flags=0x0",
        "time=99999999999999 type=ACTIVITY_RESUMED package=a class=A flags=0x0",
        "time=-4 type=ACTIVITY_RESUMED package=a class=A flags=0x0",
        "time=\"2024-05-01 10:00:00\" type=ACTIVITY_RESUMED package=a\u{0}b class=A flags=0x0",
    ])
    func usageStats(_ line: String) {
        func use(_ hour: Int) -> String {
            "time=\"2024-05-01 \(hour):00:00\" type=ACTIVITY_RESUMED package=a class=A flags=0x0\n"
        }
        let result = imported(.usageStats, [file(use(10) + line + "\n" + use(11))])
        #expect(
            result.launches.count == 1 && result.summary.bad.errors.map(\.line) == [2],
            "\(result.error ?? "")")
        // Behind half a line, more is missing.
        let half = line.prefix(20)
        #expect(
            imported(.usageStats, [file(use(10) + half + "\n" + use(11))]).error?.hasPrefix("log:2:") == true)
    }

    @Test func appUsage() throws {
        func log(_ rows: [String]) -> InputText {
            file((["App name,Date,Time,Duration"] + rows).joined(separator: "\n") + "\n")
        }
        let good = [
            "Mail,5/18/24,10:00:00,0:00:05", "News,5/17/24,10:00:00,0:00:05", "Mail,5/16/24,10:00:00,0:00:05",
        ]
        for row in [
            "NA,NA,NA,NA", ",5/18/24,10:00:00,0:00:05", "Mail,5/45/24,10:00:00,0:00:05",
            "Mail,5/18/24,10:00:00,-0:00:01",
        ] {
            let result = imported(.digitalWellbeing, [log(good + [row])])
            #expect(
                result.launches.count == 3 && result.summary.bad.errors.map(\.line) == [5],
                "\(result.error ?? "")")
        }
        let result = imported(
            .digitalWellbeing, [log(["Mail,45962,0.333,0:00:05", "Mail,45963,0.4,0:00:05"])])
        #expect(result.error?.contains("day number of a spreadsheet") == true)
    }
}
