import FetchSched
import Testing

@testable import FetchLab
@testable import FetchTrace
@testable import FetchGenerate

/// What changes in a life.
@Suite struct HabitsLifeTests {
    @Test func phasesHoldWhenTheySay() {
        let phase = { (cycle: Int, from: Double, until: Double) in
            PublishedRhythm.commuter.phase(cycleDays: cycle, from: from, until: until, otherFavourites: false)
        }
        let weeks = phase(28, 21, 28)
        #expect((0..<56).filter { weeks.holds(on: $0, of: 56) } == Array(21..<28) + Array(49..<56))
        let half = phase(0, 0.5, 1)
        #expect((0..<29).filter { half.holds(on: $0, of: 29) } == Array(14..<29))
        var life = LifeHabits()
        life.phases = [weeks, half]
        #expect(life.phase(on: 22, of: 56) == 0 && life.phase(on: 30, of: 56) == 1)
        #expect(life.phase(on: 1, of: 56) == nil && life.fault == nil)
    }
}
