import Foundation
import Testing

/// The table for people: its columns, what stands above it, and policies that are named twice.
@Suite struct BenchColumnTests {
    /// Four days of an app whose launches follow its updates.
    private static var trace: String {
        var trace = "time,event,app,value,bytes\n0,interval,mail,minimum,\n0,interval,news,minimum,\n"
        for hour in 1..<96 {
            trace += "\(hour * 3600),update,mail,,50000\n"
            if hour % 2 == 0 { trace += "\(hour * 3600 + 900),launch,mail,,\n" }
            if hour % 8 == 0 { trace += "\(hour * 3600 + 930),update,news,,50000\n" }
            if hour % 8 == 0 { trace += "\(hour * 3600 + 960),launch,news,,\n" }
        }
        return trace
    }

    private func folder() throws -> Command { try Command(["t.csv": Self.trace]) }

    private static let bench = ["bench", "t.csv", "-q", "--no-profiles", "--policy", "none,aligned-3600"]

    /// What the header of the first table is for what is asked for.
    @Test(arguments: [
        ([], "policy fresh energy gain bound wakes fetches useful noData"),
        (["--columns", "fresh"], "policy fresh"),
        (["--columns", "noDataShare,FRESH,fresh"], "policy noData fresh"),
        (["--columns", "cold-start,joulesByCause.run"], "policy cold start run"),
        (["--columns", "work.budgetUse,per-useful,spacing-p50"], "policy budget per useful spacing p50"),
    ])
    func columns(arguments: [String], header: String) throws {
        let command = try folder()
        let result = try command.run(Self.bench + arguments)
        #expect(result.status == 0 && result.error == "")
        let head = result.output.split(separator: "\n").first { $0.hasPrefix("policy") }
        #expect(head.map { $0.split(separator: " ").joined(separator: " ") } == header)
    }

    @Test func everyColumnAndTheListOfThem() throws {
        let command = try folder()
        let all = try command.run(Self.bench + ["--columns", "all"])
        #expect(all.status == 0 && all.output.contains(" violations"))
        let help = try command.run(["bench", "--columns", "help"])
        #expect(help.status == 0 && help.error == "")
        #expect(help.output.hasPrefix("column "))
        let csv = try command.run(Self.bench + ["--format", "csv"])
        let keys = csv.output.split(separator: "\n")[0].split(separator: ",").dropFirst(8).dropLast(5)
        // What a column is stands in a line below it.
        #expect(help.output.split(separator: "\n").count == 2 * (keys.count + 1))
        for key in keys { #expect(help.output.contains(" \(key)\n    ")) }
    }

    @Test(arguments: [
        (["--columns", "frsh"], "--columns: found no column 'frsh', expected one of "),
        (["--columns", "fresh,"], "--columns: found no column ''"),
        (["--columns", "fresh", "--format", "csv"], "--columns goes with --format table"),
        (["--columns", "fresh", "--curve"], "--columns goes with --format table"),
    ])
    func columnsThatAreNone(arguments: [String], message: String) throws {
        try folder().expectRefusal(of: ["bench", "t.csv"] + arguments, message)
    }

    /// A policy that is named twice is one policy.
    @Test(arguments: [
        ["--format", "json"], ["--curve", "--format", "json"],
    ])
    func namedTwice(options: [String]) throws {
        let command = try folder()
        let start = ["bench", "t.csv", "-q", "--no-profiles"] + options
        let once = try command.run(start + ["--policy", "piggyback-3600"])
        let twice = try command.run(start + ["--policy", "piggyback-3600,piggyback-3600"])
        #expect(once.status == 0 && once.output.contains("piggyback"))
        #expect(twice.figures == once.figures && twice.status == 0)
    }

    /// The lines of the other power profiles: above the table under the default one, and nowhere else.
    @Test(arguments: [
        ([], true), (["--no-profiles"], false), (["--power-profile", "high"], false),
        (["--format", "csv"], false), (["--summary"], false), (["--decisions", "d.csv"], true),
    ])
    func otherProfiles(options: [String], isThere: Bool) throws {
        let command = try folder()
        let start = ["bench", "t.csv", "-q", "--policy", "none,piggyback-3600,adaptive"]
        let result = try command.run(start + options)
        #expect(result.status == 0 && result.error == "")
        #expect(result.output.contains("\nlow power profile: adaptive reaches ") == isThere)
        // From a pipe, where nothing can be read a second time, and with any number of workers the same.
        let piped = try command.run(
            ["bench", "-"] + start.dropFirst(2) + ["--jobs", "3"] + options, input: Self.trace)
        func belowTheCaption(_ text: String) -> [Substring] {
            Array(text.split(separator: "\n").drop { !$0.hasPrefix("adaptive: ") && !$0.hasPrefix("policy") })
        }
        #expect(belowTheCaption(piped.output) == belowTheCaption(result.output))
    }

    /// What is run for the best rival is no fetch that was asked for.
    @Test func decisionsOfThePoliciesAlone() throws {
        let command = try folder()
        let result = try command.run(
            ["bench", "t.csv", "-q", "--policy", "adaptive,piggyback-3600", "--decisions", "d.csv"])
        #expect(result.status == 0 && result.output.contains("high power profile: "))
        let lines = try command.read("d.csv").split(separator: "\n").dropFirst()
        #expect(Set(lines.map { $0.split(separator: ",", omittingEmptySubsequences: false)[3] }).count == 2)
    }

    /// Without --policy the best rival is that of all, at all dials; else that of those named, at all theirs.
    @Test func theBestRivalOfAll() throws {
        let command = try folder()
        let named = try command.run(
            ["bench", "t.csv", "-q", "--no-profiles", "--policy", "adaptive,piggyback-60"])
        #expect(named.output.contains("The baseline "))
        #expect(named.output.split(separator: "\n").filter { $0.hasPrefix("piggyback") }.count == 1)
        let all = try command.run(["bench", "t.csv", "-q", "--no-profiles"])
        #expect(all.output.contains(" baselines"))
    }
}
