@testable import FetchSched
import Testing

@testable import FetchReport

/// The lists of terms hold every number, under different names that end with their unit.
@Suite struct TermTests {
    @Test func valueAndExplanation() throws {
        let value = FetchValue(
            value: 20, somethingNew: 0.62, cost: 2, launchedBeforeNextMoment: 0.1, usedInTime: 0.5,
            changedBeforeNextMoment: 0.2, laterCost: 1, launchedWhileHeldBack: 0)
        let names = FetchValue.terms.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(Explanation.terms.map(\.name).starts(with: names))
        func number(_ name: String) throws -> Double {
            try #require(FetchValue.terms.first { $0.name == name }).value(value)
        }
        #expect(try number("freshLaunchJoules") == 20)
        #expect(try number("somethingNew") == 0.62)
        #expect(try number("surplusJoules") == value.surplus)
        #expect(try number("advantageOverWaitingJoules") == value.advantageOverWaiting)
        #expect(try number("launchedWhileHeldBack") == 0)
    }
}
