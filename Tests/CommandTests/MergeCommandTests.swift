import Foundation
import Testing

/// `bench --partial` and `merge`: the bytes of one run, or a message that names what does not fit.
@Suite struct MergeCommandTests {
    /// Two traces with a few devices each.
    private func folder(_ devices: Range<Int> = 0..<3) throws -> Command {
        let command = try Command()
        for (name, devices) in [("b.csv", devices), ("a.csv", 2..<4)] {
            var text = "time,device,event,app,value,bytes,seconds\n"
            for device in devices {
                // Some devices say where they come from.
                if device > 0 { text += "0,d\(device),provenance,,seed \(min(device, 2)),,\n" }
                text += "0,d\(device),interval,mail,minimum,,\n"
                for hour in 1..<24 {
                    let time = hour * (1500 + 311 * device)
                    text += "\(time),d\(device),update,mail,,\(40_000 + device),\n"
                    if hour % 2 == 1 { text += "\(time + 7 * hour),d\(device),launch,mail,,,20\n" }
                }
            }
            try command.write(text, to: name)
        }
        return command
    }

    private static let policies = ["--policy", "none,piggyback-3600,adaptive,clairvoyant"]

    /// Shards of both traces, and of each by itself.
    private func partials(_ command: Command, _ options: [String], shards: Int = 3) throws -> [String] {
        var names: [String] = []
        for number in 1...shards {
            names.append("\(number).partial")
            let result = try command.run(
                [
                    "bench", "b.csv", "a.csv", "-q", "--shard", "\(number)/\(shards)", "--partial",
                    "\(number).partial",
                ]
                    + Self.policies + options)
            #expect(result.status == 0 && result.output == "" && result.error == "", "\(result.error)")
        }
        return names
    }

    @Test func everyFormatIsThatOfOneRun() throws {
        let command = try folder()
        let bench = ["bench", "b.csv", "a.csv", "-q"] + Self.policies
        let files = try partials(command, [], shards: 2)
        for options in [
            [], ["--format", "json"], ["--format", "csv"], ["--summary"], ["--columns", "all"],
        ] {
            let one = try command.run(bench + options)
            let merged = try command.run(["merge"] + files.reversed() + options)
            #expect(one.status == 0 && merged.error == "" && merged.output == one.output, "\(options)")
        }
    }

    @Test func curvesAndTheirIntervalsAreThoseOfOneRun() throws {
        let command = try folder()
        let curve = ["b.csv", "-q", "--curve", "--value", "20", "--policy", "one-index-0.01", "--format"]
        for number in 1...2 {
            let result = try command.run(
                ["bench"] + curve + ["table", "--shard", "\(number)/2", "--partial", "\(number).partial"])
            #expect(result.status == 0 && result.output == "", "\(result.error)")
        }
        let one = try command.run(["bench"] + curve + ["json"])
        let merged = try command.run(["merge", "2.partial", "1.partial", "--format", "json"])
        #expect(one.status == 0 && merged.error == "" && merged.output == one.output)
    }

    /// Devices that were cut by somebody else, and piped.
    @Test func pipedPartsOfOneTrace() throws {
        let command = try folder(0..<5)
        let options = ["--policy", "none,aligned-900", "--format", "csv", "-q"]
        let whole = try command.read("b.csv").split(separator: "\n")
        var joined = ""
        for device in ["d4", "d0", "d3", "d1", "d2"] {
            let part = whole.enumerated().filter { $0 == 0 || $1.contains(",\(device),") }.map(\.element)
            let result = try command.run(
                ["bench", "-", "--partial", "-", "--trace-name", "b.csv"] + options,
                input: part.joined(separator: "\n") + "\n")
            #expect(result.status == 0)
            joined += result.output
        }
        try command.write(joined, to: "all")
        let one = try command.run(["bench", "b.csv"] + options)
        for expected in [["--devices", "5"], ["--shards", "5"], ["--allow-missing"]] {
            let merged = try command.run(["merge", "all", "--format", "csv"] + expected)
            #expect(merged.error == "" && merged.output == one.output)
        }
        let named = try command.run(
            ["bench", "-", "--trace-name", "b.csv"] + options, input: command.read("b.csv"))
        #expect(named.output == one.output)
        for (arguments, status, message) in [
            (
                [], 64,
                "found 5 partial results that do not say how many they are, expected --devices or --shards"
            ),
            (["--devices", "6"], 65, "error: found 5 devices, expected 6; "),
            (["--shards", "4"], 65, "error: found 5 partial results, expected 4; "),
        ] as [([String], Int32, String)] {
            try command.expectRefusal(
                of: ["merge", "all", "--format", "csv"] + arguments, message, status: status)
        }
        try command.expectRefusal(
            of: ["merge", "all", "all", "--format", "csv", "--devices", "5"],
            "all:2:1: error: found device \"d4\" of \"b.csv\" a second time, expected each ", status: 65)
        try command.expectRefusal(
            of: ["bench", "-", "--partial", "p"] + options,
            "<stdin>: error: found lines of a device that was over", status: 65,
            input: whole.joined(separator: "\n") + "\n99999999,d0,quit,mail,,,\n")
        #expect(!command.files.contains("p"))
    }

