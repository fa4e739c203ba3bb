import FetchImport
import FetchSched
import FetchTrace
import Testing

@Suite struct ColumnMapTests {
    private func settings(_ map: String, zone: String = "UTC") throws -> ReadingSettings {
        let columns = try ColumnMap(map)
        return try FetchImportTests.settings(zone) { $0.columns = columns }
    }

    @Test func allColumns() throws {
        let result = imported(
            .columnMap, [try sample("log.csv")],
            try settings("time=start,app=package,end=stop,device=phone"))
        #expect(
            result.launches == [
                "p1: 2024-05-01T07:12:33.000Z org.example.mail 60.5 s",
                "p1: 2024-05-01T07:15:00.000Z org.example.news 60.0 s",
                "p2: 2024-05-01T07:20:00.000Z org.example.mail",
            ])
        #expect(result.summary.duplicates == 1)
    }

    @Test(arguments: [
        ("1714547553", "UTC", "2024-05-01T07:12:33.000Z"),
        ("1714547553250", "UTC", "2024-05-01T07:12:33.250Z"),
        ("1714547553.5", "UTC", "2024-05-01T07:12:33.500Z"),
        ("2024-05-01T07:12:33.25Z", "+03:00", "2024-05-01T07:12:33.250Z"),
        ("2024-05-01 09:12:33", "+02:00", "2024-05-01T07:12:33.000Z"),
        ("2024-05-01T09:12", "Europe/Berlin", "2024-05-01T07:12:00.000Z"),
    ])
    func times(_ text: String, _ zone: String, _ time: String) throws {
        let result = imported(
            .columnMap, [file("t,a\n\(text),x\n")], try settings("time=t,app=a", zone: zone))
        #expect(result.launches == ["\(time) x"], "\(result.error ?? "")")
    }

    /// A use across the moment at which clocks are set back ends after it began.
    @Test func endsInTheHourThatComesTwice() throws {
        let text = "t,a,e\n2024-10-27 02:50,x,2024-10-27 02:10\n"
        let result = imported(
            .columnMap, [file(text)], try settings("time=t,app=a,end=e", zone: "Europe/Berlin"))
        #expect(result.launches == ["2024-10-27T00:50:00.000Z x 1200.0 s"], "\(result.error ?? "")")
    }

    @Test func dateAndTimeInTwoColumns() throws {
        let text = "day,app,clock,s\n2024-05-01,x,09:12:33,0:01:30\n2024-05-01,y,10:00:00,12.5\n"
        let result = imported(.columnMap, [file(text)], try settings("time=day+clock,app=app,duration=s"))
        #expect(
            result.launches == ["2024-05-01T09:12:33.000Z x 90.0 s", "2024-05-01T10:00:00.000Z y 12.5 s"])
    }

    @Test(arguments: [
        (
            "t,a\n1714547553\n",
            "log:2:1: error: found 1 field, expected 2, as in the header; the file may have been cut off"
        ),
        ("x,a\n1,b\n", "log:1:1: error: found columns \"x\", \"a\", expected a column \"t\""),
        (
            "t;a\n1;b\n",
            "log:1:1: error: found columns \"t;a\", expected a column \"t\"; separate the columns with commas, as docs/import.md shows"
        ),
        (
            "t,a\nnoon,b\n",
            "log:2:1: error: found time \"noon\", expected seconds or milliseconds since 1970, or a date "
                + "and time such as 2024-05-01T09:12:33+02:00"
        ),
        (
            "t,a\n171454755300000,b\n",
            "log:2:1: error: found time \"171454755300000\", expected a time from 1970 to 3000"
        ),
        ("t,a\n1,\n", "log:2:3: error: found no app, expected a name"),
    ])
    func errors(_ text: String, _ message: String) throws {
        #expect(imported(.columnMap, [file(text)], try settings("time=t,app=a")).error == message)
    }

    /// As pandas and Python write a span of time, too.
    @Test(arguments: [
        ("12.5", 12.5), ("0:01:30", 90), ("01:30", 90), ("0 days 00:00:03.003000", 3.003),
        ("1 days 00:00:02", 86_402), ("1 day, 0:00:02.5", 86_402.5), ("2 days, 1:00:00", 176_400),
    ])
    func durations(_ text: String, _ seconds: Double) throws {
        let result = imported(
            .columnMap, [file("t,a,d\n9,b,\"\(text)\"\n")], try settings("time=t,app=a,duration=d"))
        #expect(result.launches == ["1970-01-01T00:00:09.000Z b \(seconds) s"], "\(result.error ?? "")")
    }

    /// A bare number is in seconds, unless the column is called otherwise.
    @Test func unitsOfDurations() throws {
        func result(_ column: String, _ unit: DurationUnit? = nil) throws -> Imported {
            var settings = try settings("time=t,app=a,duration=\(column)")
            settings.durationUnit = unit
            return imported(.columnMap, [file("t,a,\(column)\n9,b,3\n")], settings)
        }
        for name in ["minutes", "use_min", "durationMinutes", "Time (min)"] {
            #expect(
                try result(name).error
                    == "log:2:5: error: found \"3\" in the column \"\(name)\", expected the unit of such "
                    + "durations; use --duration-unit minutes, or another of milliseconds, seconds, minutes, hours"
            )
            #expect(try result(name, .minutes).launches == ["1970-01-01T00:00:09.000Z b 180.0 s"])
            #expect(try result(name, .seconds).launches == ["1970-01-01T00:00:09.000Z b 3.0 s"])
        }
        #expect(try result("durationMs", .milliseconds).launches == ["1970-01-01T00:00:09.000Z b 0.003 s"])
        for name in ["d", "seconds", "sec", "comment", "items"] {
            #expect(try result(name).launches == ["1970-01-01T00:00:09.000Z b 3.0 s"])
        }
    }

    /// Times in UTC of a device elsewhere.
    @Test func timesInAnotherZone() throws {
        let log = try launchLog(
            .columnMap, [file("t,a\n2024-05-01 05:00,b\n")], try settings("time=t,app=a", zone: "UTC"))
        var builder = TraceBuilder()
        builder.zone = ZoneRule("America/Los_Angeles")
        builder.content = .none
        let lines = try written(builder.trace(of: log)).split(separator: "\n")
        #expect(lines[1] == "1714539600.000,0,zone,,-25200,," && lines[3] == "1714539600.000,0,launch,b,,,")
    }

    @Test func errorsOfDurations() throws {
        let duration = try settings("time=t,app=a,duration=d")
        #expect(
            imported(.columnMap, [file("t,a,d\n1,b,long\n")], duration).error
                == "log:2:5: error: found duration \"long\", expected a number of seconds such as 12.5, h:mm:ss, or 0 days "
                + "00:00:12.5"
        )
        let end = try settings("time=t,app=a,end=d")
        #expect(
            imported(.columnMap, [file("t,a,d\n9,b,8\n")], end).error
                == "log:2:5: error: found an end before the start, expected a time at or after \"9\"")
    }

    @Test(arguments: [
        "", "time=a", "app=a", "time=a,app=", "time=a,app=b,time=c", "time=a,app=b,colour=c",
        "time=a,app=b,end=c,duration=d",
    ])
    func badMaps(_ text: String) {
        #expect(throws: ColumnMap.Fault.self) { try ColumnMap(text) }
    }
}
