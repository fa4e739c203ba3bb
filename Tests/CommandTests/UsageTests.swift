import Foundation
import Testing

/// What is typed wrongly is said with what there is.
@Suite struct UsageTests {
    private static let noVerb =
        "Error: found no subcommand 'bencj', expected one of 9 names, such as \"bench\""
    private static let noRadio = "lte, lte-5s, 3g, 5g-nsa, 5g-sa, wifi"
    private static let noDevice = "t.csv: error: found no device \"c\", expected \"a\" or \"b\"\n"

    @Test(arguments: [
        (["bencj", "t.csv"], noVerb), (["bencj", "--help"], noVerb), (["help", "bencj"], noVerb),
        (["generate", "--preset", "comuter"], "\"commuter\""),
        (["bench", "t.csv", "--policy", "adapt"], " names, such as \"adaptive\""),
        (["bench", "t.csv", "--value", "1e9"], "in joules, above 0 to 1000000"),
        (["bench", "t.csv", "--value", "-1"], "in joules, above 0 to 1000000"),
        (["bench", "t.csv", "--warmup", "-.5"], "--warmup must be 0 to 36500 days."),
        (["generate", "--preset", "news", "--days", "-1"], "--days must be 1 to "),
        (["bench", "t.csv", "-j", "-1"], "--jobs must be 1 to 1024."),
        (["bench", "t.csv", "--radio", "lt"], noRadio), (["simulate", "t.csv", "--radio", "lt"], noRadio),
        (["compare", "t.csv", "t.csv", "--radio", "lt"], noRadio),
        (["bench", "t.csv", "--device", "c"], noDevice), (["forecast", "t.csv", "--device", "c"], noDevice),
        (["simulate", "t.csv", "--device", "c"], noDevice),
        (["bench", "t.csv", "--app", "y"], "t.csv: error: found no app \"y\", expected \"x\"\n"),
        (
            ["explain", "--at", "1", "--device", "a", "t.csv", "--app", "y"],
            "t.csv: error: found no app \"y\" on device \"a\", expected \"x\"\n"
        ),
    ])
    func whatThereIsNot(arguments: [String], message: String) throws {
        try Command(["t.csv": "time,device,event,app\n1,a,launch,x\n9,b,launch,x\n"])
            .expectRefusal(of: arguments, message)
    }

    /// The sums over all apps are the figures of the whole.
    @Test func benchOfApps() throws {
        let command = try Command()
        let made = ["generate", "--preset", "sparse", "--days", "3", "--output", "t.csv", "--quiet"]
        #expect(try command.run(made).status == 0)
        let trace = try command.read("t.csv").split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        let apps = Set(trace.dropFirst().map { String($0[3]) }).subtracting([""])
        let named = apps.flatMap { ["--app", $0] }
        let options = [
            "bench", "t.csv", "--no-profiles", "--policy", "none,aligned-3600,adaptive", "--quiet",
        ]
        let plain = try command.run(options + ["--format", "json"])
        let json = try command.run(options + ["--format", "json"] + named)
        #expect(json.status == 0, "\(json.error)")
        let object = try #require(
            JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        for row in try #require(object["policies"] as? [[String: Any]]) {
            let parts = try #require(row["apps"] as? [[String: Any]])
            #expect(parts.count == apps.count)
            for key in ["launchesPerDay", "fetchesPerDay", "bytesPerDay"] {
                let sum = parts.reduce(0) { $0 + ($1[key] as? Double ?? 0) }
                let whole = try #require(row[key] as? Double)
                #expect(abs(sum - whole) < 1e-4 * max(1, whole), "\(key)")
            }
            let fresh = parts.reduce(0) {
                $0 + ($1["freshLaunchShare"] as? Double ?? 0) * ($1["launchesPerDay"] as? Double ?? 0)
            }
            let launches = try #require(row["launchesPerDay"] as? Double)
            let share = try #require(row["freshLaunchShare"] as? Double)
            #expect(abs(fresh / launches - share) < 1e-5)
        }
        // What happens does not depend on who is looked at.
        let without = json.figures.replacing(/,"apps":\[[^\]]*\]/, with: "")
        #expect(without == plain.figures)
        let app = try #require(apps.sorted().first)
        let few = [
            "bench", "t.csv", "--no-profiles", "--policy", "none,aligned-3600", "--quiet", "--app", app,
        ]
        let table = try command.run(few)
        #expect(table.output.hasPrefix("t.csv, app \(app), lte, "))
        for other in [["--format", "csv"], ["--curve"], ["--summary"], ["--report", "r.html"]] {
            #expect(try command.run(options + ["--app", app] + other).status == 64)
        }
    }

    @Test func theWorthInAParameterFile() throws {
        let command = try Command()
        try command.write("time,device,event,app\n1,a,launch,x\n90000,a,launch,x\n", to: "t.csv")
        try command.write("valueJoules = 7\n", to: "c.txt")
        try command.write("valueJoules = 0\n", to: "bad.txt")
        let options = ["bench", "t.csv", "--policy", "none", "--format", "csv", "--quiet"]
        func value(_ arguments: [String]) throws -> String {
            let result = try command.run(options + arguments)
            #expect(result.status == 0, "\(result.error)")
            return String(result.output.split(separator: "\n")[1].split(separator: ",")[2])
        }
        #expect(try value([]) == "20")
        #expect(try value(["--config", "c.txt"]) == "7")
        #expect(try value(["--config", "c.txt", "--value", "5"]) == "5")
        let bad = try command.run(options + ["--config", "bad.txt"])
        #expect(bad.status == 65)
        #expect(bad.error == "bad.txt: error: found valueJoules = 0, expected a number above 0 to 1000000\n")
        let day = try command.run(["simulate", "t.csv", "--config", "c.txt", "--brief", "--quiet"])
        #expect(day.output.contains("V = 7 J"))
    }

    @Test func benchOfOneDevice() throws {
        let command = try Command()
        let header = "time,device,event,app\n"
        let (one, other) = ("1,a,launch,x\n90000,a,launch,x\n", "5,b,launch,x\n95000,b,launch,x\n")
        try command.write(header + one + other, to: "both.csv")
        try command.write(header + other, to: "t.csv")
        let options = ["--policy", "none,adaptive", "--format", "json", "--quiet"]
        let alone = try command.run(["bench", "t.csv"] + options)
        let chosen = try command.run(["bench", "both.csv", "--device", "b"] + options)
        #expect(alone.status == 0 && chosen.status == 0, "\(chosen.error)")
        #expect(chosen.figures == alone.figures.replacing("t.csv", with: "both.csv"))
        let all = try command.run(["bench", "both.csv", "--device", "b", "--device", "a"] + options)
        #expect(try command.run(["bench", "both.csv"] + options).figures == all.figures)
    }
}