    @Test func shardsThatDoNotFitAreNamed() throws {
        let command = try folder()
        let light = ["--policy", "none,aligned-900", "--no-profiles"]
        let files = try partials(command, light)
        func expect(_ files: [String], _ message: String, _ status: Int32 = 65) throws {
            try command.expectRefusal(of: ["merge"] + files, message, status: status)
        }
        try expect(
            [files[0], files[2]], "error: found 2 of 3 shards, expected 2/3, too; make the missing ones")
        try expect(
            files + [files[1]],
            "2.partial:1:1: error: found shard 2/3 a second time, expected each shard once")
        try expect(files + ["none.partial"], "none.partial: error: cannot read", 66)
        try expect(
            ["b.csv"], "b.csv:1:1: error: found no partial result, expected the output of 'fetchsched bench ")
        let allowed = try command.run(["merge", files[0], files[2], "--allow-missing"])
        #expect(
            allowed.status == 0 && allowed.error.hasPrefix("warning: found 2 of 3 shards, expected 2/3, too"))
        let bytes = try command.read(files[1])
        try command.write(bytes.replacing("\"events\":", with: "\"events\":1"), to: "damaged")
        try expect([files[0], "damaged", files[2]], "damaged:2:1: error: found a line without its checksum")
        try command.write(bytes.split(separator: "\n").dropLast().joined(separator: "\n") + "\n", to: "cut")
        try expect(
            [files[0], "cut", files[2]],
            "found the end of the file, expected more lines; the file was cut off")
        for (options, name) in [
            (["--value", "21"], "value = "), (["--policy", "none,aligned-901"], "policy = "),
            (["--radio", "wifi"], "radio 1 = "),
            (["--power-profile", "low"], "power profile = "), (["--content-times"], "content times = "),
            (["--foreground-traffic", "30"], "foreground traffic = "),
            (["--warmup", "1"], "warm-up days = "), (["--seed", "2"], "seed = "),
            (["--format", "json"], "for = "), (["--radio", "lte,wifi"], "radio 2"),
        ] {
            let result = try command.run(
                ["bench", "b.csv", "a.csv", "-q", "--shard", "2/3", "--partial", "other"]
                    + (options[0] == "--policy" ? ["--no-profiles"] : light) + options)
            #expect(result.status == 0, "\(result.error)")
            try expect([files[0], "other", files[2]], "other:1:1: error: found \(name)")
        }
        try command.write(try command.read("b.csv"), to: "c.csv")
        #expect(try command.run(["bench", "c.csv", "-q", "--partial", "other"] + light).status == 0)
        try expect(
            files + ["other"],
            "found a partial result without a number in other:1, expected a shard of 3 as the others")
        let lines = try [["b.csv"], ["b.csv", "a.csv"]].map { traces in
            #expect(try command.run(["bench"] + traces + ["-q", "--partial", "p"] + light).status == 0)
            return try command.read("p").split(separator: "\n")
        }
        for (header, devices, message) in [
            (0, 1, "p:5:1: error: found a device of \"a.csv\", expected one of a trace that "),
            (1, 0, "error: found no device of \"a.csv\", named in p:1, expected at least one"),
        ] {
            let mixed = lines[header].prefix(1) + lines[devices].dropFirst()
            try command.write(mixed.joined(separator: "\n") + "\n", to: "p")
            try expect(["p", "--shards", "1"], message)
        }
        _ = try partials(command, light, shards: 2)
        try expect(["1.partial", files[2]], "found shard 3/3, expected one of 2 as the others")
    }

    @Test(arguments: [
        (["bench", "a.csv", "--shard", "1/2"], "--shard goes with --partial."),
        (["bench", "a.csv", "--partial", "p", "--shard", "3/2"], "--shard"),
        (
            ["bench", "a.csv", "--partial", "p", "--summary"],
            "go with 'fetchsched merge', not with --partial."
        ),
        (
            ["bench", "a.csv", "--partial", "p", "--report", "r"],
            "--report and --app do not go with --partial."
        ),
        (["bench", "a.csv", "--partial", "a.csv"], "--partial must not be a file that is read"),
        (["bench", "a.csv", "b.csv", "--trace-name", "x"], "--trace-name goes with one trace"),
        (["merge", "p", "--devices", "0"], "--devices must be at least 1."),
        (["merge", "p", "--at", "0.5"], "--at goes with --summary."),
        (["merge", "p", "--output", "p"], "--output must not be a file that is read"),
    ])
    func wrongUsage(arguments: [String], message: String) throws {
        let command = try folder()
        try command.write("", to: "p")
        try command.expectRefusal(of: arguments, message)
    }

    @Test func formsThatWereNotMade() throws {
        let command = try folder()
        _ = try command.run(["bench", "a.csv", "--partial", "rows", "--policy", "none", "--format", "json"])
        _ = try command.run(["bench", "a.csv", "--partial", "table", "--policy", "none"])
        for (arguments, message) in [
            (["rows"], "made for --format json and csv"),
            (["table", "--summary"], "--summary compares adaptive"),
            (["table", "--summary", "--at", "0.5"], "goes with curves"),
        ] {
            try command.expectRefusal(of: ["merge", "--shards", "1"] + arguments, message)
        }
    }
}
