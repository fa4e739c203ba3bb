@testable import FetchSched
import Testing

@testable import FetchReport

/// The lists of terms hold every number under a name of its own, and energies end with their unit.
@Suite struct TermTests {
    private static let value: FetchValue = {
        var value = FetchValue(
            value: 20, somethingNew: 0.62, cost: 2, launchedBeforeNextMoment: 0.1, usedInTime: 0.5,
            changedBeforeNextMoment: 0.2, laterCost: 1, launchedWhileHeldBack: 0.03)
        value.launchedThisSession = 0.07
        value.noDataCost = 0.3
        value.laterBenefit = 3
        value.trust = 0.9
        value.ageBenefit = 0.25
        value.fading = FetchValue.Fading(lost: 0.81, spared: 0.43, spoiled: 0.37)
        return value
    }()

    @Test func everyNumberHasATerm() {
        let names = FetchValue.terms.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(FetchExplanation.terms.map(\.name).starts(with: names))
        #expect(Set(FetchExplanation.terms.map(\.name)).count == FetchExplanation.terms.count)
        let shown = FetchValue.terms.map { $0.value(Self.value) }
        let parts = Self.value.fading.map { Array(Mirror(reflecting: $0).children) } ?? []
        for (label, number) in Array(Mirror(reflecting: Self.value).children) + parts where label != "fading"
        {
            #expect(shown.contains { $0 == number as? Double }, "\(label ?? "")")
        }
        for result in [Self.value.benefit, Self.value.surplus, Self.value.advantageOverWaiting] {
            #expect(shown.contains(result))
        }
    }

    /// With all energies doubled, the terms that end with "Joules" are doubled, and the others stay.
    @Test func energiesAreNamedSo() {
        var doubled = Self.value
        for path in [\.value, \.cost, \.laterCost, \.noDataCost, \.laterBenefit, \.ageBenefit]
            as [WritableKeyPath<FetchValue, Double>]
        {
            doubled[keyPath: path] *= 2
        }
        for term in FetchValue.terms {
            let factor = term.name.hasSuffix("Joules") ? 2.0 : 1
            #expect(term.value(doubled) == factor * term.value(Self.value), "\(term.name)")
        }
    }
}
