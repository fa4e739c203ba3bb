import Foundation
import Testing

/// Every kind of bad input gets a message with its place and the right status, and leaves nothing behind.
@Suite struct BadInputTests {
    @Test(arguments: [
        ("", "t.csv:1:1: error: found an empty file"),
        ("time,event,app\n", "t.csv: error: the trace has a header but no events"),
        ("time,event,app\n1,lunch,a\n", "t.csv:2:3: error: found event \"lunch\", expected \"zone\""),
    ])
    func badTraces(trace: String, message: String) throws {
        let command = try Command(["t.csv": trace, "out.json": "before"])
        let result = try command.run(["bench", "t.csv", "--format", "json", "--output", "out.json"])
        #expect(result.status == 65 && result.output == "")
        #expect(result.error.hasPrefix(message), "\(result.error.prefix(300))")
        #expect(result.error.split(separator: "\n").count == 1)
        #expect(try command.read("out.json") == "before")
        #expect(command.files == ["out.json", "t.csv"])
    }

    @Test(arguments: [
        ["bench"], ["bench", "t.csv", "--policy", "magic"], ["bench", "t.csv", "--policy", "aligned:"],
        ["bench", "t.csv", "--policy", "aligned-0"], ["bench", "t.csv", "--policy", "none-5"],
        ["bench", "t.csv", "--value", "nan"], ["bench", "t.csv", "--value", "5,,6"],
        ["bench", "t.csv", "--jobs", "0"], ["bench", "t.csv", "--warmup", "-1"], ["bench", "-", "-"],
        ["bench", "t.csv", "--summary", "--format", "json"], ["generate"],
        ["generate", "--preset", "news", "--days", "0"], ["generate", "--preset", "news", "--devices", "-3"],
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
