import Foundation
import Testing

/// What is made up is said wherever figures of it are shown.
@Suite struct ProvenanceTests {
    private static let made = "everything: synthetic, preset quiet, seed 4"

    private func folder() throws -> Command {
        let command = try Command()
        let made = try command.run([
            "generate", "--preset", "quiet", "--devices", "2", "--days", "3", "--seed", "4", "-q", "-o",
            "q.csv",
        ])
        #expect(made.status == 0, "\(made.error)")
        return command
    }

    @Test(arguments: [
        [], ["--summary"], ["--value", "5,20"], ["--format", "json"], ["--format", "csv"],
        ["--curve"], ["--curve", "--summary"], ["--curve", "--format", "json"],
    ])
    func everyOutput(_ options: [String]) throws {
        let policies = options.contains("--curve") ? "one-recent,adaptive" : "none,adaptive"
        let command = try folder()
        let result = try command.run(
            ["bench", "q.csv", "-q", "--no-profiles", "--policy", policies] + options)
        #expect(result.status == 0 && result.output.contains(Self.made), "\(result)")
        if options.contains("--format") { return }
        // Before the first figure, in a paragraph with the title.
        let first = result.output.components(separatedBy: "\n\n")[0]
        #expect(first.contains("\n" + Self.made), "\(first)")
    }

    @Test func reportAndItsPicture() throws {
        let command = try folder()
        let result = try command.run(
            ["bench", "q.csv", "-q", "--policy", "none,adaptive", "--report", "r.html", "--no-profiles"])
        #expect(result.status == 0)
        let page = try command.read("r.html")
        let header = try #require(page.firstRange(of: "</header>"))
        #expect(page[..<header.lowerBound].contains(Self.made))
        let caption = try #require(page.firstMatch(of: /<figcaption>.*?<\/figcaption>/.dotMatchesNewlines()))
        #expect(caption.output.contains(Self.made), "\(caption.output)")
    }

    /// A log that is a person's beside one that is not: the share of devices is said, in any order of them.
    @Test(arguments: [["p", "q"], ["q", "p"]]) func partOfTheDevices(_ devices: [String]) throws {
        var trace = "time,device,event,app,value\n"
        for device in devices {
            if device == "q" { trace += "0,q,provenance,,\"updates: synthetic, \u{1B}[31mseed 1\"\n" }
            trace +=
                "0,\(device),interval,mail,minimum\n9,\(device),launch,mail,\n99999,\(device),launch,mail,\n"
        }
        let command = try Command(["t.csv": trace.replacing("\u{1B}[31m", with: "")])
        let result = try command.run(["bench", "t.csv", "-q", "--no-profiles", "--policy", "none"])
        #expect(result.output.contains("\nupdates: synthetic, seed 1 (1 of 2 devices)\n"), "\(result)")
    }

    /// The digest is of what a trace says, not of how it is written.
    @Test func digest() throws {
        let command = try folder()
        func digest(_ path: String) throws -> Substring {
            let output = try command.run(["bench", path, "--policy", "none", "--format", "json"]).output
            return try #require(output.firstMatch(of: /"traceDigest":"([0-9a-f]{16})"/)).output.1
        }
        let text = try command.read("q.csv")
        let lines = text.split(separator: "\n")
        let second = try #require(lines.firstIndex { $0.contains(",d1,") })
        let swapped = [lines[0]] + lines[second...] + lines[1..<second]
        try command.write(swapped.joined(separator: "\r\n") + "\r\n", to: "swapped.csv")
        try command.write(text.replacing("seed 4", with: "seed 5"), to: "other.csv")
        #expect(try digest("q.csv") == digest("swapped.csv"))
        #expect(try digest("q.csv") != digest("other.csv"))
    }
}
