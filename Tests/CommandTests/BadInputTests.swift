import Foundation
import Testing

/// Every kind of bad input gets a message with its place and the right status, and leaves nothing behind.
@Suite struct BadInputTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var trace: String
        var message: String
        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "empty file", trace: "", message: "t.csv:1:1: error: found an empty file"),
        Case(
            name: "header only", trace: "time,event,app\n",
            message: "t.csv: error: the trace has a header but no events"),
        Case(
            name: "unknown event", trace: "time,event,app\n1,lunch,a\n",
            message: "t.csv:2:3: error: found event \"lunch\", expected \"zone\""),
        Case(
            name: "times going backwards", trace: "time,event,app\n5,launch,a\n4,launch,a\n",
            message: "t.csv:3:1: error: found time 4.000 after 5.000 on device \"0\""),
    ]

    @Test(arguments: cases) func badTraces(_ bad: Case) throws {
        let command = try Command(["t.csv": bad.trace, "out.json": "before"])
        let result = try command.run(["bench", "t.csv", "--format", "json", "--output", "out.json"])
        #expect(result.status == 65)
        #expect(result.output == "")
        #expect(result.error.hasPrefix(bad.message), "\(result.error.prefix(300))")
        #expect(result.error.split(separator: "\n").count == 1)
        #expect(try command.read("out.json") == "before")
        #expect(command.files == ["out.json", "t.csv"])
    }

    @Test(arguments: [
        ["bench"], ["bench", "t.csv", "--policy", "magic"], ["bench", "t.csv", "--policy", "aligned:"],
        ["bench", "t.csv", "--policy", "aligned-0"], ["bench", "t.csv", "--policy", "none-5"],
        ["bench", "t.csv", "--value", "nan"], ["bench", "t.csv", "--value", "0"],
        ["bench", "t.csv", "--value", "5,,6"], ["bench", "t.csv", "--radio", "6g"],
        ["bench", "t.csv", "--jobs", "0"], ["bench", "t.csv", "--warmup", "-1"],
        ["bench", "t.csv", "--format", "xml"], ["bench", "-", "-"], ["bench", "t.csv", "--nonsense"],
        ["bench", "t.csv", "--summary", "--format", "json"], ["generate"],
        ["generate", "--preset", "nobody"],
        ["generate", "--preset", "news", "--days", "0"], ["generate", "--preset", "news", "--devices", "-3"],
        ["fly"],
    ])
    func wrongUsage(_ arguments: [String]) throws {
        try Command().expectRefusal(of: arguments, "Error: ")
    }

    @Test(arguments: [
        ("{", "r.json:1:2: error: not a radio profile: found the end of the text, expected a key in quotes"),
        ("{\"name\":\n  x}", "r.json:2:3: error: not a radio profile: "),
        ("{\"name\": \"x\"}", "r.json: error: not a radio profile: \"source\" is missing"),
    ])
    func badRadioProfiles(text: String, message: String) throws {
        let command = try Command(["r.json": text, "t.csv": "time,event,app\n1,launch,a\n"])
        try command.expectRefusal(of: ["bench", "t.csv", "--radio", "r.json"], message, status: 65)
    }

    @Test(arguments: [
        (
            "{\"name\": \"x\", \"runJoule\": 1}",
            "not a power profile: \"runJoules\" is missing; is \"runJoule\" meant to be it?\n"
        ),
        (
            """
            {"name": "x", "runJoules": 1, "coldStartJoules": 1, "handlingJoulesPerMB": 1, "requestDownBytes": 1,
             "requestUpBytes": 1, "awakeWatts": 1, "aliveProcess": 3}
            """, "\"aliveProcess\" is no key of a power profile\n"
        ),
        (
            """
            {"name": "x", "runJoules": 1, "coldStartJoules": 1, "handlingJoulesPerMB": 1, "requestDownBytes": 1,
             "requestUpBytes": 1, "awakeWatts": 1, "aliveProcesses": 1.5}
            """,
            "not a power profile: a number is too large, or has a fraction where a whole one is expected\n"
        ),
    ])
    func badPowerProfiles(text: String, message: String) throws {
        let command = try Command(["p.json": text, "t.csv": "time,event,app\n1,launch,a\n"])
        try command.expectRefusal(
            of: ["bench", "t.csv", "--power-profile", "p.json"], "p.json: error: " + message, status: 65)
    }
}
