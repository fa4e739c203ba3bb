import Foundation
import Testing

/// `fetchsched convert`: there and back, and what other verbs make of binary traces.
@Suite struct ConvertTests {
    @Test func thereAndBackAndIntoBench() throws {
        let command = try Command()
        defer { command.remove() }
        let generate = ["generate", "--preset", "everything", "--days", "1", "--output"]
        #expect(try command.run(generate + ["a.csv"]).status == 0)
        #expect(try command.run(["convert", "a.csv", "b.fst"]).status == 0)
        #expect(try command.run(["convert", "b.fst", "c.csv"]).status == 0)
        #expect(try command.read("c.csv") == command.read("a.csv"))
        #expect(try command.run(generate + ["d.fst"]).status == 0)
        // Names are numbered in another order there, but the events are the same.
        #expect(try command.run(["convert", "d.fst", "e.csv"]).status == 0)
        #expect(try command.read("e.csv") == command.read("a.csv"))
        let text = try command.run(["convert", "b.fst", "-", "--to", "csv"])
        #expect(try text.output == command.read("a.csv"))

        let options = ["--policy", "none,piggyback-3600", "--format", "csv"]
        let plain = try command.run(["bench", "a.csv"] + options)
        let binary = try command.run(["bench", "b.fst"] + options)
        #expect(plain.status == 0)
        #expect(binary.output == plain.output.replacingOccurrences(of: "a.csv", with: "b.fst"))
    }

    @Test func damageIsReportedAndLeavesNothingBehind() throws {
        let command = try Command()
        defer { command.remove() }
        #expect(
            try command.run(["generate", "--preset", "quiet", "--days", "2", "--output", "a.fst"]).status == 0
        )
        let file = command.folder.appendingPathComponent("a.fst")
        var bytes = try Data(contentsOf: file)
        bytes[bytes.count / 2] ^= 0x10
        try bytes.write(to: file)
        for arguments in [["convert", "a.fst", "a.csv"], ["bench", "a.fst"]] {
            let result = try command.run(arguments)
            #expect(result.status == 65)
            #expect(result.output == "")
            #expect(result.error.hasPrefix("a.fst: byte "), "\(result.error)")
            #expect(result.error.contains("found checksum 0x"))
        }
        #expect(command.files == ["a.fst"])
    }

    /// The lines come to those that are there, the same from the same seed, and not a second time.
    @Test(arguments: [
        ("--add-screen", ",screen,", 100, "it says what the screen did"),
        ("--add-alarms", ",alarm,", 4, "it says when alarms are due"),
    ]) func linesAreAdded(option: String, kind: String, least: Int, fault: String) throws {
        let command = try Command()
        defer { command.remove() }
        let generate = ["generate", "--preset", "student", "--days", "3", "--output", "a.csv"]
        #expect(try command.run(generate).status == 0)
        for (seed, file) in [("1", "b.csv"), ("1", "c.csv"), ("2", "d.csv")] {
            #expect(try command.run(["convert", "a.csv", file, option, seed]).status == 0)
        }
        #expect(try command.read("b.csv") == command.read("c.csv"))
        #expect(try command.read("b.csv") != command.read("d.csv"))
        let lines = try command.read("b.csv").split(separator: "\n")
        let rest = lines.filter { !$0.contains(kind) }
        #expect(rest.joined(separator: "\n") + "\n" == (try command.read("a.csv")))
        #expect(lines.count > rest.count + least)
        let again = try command.run(["convert", "b.csv", "e.csv", option, "1"])
        #expect(again.status == 65 && again.error.hasPrefix("b.csv: error: \(fault)"))
        #expect(command.files.sorted() == ["a.csv", "b.csv", "c.csv", "d.csv"])
    }

    @Test func otherNamesNeedTheForm() throws {
        let command = try Command()
        defer { command.remove() }
        #expect(try command.run(["convert", "a.csv", "b.dat"]).status == 64)
        #expect(try command.run(["convert", "no.csv", "b.fst"]).status == 66)
        #expect(command.files == [])
    }
}
