import Foundation
import Testing

/// What people read fits 80 columns, and examples can be pasted.
@Suite struct WidthTests {
    /// The verbs, as the argument parser knows them.
    private func verbs(_ command: Command) throws -> [String] {
        let dump = try command.run(["--experimental-dump-help"]).output
        let object = try JSONSerialization.jsonObject(with: Data(dump.utf8)) as? [String: Any]
        let root = try #require(object?["command"] as? [String: Any])
        let verbs = try #require(root["subcommands"] as? [[String: Any]])
        return verbs.compactMap { $0["commandName"] as? String }.filter { $0 != "help" }
    }

    private func expectNarrow(_ text: String, _ what: String) {
        for line in text.split(separator: "\n") where line.count > 80 {
            Issue.record("\(what): \(line.count) columns: \(line)")
        }
    }

    @Test func everyHelp() throws {
        let command = try Command()
        let verbs = try verbs(command)
        for verb in [[]] + verbs.map({ [$0] }) {
            let help = try command.run(verb + ["--help"]).output
            expectNarrow(help, "\(verb) --help")
            // An example that was broken goes on in the first column.
            let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
            let first = try #require(lines.firstIndex(of: "EXAMPLES"), "\(verb) has no examples")
            let examples = lines[(first + 1)...].prefix { !$0.isEmpty }
            #expect(!examples.isEmpty)
            for example in examples {
                #expect(example.hasPrefix("  "), "\(verb): \(example)")
            }
        }
    }

    @Test func everyTable() throws {
        let command = try Command()
        for (days, name) in [("1", "day.csv"), ("2", "t.csv")] {
            let made = ["generate", "--preset", "sparse", "--devices", "1", "--days", days, "--output", name]
            #expect(try command.run(made).status == 0)
        }
        let few = ["--policy", "none,jobscheduler-prefetch-3600,adaptive,clairvoyant"]
        for arguments in [
            ["bench", "day.csv"] + few,
            ["bench", "day.csv", "day.csv", "--policy", "none,adaptive"] + [
                "--radio", "5g-nsa", "--summary",
            ],
            ["bench", "day.csv"] + few + ["--app", "app00"], ["forecast", "t.csv"],
            ["forecast", "t.csv", "--model", "adaptive,no-content-hours,adaptive:content.retention=1"],
            ["compare", "t.csv", "t.csv", "--policy", "none"],
            ["list", "policies"], ["list", "policies", "adaptive"], ["bench", "--columns", "help"],
            ["simulate", "t.csv", "--device", "d0", "--day", "1"],
            ["simulate", "t.csv", "--device", "d0", "--day", "1", "--ascii", "--brief"],
        ] {
            let result = try command.run(arguments)
            #expect(result.status == 0, "\(result.error)")
            expectNarrow(result.output, arguments.joined(separator: " "))
        }
    }
}
