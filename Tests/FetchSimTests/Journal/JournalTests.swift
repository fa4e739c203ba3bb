import FetchSched
import Testing

@testable import FetchSim

/// Journals of simulated devices, played by an engine without a simulator.
@Suite struct JournalTests {
    @Test(arguments: ["everything", "messenger"])
    func anEngineAnswersAsTheSimulatorsDid(_ preset: String) throws {
        let device = try #require(try generated(preset, days: 3, seed: 5).first)
        let journal = device.journal(valueJoules: 100)
        var player = JournalPlayer()
        var answers: [JournalLine] = []
        for line in journal where !line.isAnswer {
            // As text, which is what other hosts read.
            let read = try #require(JournalLine(line.text))
            #expect(read == line)
            answers += try player.play(read)
        }
        #expect(answers == journal.filter(\.isAnswer))
        #expect(answers.last?.verb == "snapshot")
        #expect(answers.contains { $0.verb == "fetch" })
    }

    @Test func otherAnswersAreSeen() throws {
        let device = try #require(try generated("everything", days: 2, seed: 5).first)
        let journal = device.journal(valueJoules: 100)
        var player = JournalPlayer()
        let launch = try #require(journal.firstIndex { $0.word("kind") == "launch" })
        var answers: [JournalLine] = []
        for (place, line) in journal.enumerated() where !line.isAnswer && place != launch {
            answers += try player.play(line)
        }
        #expect(answers != journal.filter(\.isAnswer))
    }

    @Test(arguments: ["", "1", "= 1", "x launch", "1 event kind"])
    func linesThatAreNone(_ text: String) { #expect(JournalLine(text) == nil) }

    @Test func callsThatAreNone() throws {
        var player = JournalPlayer()
        for text in [
            "1 nonsense", "1 event kind=launch", "1 set name=nonsense value=0", "1 receive app=0 value=9",
        ] {
            let line = try #require(JournalLine(text))
            #expect(throws: (any Error).self) { try player.play(line) }
        }
    }
}
