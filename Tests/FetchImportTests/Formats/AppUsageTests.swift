import FetchImport
import FetchSched
import FetchTrace
import Testing

@Suite struct AppUsageTests {
    @Test func monthFirstWithFooter() throws {
        let result = imported(
            .digitalWellbeing, [try sample("app-usage-us.csv")], try settings("America/New_York"))
        #expect(
            result.launches == [
                "2024-05-09T04:00:01.000Z Mail 10.0 s", "2024-05-18T16:05:10.000Z News 35.0 s",
                "2024-05-18T23:42:29.000Z Mail 91.0 s",
            ])
        #expect(result.summary.records == 5)
        #expect(result.summary.leftOut.count == 2)
    }

    @Test func dayFirstWithMoreColumns() throws {
        let result = imported(
            .digitalWellbeing, [try sample("app-usage-dmy.csv")], try settings("Asia/Kolkata"))
        #expect(
            result.launches == [
                "2024-03-31T07:23:25.000Z Mail 2.0 s", "2024-04-01T03:30:00.000Z News 120.0 s",
                "2024-04-02T17:23:58.000Z Mail 35.0 s",
            ])
    }

    /// Version 3 had short durations, an unquoted footer, and hours from 0 to 24 in some languages.
    @Test func olderVersions() {
        let text = """
            "App name","Date","Time","Duration"
            "Home Launcher","2/14/17","2:00:08 PM","00:08"
            "Chrome","2/13/17","10:03:27","04:30"
            Created by App Usage on Saturday, February 14, 2017, 2:00 PM

            """
        #expect(
            imported(.digitalWellbeing, [file(text)]).launches == ["2017-02-13T10:03:27.000Z Chrome 270.0 s"])
    }

    /// The newest is first, also in the hour that comes twice.
    @Test func theEndOfSummerTime() throws {
        let text = """
            App name,Date,Time,Duration
            D,27/10/2024,03:10:00,0:00:05
            C,27/10/2024,02:10:00,0:00:05
            B,27/10/2024,02:50:00,0:00:05
            A,26/10/2024,23:00:00,0:00:05

            """
        #expect(
            imported(.digitalWellbeing, [file(text)], try settings("Europe/Berlin")).launches.map {
                String($0.dropFirst(11).prefix(14))
            } == ["21:00:00.000Z ", "00:50:00.000Z ", "01:10:00.000Z ", "02:10:00.000Z "])
    }

    /// Rows about the screen are no apps; each begins when the screen did what it says.
    @Test func rowsAboutTheScreen() throws {
        let text = """
            "App name","Date","Time","Duration"
            "Bildschirm aus","5/18/24","12:09:00","0:00:20"
            "Device boot","5/18/24","12:08:00","0:00:20"
            "Device shutdown","5/18/24","12:07:00","0:00:40"
            "Screen on","5/18/24","12:06:30","0:00:30"
            "Screen off","5/18/24","12:06:00","0:00:30"
            "Mail","5/18/24","12:05:09","0:00:51"
            "Screen on (unlocked)","5/18/24","12:05:09","0:00:00"
            "Screen on (locked)","5/18/24","12:05:08","0:00:01"
            "Screen off (locked)","5/18/24","12:00:00","0:05:08"

            """
        let rows = [
            "1716033600.000 off", "1716033908.000 on", "1716033909.000 unlocked", "1716033960.000 off",
            "1716033990.000 on", "1716034020.000 off",
        ]
        #expect(try screen(.digitalWellbeing, [file(text)]) == rows)
        // As in two exports that overlap, in any order.
        let older = text.split(separator: "\n").filter { !$0.contains(",\"12:0") || $0.contains("12:05:0") }
        let part = file(older.joined(separator: "\n") + "\n")
        #expect(try screen(.digitalWellbeing, [file(text), part]) == rows)
        #expect(try screen(.digitalWellbeing, [part, file(text)]) == rows)
        // They are left out as apps as before, and are kept as such if someone asks for them.
        let log = try ImportFormat.digitalWellbeing.read([file(text)], settings())
        #expect(log.uses.count == 9)
        let zone = try settings("America/New_York")
        #expect(
            try screen(.digitalWellbeing, [sample("app-usage-us.csv")], zone)
                == ["1716048308.000 unlocked", "1716075840.000 off"])
    }

    @Test func datesThatMayBeReadInTwoWays() throws {
        func log(_ dates: [String]) -> InputText {
            file("App name,Date,Time,Duration\n" + dates.map { "Mail,\($0),10:00:00,0:00:05\n" }.joined())
        }
        let message =
            "log:2:1: error: found dates that may be read in two ways, expected the position "
            + "of the month; use --date-order mdy or --date-order dmy"
        #expect(imported(.digitalWellbeing, [log(["5/4/24"])]).error == message)
        #expect(imported(.digitalWellbeing, [log(["5/4/24", "3/4/24"])]).error == message)
        #expect(imported(.digitalWellbeing, [log(["18/5/24", "5/18/24"])]).error == message)
        let day = try settings { $0.dateOrder = .dmy }
        #expect(
            imported(.digitalWellbeing, [log(["5/4/24"])], day).launches
                == ["2024-04-05T10:00:00.000Z Mail 5.0 s"])
        // Logs are in order: with the month first, these would go down and up.
        #expect(
            imported(.digitalWellbeing, [log(["2/4/24", "1/5/23", "3/4/23"])]).launches.last
                == "2024-04-02T10:00:00.000Z Mail 5.0 s")
        // It is the same either way.
        #expect(imported(.digitalWellbeing, [log(["5/5/24", "4/4/24"])]).launches.count == 2)
        #expect(
            imported(.digitalWellbeing, [log(["2024-04-16"])]).launches
                == ["2024-04-16T10:00:00.000Z Mail 5.0 s"])
    }

    /// A row that is not whole is an error; rows that are missing at the end are the oldest and cannot be known.
    @Test(arguments: ["app-usage-us.csv", "app-usage-dmy.csv"])
    func truncatedAtEveryByte(name: String) throws {
        let whole = try sample(name).bytes
        let settings = try settings { $0.dateOrder = name.hasSuffix("us.csv") ? .mdy : .dmy }
        let launches = imported(.digitalWellbeing, [try sample(name)], settings).launches
        for count in 1..<whole.count {
            let cut = InputText(name: "log", bytes: Array(whole[..<count]))
            let result = imported(.digitalWellbeing, [cut], settings)
            if result.error == nil {
                #expect(launches.hasSuffix(result.launches), "\(name), \(count) bytes: \(result.launches)")
            }
        }
    }

    @Test(arguments: [
        (
            ",2024-05-01,2024-05-02\nMail,10,20\n",
            "log:1:1: error: found columns \"\", \"2024-05-01\", \"2024-05-02\", expected \"App name\", \"Date\", "
                + "\"Time\" and \"Duration\", the activity history of App Usage; for other columns use --from csv "
                + "with --map; totals per day, as StayFree exports them, do not say when apps were opened"
        ),
        (
            "App name,Date,Time,Duration\nMail,5/18/24\n",
            "log:2:6: error: found 2 fields, expected at least 4, as in the header; the file may have been cut off"
        ),
        (
            "App name,Date,Time,Duration\nMail,18.,10:00:00,0:00:05\n",
            "log:2:6: error: found date \"18.\", expected a date such as 5/18/24"
        ),
        (
            "App name,Date,Time,Duration\nMail,5/18/24,25:00:00,0:00:05\n",
            "log:2:14: error: found time \"25:00:00\", expected a time such as 7:42:29 PM or 19:42:29"
        ),
        (
            "App name,Date,Time,Duration\nMail,5/18/24,10:00:00,0:0",
            "log:2:23: error: found duration \"0:0\", expected a duration such as 0:00:35; the file may have been cut "
                + "off"
        ),
        ("", "log:1:1: error: found no header, expected a header with the names of the columns"),
        (
            "PK\u{3}\u{4}...",
            "log:1:1: error: found a spreadsheet or an archive, expected a CSV file; save the table as CSV"
        ),
    ])
    func errors(_ text: String, _ message: String) {
        #expect(imported(.digitalWellbeing, [file(text)]).error == message)
    }
}

extension [String] {
    fileprivate func hasSuffix(_ other: [String]) -> Bool {
        Array(suffix(other.count)) == other
    }
}
