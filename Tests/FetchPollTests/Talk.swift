import FetchPoll
import Testing

/// A conversation with a session, in texts.
struct Talk {
    var session: PollSession
    var now: Int64 = 1_704_067_200_000

    init(_ session: PollSession = PollSession(), hello: String? = #""requestsPerDay":1200"#) {
        self.session = session
        guard let hello else { return }
        let answer = ask(#"{"hello":"fetchsched-poll/1",\#(hello)}"#)
        #expect(answer.hasPrefix(#"{"hello":"fetchsched-poll/1""#))
    }

    mutating func ask(_ line: String) -> String { ask(Array(line.utf8)) }

    mutating func ask(_ line: [UInt8]) -> String {
        String(decoding: session.answer(line, at: now), as: UTF8.self)
    }

    /// The names that are due, and nothing else of the answer.
    mutating func due(_ count: Int = 1000) -> [String] {
        let answer = ask(#"{"due":\#(count)}"#)
        guard let open = answer.firstIndex(of: "["), let close = answer.firstIndex(of: "]") else { return [] }
        return answer[answer.index(after: open)..<close].split(separator: ",").map {
            String($0.dropFirst().dropLast())
        }
    }

    /// Asks all that is due for a while, and reports to each that nothing is new; returns the names in their order.
    mutating func poll(hours: Int64) -> [String] {
        var asked: [String] = []
        for _ in 0..<hours * 60 {
            for name in due() {
                asked.append(name)
                _ = ask(#"{"asked":"\#(name)","outcome":"nothing"}"#)
            }
            now += 60_000
        }
        return asked
    }
}
