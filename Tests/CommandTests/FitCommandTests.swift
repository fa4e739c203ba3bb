import Foundation
import Testing
import FetchGenerate

/// `fetchsched fit`, and `generate --preset` with what it wrote.
@Suite struct FitCommandTests {
    /// A folder with a trace of one device for a week, and the habits fitted to it.
    private func fitted() throws -> Command {
        let command = try Command()
        let (trace, habits) = try Self.week.get()
        try command.write(trace, to: "t.csv")
        try command.write(habits, to: "h.json")
        return command
    }

    /// That trace and those habits, made once.
    private static let week = Result {
        let command = try Command()
        let made = try command.run(["generate", "--preset", "quiet", "--days", "7", "--output", "t.csv"])
        #expect(made.status == 0, "\(made.error)")
        let result = try command.run(["fit", "t.csv", "--output", "h.json"])
        #expect(result.status == 0 && result.output == "" && result.error == "", "\(result.error)")
        return (try command.read("t.csv"), try command.read("h.json"))
    }

    @Test func twinsOfTheSameHabitsAreTheSame() throws {
        let command = try fitted()
        let text = try command.read("h.json")
        #expect(try command.run(["fit", "t.csv"]).output == text)
        #expect(text.hasPrefix("{\n  \"apps\": {\n") && text.hasSuffix("\n}\n"))
        #expect(text.contains("\"format\": \"fetchsched-habits/1\""))
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 410 })
        let arguments = ["generate", "--preset", "h.json", "--days", "3", "--seed", "7"]
        let first = try command.run(arguments)
        #expect(first.status == 0 && first.output.contains(",launch,"))
        #expect(try command.run(arguments).output == first.output)
        // The name of the file is no part of the habits.
        try command.write(text, to: "other.json")
        #expect(
            try command.run(arguments.map { $0 == "h.json" ? "other.json" : $0 }).output == first.output)
        #expect(try command.run(arguments.dropLast() + ["8"]).output != first.output)
    }

    @Test func badHabitsAreNamed() throws {
        let command = try fitted()
        let text = try command.read("h.json")
        // A list may be longer than in the preset by which a misspelt key is found.
        let rate = #"{"online": 1, "perDay": 1, "rank": 1, "spread": 0}, "#
        let rates = String(repeating: rate, count: 100) + rate.replacing("rank", with: "rankk")
        let cases: [(String, String, String)] = [
            (
                "\"rates\": [", "\"rates\": [\(rates)",
                "\"rank\" is missing in \"content.rates.100\"; is \"rankk\" meant to be it?"
            ),
            ("\"used\"", "\"usedd\"", "\"used\" is missing in \"apps\"; is \"usedd\" meant to be it?"),
            ("\"horizonDays\": ", "\"horizonDays\": 1.5, \"was\": ", "a whole one is expected"),
            ("\"unused\"", "\"quite other\"", "\"unused\" is missing in \"apps\"\n"),
            (
                "\"perDay\": ", "\"perDay\": \"x\", \"was\": ",
                "expected a number in \"content.rates.0.perDay\""
            ),
            ("\"source\": ", "\"source\": 1, \"was\": ", "expected a text in \"basis.source\""),
            ("\"perDay\": ", "\"perDay\": -", "perDay must be"),
            ("\"format\": \"fetchsched-habits/1\"", "\"format\": \"fetchsched-habits/9\"", "format is"),
            ("\"hourSpread\": ", "\"hourSprea\": 1, \"hourSpread\": ", "\"apps.hourSprea\" is no key"),
            ("\"daySpread\": ", "\"daySpread\": \"x\", \"was\": ", "daySpread"),
            ("{\n  \"apps\"", "[\n  \"apps\"", "not a habits file"),
        ]
        for (from, to, message) in cases {
            guard let range = text.range(of: from) else {
                Issue.record("\(from) is not in the file")
                continue
            }
            try command.write(text.replacingCharacters(in: range, with: to), to: "bad.json")
            let result = try command.run(["generate", "--preset", "bad.json"])
            #expect(result.status == 65 && result.output == "", "\(from): \(result.status)")
            #expect(result.error.contains(#/^bad\.json(:\d+:\d+)?: error: /#), "\(result.error)")
            #expect(result.error.contains(message), "\(result.error)")
        }
        #expect(try command.run(["generate", "--preset", "none.json"]).status == 66)
        #expect(try command.run(["generate", "--preset", "no-preset"]).status == 64)
        let same = try command.run(["generate", "--preset", "h.json", "--output", "h.json"])
        #expect(same.status == 64)
        #expect(try command.read("h.json") == text)
    }

    @Test func tracesWithoutLaunchesHaveNoHabits() throws {
        let command = try Command(["t.csv": "time,event,app,value\n0,interval,mail,minimum\n"])
        try command.expectRefusal(
            of: ["fit", "t.csv", "--output", "h.json"],
            "found no device with more than 0 launches, expected at least 10", status: 65)
        #expect(command.files == ["t.csv"])
        #expect(try command.run(["fit", "missing.csv"]).status == 66)
    }
}
