import Foundation
import Testing

/// The verb `poll`: lines through a pipe, and steps that cron starts.
@Suite struct PollCommandTests {
    private static let hello = #"{"hello":"fetchsched-poll/1","requestsPerDay":100000}"#

    @Test func answersEachLine() throws {
        let result = try Command().run(
            ["poll"],
            input: Self.hello + "\r\n\n" + #"{"sources":["a"]}"# + "\nnonsense\n" + #"{"idle":true}"#)
        let answers = result.output.split(separator: "\n")
        #expect(result.status == 0 && result.error.isEmpty)
        #expect(answers.count == 5)
        #expect(answers[0] == #"{"hello":"fetchsched-poll/1","sources":0}"#)
        #expect(answers[1].hasPrefix(#"{"error":"found the end of the line"#))
        #expect(answers[3].hasPrefix(#"{"error":"#))
        #expect(answers[4] == #"{"idle":null}"#)
    }

    @Test func theStateIsThereInTheNextRun() throws {
        let command = try Command()
        let first = try command.run(
            ["poll", "--state", "s"],
            input: Self.hello + "\n" + #"{"sources":["a","b"]}"# + "\n" + #"{"save":true}"#)
        #expect(first.output.hasSuffix("}\n") && !first.output.contains(#""state""#))
        let second = try command.run(["poll", "--state", "s"], input: #"{"hello":"fetchsched-poll/1"}"#)
        #expect(second.output == #"{"hello":"fetchsched-poll/1","sources":2}"# + "\n")
        // The last state is damaged: the one before is taken, and said so.
        var bytes = try Data(contentsOf: command.folder.appending(path: "s"))
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: command.folder.appending(path: "s"))
        let third = try command.run(["poll", "--state", "s"], input: #"{"hello":"fetchsched-poll/1"}"#)
        #expect(third.output == second.output)
        #expect(third.error.contains("damaged") && third.error.contains("the state before it is used"))
        try command.write("nonsense", to: "s")
        try command.write("nonsense", to: "s.previous")
        #expect(try command.run(["poll", "--state", "s"]).status == 65)
        #expect(try command.run(["poll", "--state", "nowhere/s"]).status == 66)
    }

    @Test func stepsAreForCron() throws {
        let command = try Command()
        let new = try command.run(["poll", "--state", "s", "due", "5"])
        #expect(new.status == 64 && new.error.contains("--requests"))
        let state = ["poll", "--state", "s"]
        #expect(
            try command.run(
                state + ["--requests", "100000", "sources"],
                input: "https://a.example/1\nhttps://b.example/\"2\"\n\n" + #"{"name":"c","weight":2}"#
                    + "\r\n"
            ).status == 0)
        // New sources come one a second.
        var due = ""
        let end = Date(timeIntervalSinceNow: 30)
        while due.split(separator: "\n").count < 2, Date() < end {
            due += try command.run(state + ["due", "1"]).output
        }
        #expect(due == "https://a.example/1\nhttps://b.example/\"2\"\n")
        // They are under way, in whatever process.
        let more = try command.run(state + ["due", "9"])
        #expect(!more.output.contains("a.example"))
        let results =
            #"{"asked":"https://a.example/1","status":304}"# + "\n\n" + #"{"asked":"nobody","status":200}"#
        let told = try command.run(state + ["asked"], input: results)
        #expect(told.status == 65)
        #expect(told.error == #"<stdin>:3:10: error: found "nobody", expected the name of a source"# + "\n")
        // The first was taken all the same.
        let lines = #"{"hello":"fetchsched-poll/1"}"# + "\n" + #"{"explain":"https://a.example/1"}"#
        #expect(try command.run(state, input: lines).output.contains("last sync"))
        let wrong = try command.run(state + ["sources"], input: "a\n\n" + #"{"name":"b","weight":-1}"#)
        #expect(wrong.status == 65 && wrong.error.hasPrefix("<stdin>:3: error: found -1"))
    }

    @Test(arguments: [
        ["due"], ["asked", "3"], ["due", "-1"], ["--requests", "3"], ["sources"],
        ["--requests", "-1", "due", "1"],
    ])
    func wrongUsageIsSaid(_ arguments: [String]) throws {
        #expect(try Command().run(["poll"] + arguments).status == 64)
    }

    @Test func oneProcessHasAState() throws {
        let command = try Command()
        let input = Pipe()
        let first = try command.start(
            ["poll", "--state", "s"], output: FileHandle.nullDevice, error: FileHandle.nullDevice,
            input: input)
        defer { first.terminate() }
        let end = Date(timeIntervalSinceNow: 20)
        while !command.files.contains("s.lock"), Date() < end { Thread.sleep(forTimeInterval: 0.02) }
        Thread.sleep(forTimeInterval: 0.2)
        let second = try command.run(["poll", "--state", "s"], input: Self.hello)
        #expect(second.status == 75 && second.error.contains("another process has it"))
        try input.fileHandleForWriting.close()
        first.waitUntilExit()
        #expect(first.terminationStatus == 0)
    }

    /// Killed at any moment of a save: the state is that save's, or the one before.
    @Test func aKillLosesNoSavedState() throws {
        let command = try Command()
        let names = (0..<2000).map { #""https://h\#($0).example/""# }.joined(separator: ",")
        _ = try command.run(
            ["poll", "--state", "s"], input: Self.hello + "\n{\"sources\":[\(names)]}\n{\"save\":true}")
        let round = (0..<40).map { #"{"add":["x\#($0)"]}"# + "\n" + #"{"save":true}"# }.joined(
            separator: "\n")
        try command.write(#"{"hello":"fetchsched-poll/1"}"# + "\n" + round + "\n", to: "lines")
        var partial = 0
        for step in 0..<20 {
            // Answers go to a file, so that those that were given are known.
            let input = try FileHandle(forReadingFrom: command.folder.appending(path: "lines"))
            try command.write("", to: "answers")
            let answers = try FileHandle(forWritingTo: command.folder.appending(path: "answers"))
            try? FileManager.default.removeItem(at: command.folder.appending(path: "t"))
            try? FileManager.default.removeItem(at: command.folder.appending(path: "t.previous"))
            try FileManager.default.copyItem(
                at: command.folder.appending(path: "s"), to: command.folder.appending(path: "t"))
            let process = try command.start(
                ["poll", "--state", "t"], output: answers, error: FileHandle.nullDevice, input: input)
            Thread.sleep(forTimeInterval: 0.02 + Double(step) * 0.013)
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            let saved = try command.read("answers").split(separator: "\n").count {
                $0.hasPrefix(#"{"saved""#)
            }
            if (1..<40).contains(saved) { partial += 1 }
            let after = try command.run(["poll", "--state", "t"], input: #"{"hello":"fetchsched-poll/1"}"#)
            // One more, if the kill came between the save and its answer.
            let counts = [2000 + saved, 2000 + saved + 1].map {
                #"{"hello":"fetchsched-poll/1","sources":\#($0)}"# + "\n"
            }
            #expect(counts.contains(after.output), "after \(saved) saves: \(after.output) \(after.error)")
        }
        print("killed between the first and the last save: \(partial) of 20")
    }

    /// A polite signal saves first, however soon it comes after an answer.
    @Test(arguments: 0..<8) func aPoliteSignalSaves(_ round: Int) throws {
        let command = try Command()
        let (input, output) = (Pipe(), Pipe())
        let process = try command.start(
            ["poll", "--state", "s"], output: output, error: FileHandle.nullDevice, input: input)
        try input.fileHandleForWriting.write(
            contentsOf: Data((Self.hello + "\n" + #"{"sources":["a"]}"# + "\n").utf8))
        var answers = ""
        while answers.split(separator: "\n").count < 2 {
            answers += String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        }
        process.terminate()
        // A signal that is lost fails, and does not wait for ever.
        let end = Date(timeIntervalSinceNow: 60)
        while process.isRunning, Date() < end { Thread.sleep(forTimeInterval: 0.01) }
        #expect(!process.isRunning)
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
        #expect(process.terminationStatus == 130)
        #expect(
            try command.run(["poll", "--state", "s"], input: #"{"hello":"fetchsched-poll/1"}"#).output
                == #"{"hello":"fetchsched-poll/1","sources":1}"# + "\n")
    }
}
