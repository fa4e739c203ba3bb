import FetchSched
import Testing

@Suite struct MarblesTests {
    /// A host that answers each knock a column later.
    private func answer(_ drawing: String) throws -> [Instant] {
        var times: [Instant] = []
        var waiting: [Character] = []
        try Marbles(drawing).play(answers: ["answer"]) { moment in
            let answers = waiting.map { Marbles.Mark("answer", $0) }
            waiting = moment.marks.map(\.symbol)
            if !waiting.isEmpty { times.append(moment.time) }
            return answers
        }
        return times
    }

    @Test func theRulerTellsTheTime() throws {
        let times = try answer(
            """
            min      10    13
            knock    a  -b |
            knock       bc
            answer    a  bb
            answer        c
            """)
        #expect(times.map { ($0 - .monday).milliseconds } == [600_000, 690_000, 720_000])
    }

    @Test func playsToTheEndOfTheRuler() throws {
        var columns = 0
        try Marbles("s  0 2 4").play(answers: []) { _ in
            columns += 1
            return []
        }
        #expect(columns == 5)
    }

    @Test func aWrongDrawingIsShownAsItCameOut() throws {
        try withKnownIssue {
            _ = try answer(
                """
                s        0    5
                knock    a  b
                answer   a   b
                """)
        } matching: { issue in
            issue.comments.contains { $0.rawValue.contains("knock    a  b\nanswer    a  b") }
        }
        let empty = try Marbles("s  0 2")
        withKnownIssue {  // A lane that is not drawn must not be answered either.
            empty.play(answers: ["other"]) { _ in [Marbles.Mark("other", "x")] }
        }
        let order = try Marbles(
            """
            s      0 2
            knock  a
            knock  b
            echo   b
            echo   a
            """)
        withKnownIssue {  // Nor must the order at one moment be another one.
            order.play(answers: ["echo"]) { moment in
                moment.marks.map { Marbles.Mark("echo", $0.symbol) }
            }
        }
    }

    @Test(arguments: [
        "", "   ", "0 5", "min", "min 0", "years 0 5", "s 5 0", "ms 0 1", "s 0 5 11", "s 0 5 ten",
        "s  0 5\n a b",
        "s  0 5\na b", "s  0 5\nlonger  b",
    ])
    func whatIsNoDrawingIsAnError(_ drawing: String) {
        #expect(throws: Marbles.DrawingError.self) { try Marbles(drawing) }
    }

    @Test func aDrawingMustBeDocumented() {
        #expect(throws: Marbles.DrawingError.self) {
            try Marbles("s  0 2\na    b", documentedIn: "Scheduler.swift")
        }
    }
}
