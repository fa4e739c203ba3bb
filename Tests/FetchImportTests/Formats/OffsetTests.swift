import FetchImport
import FetchSched
import FetchTrace
import Testing

/// Times that say how far local time was from UTC set the zone, if nobody else does.
@Suite struct OffsetTests {
    private func zones(_ format: ImportFormat, _ text: String, zone: String? = nil) throws -> [String] {
        let columns = try ColumnMap("time=t,app=a")
        let log = try launchLog(format, [file(text)], settings(zone ?? "UTC") { $0.columns = columns })
        var builder = TraceBuilder()
        builder.zone = zone.flatMap { ZoneRule($0) }
        builder.content = .none
        return try written(builder.trace(of: log)).split(separator: "\n").map(String.init).filter {
            $0.contains(",zone,")
        }
    }

    @Test func ofRows() throws {
        let text = "t,a\n2024-03-30T10:00:00+01:00,x\n2024-03-30T12:00:00Z,y\n2024-03-31T10:00:00+02:00,x\n"
        #expect(
            try zones(.columnMap, text)
                == ["1711789200.000,0,zone,,3600,,", "1711872000.000,0,zone,,7200,,"])
        #expect(try zones(.columnMap, text, zone: "+05:30") == ["1711789200.000,0,zone,,19800,,"])
        #expect(try zones(.columnMap, "t,a\n1714547553,x\n") == ["1714547553.000,0,zone,,0,,"])
    }

    @Test(arguments: [
        ("2024-05-01 07:12:33 +0530", 19800), ("2024-05-01 07:12:33+05", 18000),
        ("2024-05-01T07:12:33.5-03:00", -10800),
        ("2024-05-01 07:12 -03", -10800), ("2024-05-01 07:12:33 UTC", 0), ("2024-05-01 07:12:33 Z", 0),
    ])
    func forms(_ time: String, _ seconds: Int) throws {
        let zones = try zones(.columnMap, "t,a\n\(time),x\n")
        #expect(zones.first?.hasSuffix(",zone,,\(seconds),,") == true, "\(zones)")
    }

    @Test func ofActivityWatch() throws {
        let event = "\"duration\":60,\"data\":{\"app\":\"a\"}}"
        let text =
            "{\"type\":\"currentwindow\",\"events\":[{\"timestamp\":\"2024-05-01T07:59:00.000000+08:00\",\(event)]}"
        #expect(try zones(.activityWatch, text) == ["1714521540.000,0,zone,,28800,,"])
    }

    @Test(arguments: [
        ("t,a\n45962.3333,mail\n45963.5,news\n", "log:2:1: error: found time \"45962.3333\", a day number"),
        ("t,a\n45962,mail\n", "log:2:1: error: found time \"45962\", a day number of a spreadsheet"),
        ("t\ta\n1\tb\n", "log:1:1: error: found a header with tabs"),
        ("\"t\";\"a\"\n1;b\n", "log:1:1: error: found a header with semicolons"),
        (
            "t|a\n1|b\n",
            "log:1:1: error: found columns \"t|a\", expected a column \"t\"; separate the columns with commas"
        ),
    ])
    func advice(_ text: String, _ message: String) throws {
        let columns = try ColumnMap("time=t,app=a")
        let error = imported(.columnMap, [file(text)], try settings { $0.columns = columns }).error
        #expect(error?.hasPrefix(message) == true, "\(error ?? "")")
    }

    /// Clocks that were wrong for an hour are not a spreadsheet's.
    @Test func wrongClocks() throws {
        let columns = try ColumnMap("time=t,app=a")
        let result = imported(
            .columnMap, [file("t,a\n30000,x\n1714547553,x\n1714548553,x\n")],
            try settings { $0.columns = columns })
        #expect(result.launches.count == 3)
    }
}
