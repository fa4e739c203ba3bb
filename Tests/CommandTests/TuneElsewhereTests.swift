import Foundation
import Testing

/// `tune ask`, `tune measure` and `tune tell` from outside.
@Suite struct TuneElsewhereTests {
    private static let task = [
        "t.csv", "--quiet", "--warmup", "1", "--value", "5", "--config", "c.txt", "--params",
        "leastFetchJoules",
    ]
    private static let search = ["--folds", "1", "--evaluations", "9", "--study"]

    private func folder() throws -> Command {
        let command = try Command()
        var lines = ["time,device,event,app,value,seconds,bytes", "0,d,interval,news,minimum,,"]
        for hour in 1..<72 where hour % 4 == 0 {
            lines.append("\(hour * 3600 - 1500),d,update,news,,,90000")
            lines.append("\(hour * 3600),d,launch,news,,10,")
        }
        try command.write(lines.joined(separator: "\n") + "\n", to: "t.csv")
        try command.write("leastFetchJoules = 5\nplanStep = 7200\nplanReach = 14400\n", to: "c.txt")
        return command
    }

    @Test func endsWithTheStudyOfALocalRun() throws {
        let command = try folder()
        let local = try command.run(["tune"] + Self.task + Self.search + ["local"])
        #expect(local.status == 0, "\(local.error)")
        var rounds = 0
        while rounds < 20 {
            let asked = try command.run(["tune", "ask"] + Self.task + Self.search + ["s"])
            #expect(asked.status == 0, "\(asked.error)")
            if asked.output.isEmpty { break }
            rounds += 1
            let measured = try command.run(["tune", "measure"] + Self.task, input: asked.output)
            #expect(measured.status == 0, "\(measured.error)")
            // The other way round, and the first half twice.
            let lines = measured.output.split(separator: "\n")
            let told = (lines + lines.prefix(lines.count / 2)).reversed().joined(separator: "\n")
            let tell = try command.run(["tune", "tell", "--study", "s"], input: told)
            #expect(tell.status == 0)
            #expect(
                tell.error == "s: \(lines.count) new results, \(lines.count / 2) known before\n",
                "\(tell.error)")
        }
        #expect(rounds > 0 && rounds < 20)
        #expect(try command.read("s") == command.read("local"))
        #expect(!command.files.contains("s.told"))
        let end = try command.run(["tune"] + Self.task + Self.search + ["s"])
        #expect(end.output == local.output)
        #expect(try command.read("s") == command.read("local"))
    }

    @Test func whatIsWrongIsSaidWithItsLine() throws {
        let command = try folder()
        let asked = try command.run(["tune", "ask"] + Self.task + Self.search + ["s"])
        #expect(asked.status == 0 && asked.output.hasPrefix(#"{"study":""#), "\(asked.error)")
        func expect(_ status: Int32, _ words: String, _ arguments: [String], input: String = "") throws {
            try command.expectRefusal(of: arguments, words, status: status, input: input)
        }
        let measure = ["tune", "measure"] + Self.task
        try expect(65, "standard input:2:1: error: found \"x\", expected a line of", measure, input: "\nx\n")
        try expect(
            65, "standard input:1:1: error: found a measurement of study", measure + ["--seed", "7"],
            input: asked.output)
        try expect(66, "none: error", measure + ["--asked", "none"])
        let result = #"{"study":"0","trial":"-","unit":0,"fresh":1,"joules":2}"#
        let tell = ["tune", "tell", "--study", "s"]
        try expect(65, "standard input:1:1: error: found a result of study \"0\"", tell, input: result + "\n")
        try expect(65, "standard input:1:1: error", tell, input: "{}\n")
        try expect(65, "c.txt:1:1: error: found no study", ["tune", "tell", "--study", "c.txt"])
        try expect(64, "--study", ["tune", "ask"] + Self.task)
        #expect(try command.run(["tune", "ask", "--help"]).output.contains("fetchsched tune ask <traces>"))
        #expect(try command.run(["help", "tune", "tell"]).output.contains("fetchsched tune tell"))
    }
}
