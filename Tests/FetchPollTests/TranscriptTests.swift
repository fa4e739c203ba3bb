import FetchPoll
import Foundation
import Testing

/// The conversation that `.ci/poll` replays through every carrier.
@Suite struct TranscriptTests {
    @Test func theSessionAnswersAsTheTranscriptSays() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let file = root.appending(path: "docs/examples/poll/transcript.txt")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        var talk = Talk(hello: nil)
        talk.now = 0
        try #require(lines.count > 60)
        for index in stride(from: 0, to: lines.count - 1, by: 2) {
            let answer = talk.ask(String(lines[index].dropFirst(2)))
            #expect(answer == lines[index + 1].dropFirst(2), "\(lines[index])")
        }
    }

    /// A new process for each line: what is kept is all that counts.
    @Test func aNewProcessForEachLineChangesNothing() throws {
        var (one, many) = (Talk(), Talk())
        _ = one.ask(#"{"sources":["https://a.example/1","https://a.example/2","b"]}"#)
        _ = many.ask(#"{"sources":["https://a.example/1","https://a.example/2","b"]}"#)
        for _ in 0..<500 {
            (one.now, many.now) = (one.now + 300_000, many.now + 300_000)
            many.session = try PollSession(restoring: many.session.state())
            _ = many.ask(#"{"hello":"fetchsched-poll/1","resume":true}"#)
            let due = one.due()
            #expect(many.due() == due)
            many.session = try PollSession(restoring: many.session.state())
            _ = many.ask(#"{"hello":"fetchsched-poll/1","resume":true}"#)
            for name in due {
                let line = #"{"asked":"\#(name)","status":\#(one.now % 7 == 0 ? 200 : 304)}"#
                #expect(one.ask(line) == many.ask(line))
            }
        }
    }
}
