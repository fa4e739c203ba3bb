import Testing

@testable import FetchSched

/// The timelines of BackgroundRules.md, played.
@Suite struct TransferTimelineTests {
    private func play(_ drawing: String) throws {
        var service = TransferBench(apps: 1)
        var ids: [Character: TransferID] = [:]
        var conditions = DeviceConditions()
        conditions.power = .charging
        conditions.network = .none
        let answers: Set = ["start", "pause", "give-up"]
        try Marbles(drawing, documentedIn: "FetchSched.docc/BackgroundRules.md").play(answers: answers) {
            moment in
            let now = moment.time
            var isRadioAwake = false
            for mark in moment.marks {
                switch (mark.lane, mark.symbol) {
                case ("wifi", "+"): conditions.network = .wifi
                case ("mobile", "+"): conditions.network = .cellular
                case ("wifi", "o"), ("mobile", "o"): conditions.network = .none
                case ("radio", "*"): isRadioAwake = true
                case ("finish", let name): try service.finished(try #require(ids[name]), at: now)
                case ("queue", let name):
                    let request = TransferRequest(AppID(0), bytes: 1_000_000)
                    ids[name] = try service.enqueue(changed(request) { $0.isDiscretionary = true }, at: now)
                default: Issue.record("unknown mark \(mark)")
                }
            }
            func mark(_ lane: String, _ id: TransferID) throws -> Marbles.Mark {
                Marbles.Mark(lane, try #require(ids.first { $0.value == id }).key)
            }
            var found: [Marbles.Mark] = []
            while let action = service.nextAction(conditions, isRadioAwake: isRadioAwake, at: now) {
                switch action {
                case .startTransfer(let id, _): found.append(try mark("start", id))
                case .pauseTransfer(let id): found.append(try mark("pause", id))
                case .giveUpTransfer(let id): found.append(try mark("give-up", id))
                default: #expect(service.count == 0)
                }
            }
            return found
        }
    }

    @Test func waitsForTheRadio() throws {
        try play(
            """
            min      0    5    10   15   20   25   30
            wifi     +o          +
            radio      *   *               *
            queue     a
            start                          a
            finish                             a
            """)
    }

    @Test func startsOnItsOwnAndResumes() throws {
        try play(
            """
            min      0    5    10   15   20   25   30   35
            wifi       +                      o    +
            radio                                  *
            queue    b
            start                     b            b
            pause                             b
            finish                                    b
            """)
    }

    @Test func waitsNoLongerWhenTheDeadlineNears() throws {
        try play(
            """
            d        0   1   2   3   4   5   6   7
            mobile   +                         o
            radio                            *
            queue    c
            start                            c
            pause                              c
            give-up                              c
            """)
    }
}
