import FetchImport
import FetchSched
import FetchTrace
import Testing

@Suite struct ActivityWatchTests {
    /// Windows of one app are one launch; who was away and comes back opens the app again.
    @Test func windowsWithoutAbsences() throws {
        let result = imported(.activityWatch, [try sample("activitywatch-all.json")])
        #expect(
            result.launches == [
                "desk: 2024-05-01T07:59:00.000Z firefox 660.0 s",
                "desk: 2024-05-01T08:20:00.000Z firefox 600.0 s",
                "desk: 2024-05-01T08:31:00.500Z Mail 29.5 s",
            ])
        #expect(result.summary.records == 7)
        #expect(result.summary.leftOut.count == 1)
    }

    /// On Android events name the package; one bucket may be exported alone.
    @Test func oneBucketOfAPhone() throws {
        let result = imported(.activityWatch, [try sample("activitywatch-android.json")])
        #expect(
            result.launches == [
                "2024-05-01T09:00:00.000Z org.example.mail 64.0 s",
                "2024-05-01T09:15:00.250Z org.example.news 12.5 s",
            ])
    }

    /// The shell of a desktop is no app, and does not part two uses of one.
    @Test(arguments: [
        "explorer.exe", "SearchApp.exe", "StartMenuExperienceHost.exe", "ShellExperienceHost.exe",
        "LockApp.exe", "aw-qt.exe", "gnome-shell",
    ])
    func shells(name: String) {
        func event(_ second: Int, _ app: String, _ span: Int) -> String {
            "{\"timestamp\": \"2024-05-01T09:00:\(second)Z\", \"duration\": \(span), \"data\": {\"app\": \"\(app)\"}}"
        }
        let events = [event(10, "Code.exe", 20), event(30, name, 3), event(33, "Code.exe", 9)]
        let text =
            "{\"type\": \"currentwindow\", \"hostname\": \"pc\", \"events\": [\(events.joined(separator: ","))]}"
        let result = imported(.activityWatch, [file(text)])
        #expect(result.launches == ["pc: 2024-05-01T09:00:10.000Z Code.exe 32.0 s"])
        #expect(result.summary.leftOut.map(\.name) == [name])
    }

    /// A bucket of its own says when a phone was unlocked. Nothing says when it was locked again.
    @Test func unlocks() throws {
        func bucket(_ type: String, _ host: String, _ events: [String]) -> String {
            "{\"type\":\"\(type)\",\"hostname\":\"\(host)\",\"events\":[\(events.joined(separator: ","))]}"
        }
        func event(_ second: Int, _ data: String = "") -> String {
            "{\"timestamp\":\"2024-05-01T10:00:\(second).250Z\",\"duration\":0,\"data\":{\(data)}}"
        }
        let type = "os.lockscreen.unlocks"
        let mine = bucket(type, "unknown", [event(40), event(20), event(10)])
        let all = file(
            "{\"buckets\":{\"a\":\(mine),\"b\":\(bucket(type, "tab", [event(15)])),"
                + "\"c\":\(bucket("currentwindow", "unknown", [event(11, "\"app\":\"a\""), event(41, "\"app\":\"b\"")])),"
                + "\"d\":\(bucket("app.media", "unknown", [event(12)]))}}")
        #expect(
            try screen(.activityWatch, [all]) == [
                "1714557640.250 unlocked", "1714557620.250 unlocked", "1714557610.250 unlocked",
                "1714557615.250 tab unlocked",
            ])
        // Exports overlap, and one bucket may be exported alone.
        #expect(try screen(.activityWatch, [all, file(mine)]) == screen(.activityWatch, [all]))
        #expect(try ImportFormat.activityWatch.read([all, file(mine)], settings()).duplicates == 3)
        // The tablet launched nothing, and is no device of the trace.
        var builder = TraceBuilder()
        builder.content = .none
        #expect(
            try written(builder.trace(of: launchLog(.activityWatch, [all]))) == """
                time,device,event,app,value,bytes,seconds
                1714557611.250,0,zone,,0,,
                1714557611.250,0,interval,a,minimum,,
                1714557611.250,0,interval,b,minimum,,
                1714557611.250,0,launch,a,,,0
                1714557620.250,0,screen,,unlocked,,
                1714557640.250,0,screen,,unlocked,,
                1714557641.250,0,launch,b,,,0

                """)
    }

    /// What someone read is nobody's business.
    @Test func titlesStayOut() throws {
        let log = try launchLog(.activityWatch, [try sample("activitywatch-all.json")])
        let text = try written(TraceBuilder().trace(of: log))
        #expect(!text.contains("page") && !text.contains("Secret"))
        #expect(text.contains("firefox"))
    }

    @Test func anAbsenceMayCoverManyUsesAndOneUseManyAbsences() throws {
        func event(_ minute: Int, _ seconds: Int, _ data: String) -> String {
            "{\"timestamp\":\"2024-05-01T10:\(minute):00Z\",\"duration\":\(seconds),\"data\":{\(data)}}"
        }
        func export(_ windows: [String], _ absences: [String]) -> InputText {
            let away = absences.joined(separator: ",")
            return file(
                "{\"buckets\":{\"w\":{\"type\":\"currentwindow\",\"hostname\":\"h\",\"events\":["
                    + windows.joined(separator: ",") + "]},\"a\":{\"events\":[" + away
                    + "],\"type\":\"afkstatus\",\"hostname\":\"h\"}}}")
        }
        let away = "\"status\":\"afk\""
        let many = imported(
            .activityWatch,
            [export([event(10, 3000, "\"app\":\"a\"")], [event(20, 60, away), event(30, 120, away)])])
        #expect(
            many.launches == [
                "h: 2024-05-01T10:10:00.000Z a 600.0 s", "h: 2024-05-01T10:21:00.000Z a 540.0 s",
                "h: 2024-05-01T10:32:00.000Z a 1680.0 s",
            ])
        // Reported in parts that touch, or lie in each other.
        let parts = imported(
            .activityWatch,
            [
                export(
                    [event(10, 3000, "\"app\":\"a\"")],
                    [event(21, 600, away), event(20, 60, away), event(25, 60, away)])
            ])
        #expect(
            parts.launches == [
                "h: 2024-05-01T10:10:00.000Z a 600.0 s", "h: 2024-05-01T10:31:00.000Z a 1740.0 s",
            ])
        let covered = imported(
            .activityWatch,
            [
                export(
                    [
                        event(21, 30, "\"app\":\"a\""), event(22, 0, "\"app\":\"b\""),
                        event(29, 120, "\"app\":\"c\""),
                    ],
                    [event(20, 600, away)])
            ])
        #expect(covered.launches == ["h: 2024-05-01T10:30:00.000Z c 60.0 s"])
    }

    /// Cut off at any byte, it is an error at the end of the text.
    @Test(arguments: ["activitywatch-all.json", "activitywatch-android.json"])
    func truncatedAtEveryByte(name: String) throws {
        let whole = try sample(name).bytes
        let end = try #require(whole.lastIndex(of: UInt8(ascii: "}")))
        for count in 0...end {
            let bytes = Array(whole[..<count])
            let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            let error = try #require(imported(.activityWatch, [InputText(name: "log", bytes: bytes)]).error)
            let place =
                "log:\(lines.count):\(lines[lines.count - 1].count + 1): error: found the end of the file"
            #expect(error.hasPrefix(place), "\(count) bytes: \(error)")
            #expect(error.hasSuffix("the file was cut off; export it again"))
        }
    }

    @Test(arguments: [
        (
            "{\"type\": \"afkstatus\", \"events\": [\n  {\"timestamp\": \"2024-05-01T07:59\", \"duration\": 1}]}",
            "log:2:17: error: found time \"2024-05-01T07:59\", expected seconds since 1970 such as 1364011200.000, or a "
                + "date and time such as 2013-03-23T04:00:00Z"
        ),
        (
            "{\"type\": \"currentwindow\", \"events\": [{\"duration\": 1, \"data\": {\"app\": \"a\"}}]}",
            "log:1:38: error: found an event without \"timestamp\", expected one with it"
        ),
        (
            "{\"type\": \"currentwindow\", \"events\": [{\"timestamp\": \"2024-05-01T07:59:00Z\", \"data\": {}}]}",
            "log:1:38: error: found an event without \"app\", expected \"data\" with \"app\" or \"package\", as the "
                + "bucket is of type \"currentwindow\""
        ),
        (
            "{\"buckets\": {\"w\": {\"id\": \"w\"}}}",
            "log:1:19: error: found a bucket without \"events\", expected an exported bucket"
        ),
        (
            "{\"devices\": []}",
            "log:1:1: error: found an object without \"buckets\" and \"events\", expected an export of ActivityWatch "
                + "(Raw Data, Export)"
        ),
        ("{\"events\": []} x", "log:1:16: error: found \"x\", expected the end of the text"),
    ])
    func errors(_ text: String, _ message: String) {
        let error = imported(.activityWatch, [file(text)]).error
        #expect(error == message)
    }
}
