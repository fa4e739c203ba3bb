import Foundation
import Testing

/// `fetchsched bench --report`.
@Suite struct ReportTests {
    @Test func writesAPageBesideTheTable() throws {
        let command = try Command()
        defer { command.remove() }
        var trace = "time,event,app,value\n0,interval,mail,minimum\n"
        for hour in 1..<50 {
            trace += "\(hour * 3600),update,mail,\n"
            if hour % 3 == 0 { trace += "\(hour * 3600 + 900),launch,mail,\n" }
        }
        try command.write(trace, to: "it's.csv")
        let arguments = ["bench", "it's.csv", "--policy", "none,adaptive,piggyback-7200", "--format", "json"]
        let plain = try command.run(arguments)
        for jobs in ["1", "2"] {
            let result = try command.run(arguments + ["--report", "r.html", "--jobs", jobs])
            #expect(result.status == 0)
            #expect(result.error == "")
            #expect(result.output == plain.output)
            try FileManager.default.moveItem(
                at: command.folder.appendingPathComponent("r.html"),
                to: command.folder.appendingPathComponent("\(jobs).html"))
        }
        let page = try command.read("1.html")
        #expect(page == (try command.read("2.html")))
        #expect(page.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
        // The name is quoted for the shell, and that for the page.
        let wanted =
            "fetchsched bench &#39;it&#39;\\&#39;&#39;s.csv&#39; --policy none,adaptive,piggyback-7200 --radio lte"
        #expect(page.contains(wanted))
        #expect(command.files == ["1.html", "2.html", "it's.csv"])
    }
}
