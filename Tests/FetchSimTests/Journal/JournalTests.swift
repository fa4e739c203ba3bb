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

    /// An engine takes no call of a poller, nor a poller one of an engine; before either is made there is nobody to call.
    @Test func whoeverPlaysHasCallsOfItsOwn() throws {
        func line(_ text: String) throws -> JournalLine { try #require(JournalLine(text)) }
        var (nobody, engine, poller) = (JournalPlayer(), JournalPlayer(), JournalPlayer())
        #expect(try engine.play(line("0 create seed=1")) == [])
        #expect(try poller.play(line("0 poller value=4062c00000000000")) == [])
        #expect(try poller.play(line("0 create_poller seed=1")) == [])
        let (ofEngine, ofPoller) = ("1 register interval=0", "1 add_source least=0 most=86400000 group=-1")
        #expect(try engine.play(line(ofEngine)) == [line("= 1 app app=0")])
        #expect(try poller.play(line(ofPoller)) == [line("= 1 app app=0")])
        #expect(try poller.play(line("2 due")) == [line("= 2 source app=0")])
        for text in [ofPoller, "2 due", "2 record_answer app=0 outcome=1", "2 note_read app=0"] {
            #expect(throws: (any Error).self) { try engine.play(line(text)) }
            #expect(throws: (any Error).self) { try nobody.play(line(text)) }
        }
        for text in [ofEngine, "2 next may=1", "2 event kind=launch app=0", "2 complete app=0 outcome=1"] {
            #expect(throws: (any Error).self) { try poller.play(line(text)) }
            #expect(throws: (any Error).self) { try nobody.play(line(text)) }
        }
        // What was refused was not heard; both go on with what they keep.
        #expect(try poller.play(line("3 note_read app=7")) == [line("= 3 refused")])
        for _ in 0..<2 {
            #expect(try poller.play(line("3 next_request app=0")).first?.until == .distantFuture)
            #expect(try engine.play(line("3 next may=1")).first?.verb == "none")
            for verb in ["3 restore", "3 restarted", "3 restore"] {
                _ = try engine.play(line(verb))
                if verb != "3 restarted" { _ = try poller.play(line(verb)) }
            }
        }
        #expect(engine.engine != nil && poller.engine == nil)
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
