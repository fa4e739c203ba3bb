import Foundation
import Testing

/// `fetchsched bench --report`.
@Suite struct ReportTests {
    @Test func writesAPageBesideTheTable() throws {
        let command = try Command()
        var trace = "time,event,app,value\n0,interval,mail,minimum\n"
        for hour in 1..<50 {
            trace += "\(hour * 3600),update,mail,\n"
            if hour % 3 == 0 { trace += "\(hour * 3600 + 900),launch,mail,\n" }
        }
        try command.write(trace, to: "it's.csv")
        let arguments = ["bench", "it's.csv", "--policy", "none,adaptive,piggyback-7200", "--format", "json"]
        let plain = try command.run(arguments)
        let result = try command.run(arguments + ["--report", "r.html"])
        #expect(result.status == 0)
        #expect(result.error == "")
        #expect(result.output == plain.output)
        let page = try command.read("r.html")
        #expect(page.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
        // The name is quoted for the shell, and that for the page.
        let wanted =
            "fetchsched bench &#39;it&#39;\\&#39;&#39;s.csv&#39; --policy none,adaptive,piggyback-7200 --radio lte"
        #expect(page.contains(wanted))
        #expect(command.files == ["it's.csv", "r.html"])
    }
}
