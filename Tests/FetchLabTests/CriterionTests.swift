import Testing

@testable import FetchLab
@testable import FetchGenerate

/// What passes and what does not.
@Suite struct CriterionTests {
    private func isMet(_ first: Double?, _ second: Double?) -> Bool? {
        Criterion("t", first, second, within: 0.04).isMet
    }

    @Test func aFigureMustBeWithinItsTolerance() {
        #expect(isMet(0.30, 0.33) == true)
        #expect(isMet(0.33, 0.30) == true)
        #expect(isMet(0.30, 0.35) == false)
        #expect(isMet(nil, 0.35) == false)
        #expect(isMet(0.3, nil) == false)
        #expect(isMet(.nan, 0.3) == false)
        #expect(isMet(nil, nil) == nil)
    }

    private func order(_ rows: [(name: String, first: Double?, second: Double?)]) -> Criterion {
        Criterion("t", sameOrder: rows)
    }

    @Test func anOrderMustBeTheSame() {
        #expect(order([("a", 0.1, 0.3), ("b", 0.2, 0.4)]).isMet == true)
        let swapped = order([("a", 0.1, 0.4), ("b", 0.2, 0.3), ("c", 0.5, 0.6)])
        #expect(swapped.isMet == false)
        #expect(swapped.detail == "a and b")
    }

    /// What is within 0.01 on both sides has no order; within 0.01 on one side alone it has.
    @Test func whatIsEqualHasNoOrder() {
        #expect(order([("a", 0.100, 0.305), ("b", 0.105, 0.300)]).isMet == true)
        #expect(order([("a", 0.100, 0.400), ("b", 0.105, 0.300)]).isMet == false)
    }
}
