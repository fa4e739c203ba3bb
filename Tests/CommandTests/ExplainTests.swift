import Foundation
import Testing

/// `fetchsched explain` and `fetchsched bench --decisions`.
@Suite struct ExplainTests {
    /// A command in a folder with the traces `one.csv` (one device) and `two.csv` (two).
    private func folder() throws -> Command {
        let command = try Command()
        for (name, text) in try Self.traces.get() { try command.write(text, to: name) }
        return command
    }

    private static let traces = Result {
        let command = try Command()
        return try [("one.csv", "1"), ("two.csv", "2")].map { name, devices in
            let made = try command.run([
                "generate", "--preset", "sparse", "--devices", devices, "--days", "2", "--output", name,
            ])
            #expect(made.status == 0)
            return (name, try command.read(name))
        }
    }

    private static let time = "2024-01-02T12:00:00Z"

    @Test func aTableOfAllAndALineOfOne() throws {
        let command = try folder()
        let all = try command.run(["explain", "one.csv", "--at", Self.time])
        #expect(all.status == 0)
        #expect(all.error == "")
        let lines = all.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(
            lines.first == "one.csv, device d0, 2024-01-02T12:00:00.000Z, lte, V = 20 J, radio asleep",
            "\(lines.first ?? "")")
        // Below the title, the headers and the rule.
        let rows = lines.dropFirst(6).prefix { !$0.isEmpty }
        #expect(rows.count > 5)
        let name = try #require(rows.first?.split(separator: " ").first)
        for (time, said) in [
            ("2024-01-02T13:00:00+01:00", "2024-01-02T13:00:00.000+01:00"),
            ("1704196800", "2024-01-02T12:00:00.000Z"),
        ] {
            let one = try command.run(["explain", "one.csv", "--at", time, "--app", String(name)])
            #expect(one.output.hasPrefix("\(name) at \(said): "))
            let below = one.output.split(separator: "\n").dropFirst()
            #expect(below.count > 2 && below.allSatisfy { $0.hasPrefix("  ") }, "\(one.output)")
        }
        let device = try command.run(["explain", "two.csv", "--at", Self.time, "--device", "d0"])
        #expect(device.status == 0)
        #expect(device.output == all.output.replacing("one.csv", with: "two.csv"))
        let json = try command.run(
            ["explain", "two.csv", "--at", Self.time, "--device", "d1", "--format", "json", "--radio", "3g"])
        let start = #"{"format":"fetchsched-explain/1","trace":"two.csv","device":"d1","radio":"3g","#
        #expect(json.status == 0 && json.output.hasPrefix(start))
    }

    @Test(
        arguments: [
            (
                ["two.csv", "--at", time],
                "two.csv: error: found 2 devices, expected --device with \"d0\" or \"d1\"\n"
            ),
            (
                ["one.csv", "--at", "2034-01-04T12:00:00Z"],
                "one.csv: error: found --at 2034-01-04T12:00:00.000Z, "
            ),
            (
                ["one.csv", "--at", "0"],
                "one.csv: error: found --at 1970-01-01T00:00:00.000Z, expected a time from "
            ),
            (["one.csv", "--at", "noon"], "Error: --at: found \"noon\", expected seconds since 1970"),
            (
                ["one.csv", "--at", "2024-01-02T12:00:00"],
                "Error: --at: found \"2024-01-02T12:00:00\", expected an off"
            ),
            (["one.csv", "--at", time, "--radio", "all"], "Error: "),
            (["one.csv", "--at", time, "--value", "5,20"], "Error: "),
        ])
    func refusals(arguments: [String], message: String) throws {
        try folder().expectRefusal(of: ["explain"] + arguments, message)
    }

    @Test func decisions() throws {
        let command = try folder()
        let bench = [
            "bench", "two.csv", "one.csv", "--policy", "none,adaptive,piggyback-3600", "--value", "5,20",
            "--format", "json",
        ]
        let plain = try command.run(bench)
        let result = try command.run(bench + ["--jobs", "1", "--decisions", "d.csv"])
        #expect(result.status == 0)
        #expect(result.output == plain.output)
        let text = try command.read("d.csv")
        #expect(command.files == ["d.csv", "one.csv", "two.csv"])
        let lines = text.split(separator: "\n")
        #expect(
            lines.first?.hasPrefix("trace,radio,valueJoules,policy,device,time,app,reason,outcome,") == true)
        let columns = lines.first?.split(separator: ",").count ?? 0
        for line in lines {
            #expect(line.split(separator: ",", omittingEmptySubsequences: false).count == columns)
        }
        for begin in [
            "two.csv,lte,5,adaptive,d0,", "two.csv,lte,20,adaptive,d1,", "one.csv,lte,,piggyback-3600,d0,",
        ] {
            #expect(lines.contains { $0.hasPrefix(begin) })
        }
        let toStandardOutput = try command.run(bench + ["--decisions", "-", "--output", "r.json"])
        #expect(toStandardOutput.output == text)
    }

    @Test func decisionsAreWrittenWholeOrNotAtAll() throws {
        let command = try folder()
        try command.write("before", to: "d.csv")
        try command.write("time,event\n1,lunch\n", to: "bad.csv")
        let result = try command.run([
            "bench", "one.csv", "bad.csv", "--policy", "adaptive", "--format", "csv", "--decisions", "d.csv",
        ])
        #expect(result.status == 65)
        #expect(try command.read("d.csv") == "before")
        #expect(command.files == ["bad.csv", "d.csv", "one.csv", "two.csv"])
    }
}
