import FetchSched
import Testing

@Suite struct MarblesTests {
    /// Asks a host that answers each knock a column later.
    private func difference(_ drawing: String) throws -> String? {
        var waiting: [Marbles.Mark] = []
        return try Marbles(drawing).difference(answers: ["answer"]) { moment in
            defer { waiting = moment.marks.map { Marbles.Mark("answer", $0.symbol) } }
            return waiting
        }
    }

    @Test func theRulerTellsTheTime() throws {
        var times: [Int64] = []
        try Marbles(
            """
            min      10    13
            knock    a  -b |
            knock       bc
            """
        ).play(answers: []) { moment in
            if !moment.marks.isEmpty { times.append((moment.time - .monday).milliseconds) }
            return []
        }
        #expect(times == [600_000, 690_000, 720_000])
    }

    @Test func answersAreComparedLaneByLane() throws {
        let drawing = """
            min      10    13
            knock    a  -b |
            knock       bc
            answer    a  bb
            answer        c
            """
        #expect(try difference(drawing) == nil)
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
        let late = try difference("s      0    5\nknock  a  b\nanswer a   b")
        #expect(
            late
                == "expected:\ns      0    5\nknock  a  b\nanswer a   b\nfound:\ns      0    5\nknock  a  b\nanswer  a  b"
        )
    }

    @Test func aLaneThatIsNotDrawnMustNotBeAnswered() throws {
        let difference = try Marbles("s  0 2").difference(answers: ["other"]) { _ in
            [Marbles.Mark("other", "x")]
        }
        #expect(difference != nil)
    }

    @Test func theOrderAtOneMomentCounts() throws {
        let drawing = "s      0 2\nknock  a\nknock  b\necho   b\necho   a"
        let difference = try Marbles(drawing).difference(answers: ["echo"]) { moment in
            moment.marks.map { Marbles.Mark("echo", $0.symbol) }
        }
        #expect(difference?.hasSuffix("echo   a\necho   b") == true)
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
            try Marbles("s  0 2\na    b", documentedIn: "Scheduler/Scheduler.swift")
        }
    }
}
