import Testing

/// Names come from elsewhere: what is printed of them does not steer the terminal.
@Suite struct EscapeTests {
    private static let trace =
        "time,event,app,value\n0,interval,mail,minimum\n0,launch,mail,\n90000,launch,mail,\n"

    @Test(arguments: ["table", "json"], ["a\u{1B}[31m", "a\u{9B}31m", "a\u{202E}b"])
    func namesOfTraces(_ format: String, _ name: String) throws {
        let command = try Command(["t.csv": Self.trace])
        let result = try command.run([
            "bench", "t.csv", "-q", "--policy", "none", "--trace-name", name, "--format", format,
        ])
        #expect(result.status == 0, "\(result.error)")
        let printed = (result.output + result.error).unicodeScalars
        #expect(!printed.contains { name.unicodeScalars.dropFirst().first == $0 }, "\(result.output)")
    }

    @Test(arguments: ["a\u{1B}[31m", "a\u{9B}31m", "a\u{202E}b"]) func namesInNotes(_ name: String) throws {
        let command = try Command(["t.csv": "time,event,app\n0,launch,mail\n90000,launch,mail\n"])
        let bench = try command.run(["bench", "t.csv", "--policy", "none", "--trace-name", name])
        _ = try command.run([
            "bench", "t.csv", "-q", "--policy", "none", "--trace-name", name, "--partial", "p",
        ])
        for result in [bench, try command.run(["merge", "p", "--devices", "1"])] {
            #expect(result.status == 0 && result.error.contains("note:"), "\(result.error)")
            let steers = name.unicodeScalars.dropFirst().first
            #expect(!result.error.unicodeScalars.contains { $0 == steers }, "\(result.error)")
        }
    }

    @Test(arguments: [
        ["bench", "t.csv", "--policy", "no\u{1B}[31m"], ["bench", "t.csv", "--policy", "nutch-0.2:\u{1B}=1"],
        ["import", "t.csv", "--from", "\u{1B}"], ["generate", "--preset", "\u{1B}"],
        ["bench", "t\u{1B}.csv"], ["bench", "t.csv", "--columns", "\u{1B}"],
    ])
    func namesInErrors(_ arguments: [String]) throws {
        let result = try Command(["t.csv": Self.trace]).run(arguments)
        #expect(result.status != 0 && !result.error.contains("\u{1B}"), "\(result.error)")
    }
}
