import Foundation
import Testing

/// The verb `tune` from outside.
@Suite struct TuneCommandTests {
    /// Devices that open two apps four times a day, for three days.
    private static func trace(devices: Int) -> String {
        var lines = ["time,device,event,app,value,seconds,bytes"]
        for device in 0..<devices {
            let id = "d\(device)"
            lines += ["0,\(id),interval,mail,minimum,,", "0,\(id),interval,news,minimum,,"]
            for day in 0..<3 {
                for (turn, hour) in [8, 12, 18, 21].enumerated() {
                    let time = day * 86_400 + hour * 3600 + (device * 37 + day * 11 + turn * 5) % 40 * 60
                    lines.append("\(time - 5000 - turn * 900),\(id),update,news,,,90000")
                    lines.append("\(time - 3000 + device % 3 * 900),\(id),update,mail,,,40000")
                    lines.append("\(time),\(id),launch,mail,,10,")
                    lines.append("\(time + 120),\(id),launch,news,,10,")
                }
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// An engine that is wrong on purpose, at V = 5: no fetch pays. (Short plans, as they take the time.)
    private static let wrong = "leastFetchJoules = 5\nplanStep = 7200\nplanReach = 14400\n"
    private static let usual = [
        "tune", "t.csv", "--sort", "--warmup", "1", "--value", "5", "--config", "wrong.txt", "--params",
        "leastFetchJoules,prospectWeight", "--folds", "2",
    ]

    private func folder(devices: Int = 4) throws -> Command {
        let command = try Command()
        try command.write(Self.trace(devices: devices), to: "t.csv")
        try command.write(Self.wrong, to: "wrong.txt")
        return command
    }

    /// Killed without time to tidy up, and taken up again, it ends with the bytes of a run that nobody disturbed.
    @Test func survivesBeingKilled() throws {
        let command = try folder()
        let arguments = Self.usual + ["--evaluations", "30", "--jobs", "2", "--output", "tuned.txt"]
        let undisturbed = try command.run(arguments)
        #expect(undisturbed.status == 0, "\(undisturbed.error)")
        let parameters = try command.read("tuned.txt")
        try command.own.remove("tuned.txt")

        let study = arguments + ["--study", "t.study"]
        func size() -> Int { (try? command.own.bytes("t.study").count) ?? 0 }
        // On a busy machine it may be done before it is killed: then again.
        for _ in 0..<20 {
            let process = try command.start(
                study, output: FileHandle.nullDevice, error: FileHandle.nullDevice)
            let deadline = Date().addingTimeInterval(60)
            // A few measurements, which come after the settings.
            while size() < 1700, process.isRunning, Date() < deadline { usleep(500) }
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            if process.terminationReason == .uncaughtSignal { break }
            for name in ["t.study", "tuned.txt"] { try? command.own.remove(name) }
        }
        #expect(size() >= 1700 && !command.files.contains("tuned.txt"), "it was to be killed before its end")
        let resumed = try command.run(study + ["--jobs", "1"])
        #expect(resumed.status == 0, "\(resumed.error)")
        #expect(try command.read("tuned.txt") == parameters && resumed.output == undisturbed.output)
        let trials = try command.read("t.study").split(separator: "\n").filter { !$0.contains(" = ") }
            .dropFirst(2).map { $0.split(separator: " ").prefix(2) }
        #expect(trials.count > 20)
        #expect(Set(trials).count == trials.count, "what was measured is not measured again")
        #expect(command.files.filter { $0.hasSuffix(".tmp") }.count <= 1)
    }

    @Test func whatItFindsIsReadByBenchAndWinsThere() throws {
        let command = try folder()
        let result = try command.run(Self.usual + ["--evaluations", "25", "--output", "tuned.txt"])
        #expect(result.status == 0, "\(result.error)")
        #expect(result.error == "")
        #expect(result.output.contains("\nBetter than the base: +"))
        let parameters = try command.read("tuned.txt")
        #expect(
            parameters.hasPrefix(
                "# fetchsched parameters 1\n# tune for net value: t.csv, 4 devices, lte, V = 5 J"))
        #expect(parameters.contains("# was 5\n"))
        #expect(parameters.contains("\nplanStep = 7200\n"), "what the base sets belongs to what was found")
        func net(_ config: String) throws -> Double {
            let bench = try command.run([
                "bench", "t.csv", "--sort", "--warmup", "1", "--value", "5", "--policy", "adaptive",
                "--config", config, "--format", "csv",
            ])
            #expect(bench.status == 0, "\(bench.error)")
            let cells = bench.output.split(separator: "\n").map { $0.split(separator: ",") }
            let column = try #require(cells.first?.firstIndex(of: "netValueJoulesPerDay"))
            return try #require(Double(cells[1][column]))
        }
        #expect(try net("tuned.txt") > net("wrong.txt") + 1)
    }

    @Test func whatIsNoBetterIsSaidAndNotWritten() throws {
        let command = try folder()
        try command.write(
            "# fetchsched parameters 1\nplanStep = 7200\nplanReach = 14400\n", to: "base.txt")
        // What is searched has no effect here.
        let arguments = [
            "tune", "t.csv", "--sort", "--value", "5", "--params", "lowBatteryLevel", "--config", "base.txt",
            "--evaluations", "12",
        ]
        let result = try command.run(arguments + ["--output", "tuned.txt"])
        #expect(result.status == 0, "\(result.error)")
        #expect(
            result.output.contains(
                "\nNo better parameters than the base were found: 0.00 % of the bound on devices held out"))
        #expect(!command.files.contains("tuned.txt"))
        let kept = try command.run(
            arguments + ["--output", "tuned.txt", "--keep-anyway", "--format", "json"])
        #expect(kept.status == 0)
        #expect(try command.read("tuned.txt").contains("# No better parameters than the base were found"))
        let json = try #require(
            try JSONSerialization.jsonObject(with: Data(kept.output.utf8)) as? [String: Any])
        #expect(json["better"] as? Bool == false)
        #expect((json["folds"] as? [Any])?.count == 4)
    }

    @Test func wrongUseIsAnsweredBeforeAnyWork() throws {
        let command = try folder(devices: 1)
        let cases: [(arguments: [String], status: Int32, message: String)] = [
            ([], 64, "t.csv: error: found one device, expected at least two"),
            (["--params", "forcast"], 64, "such as \"forecast."),
            (
                ["--folds", "1", "--study", "wrong.txt"], 65,
                "wrong.txt:1:1: error: found no study of fetchsched"
            ),
            (["--folds", "1", "--output", "nowhere/x"], 73, "nowhere/x: error: cannot write"),
            (["--keep-anyway"], 64, "--keep-anyway goes with --output"),
        ]
        for test in cases {
            try command.expectRefusal(
                of: ["tune", "t.csv", "--sort"] + test.arguments, test.message, status: test.status)
        }
        #expect(command.files == ["t.csv", "wrong.txt"])
    }

    @Test func aStudyOfOtherTracesIsRefused() throws {
        let command = try folder()
        let arguments = Self.usual + ["--study", "s", "--evaluations", "1"]
        #expect(try command.run(arguments).status == 0)
        try command.write(Self.trace(devices: 3), to: "t.csv")
        try command.expectRefusal(
            of: arguments, "s:3:1: error: found \"trace 1 = ",
            "repeat the settings of the study, or start a new one in another file", status: 65)
    }
}
