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

    @Test func aWrongDrawingIsShownAsItCameOut() throws {
        let late = try difference("s      0    5\nknock  a  b\nanswer a   b")
        #expect(
            late
                == "expected:\ns      0    5\nknock  a  b\nanswer a   b\nfound:\ns      0    5\nknock  a  b\nanswer  a  b"
        )
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
