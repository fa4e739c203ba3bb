import FetchSched
import FetchSchedText

/// A number of an explanation, with its name; reports follow `FetchValue.terms` and `Explanation.terms`.
package struct Term<Subject>: Sendable {
    /// A short name for machines and tables, which ends with the unit if there is one.
    package let name: String
    package let value: @Sendable (Subject) -> Double

    package init(_ name: String, value: @escaping @Sendable (Subject) -> Double) {
        self.name = name
        self.value = value
    }
}

extension FetchValue {
    /// Every term of the value, and the results.
    package static let terms: [Term<FetchValue>] = [
        Term("freshLaunchJoules") { $0.value },
        Term("somethingNew") { $0.somethingNew },
        Term("usedInTime") { $0.usedInTime },
        Term("launchedBeforeNextMoment") { $0.launchedBeforeNextMoment },
        Term("changedBeforeNextMoment") { $0.changedBeforeNextMoment },
        Term("costJoules") { $0.cost },
        Term("laterCostJoules") { $0.laterCost },
        Term("launchedWhileHeldBack") { $0.launchedWhileHeldBack },
        Term("launchedThisSession") { $0.launchedThisSession },
        Term("noDataCostJoules") { $0.noDataCost },
        Term("worthLaterJoules") { $0.worthLater },
        Term("worthJoules") { $0.worth },
        Term("surplusJoules") { $0.surplus },
        Term("advantageOverWaitingJoules") { $0.advantageOverWaiting },
        Term("trust") { $0.trust },
    ]
}

extension Explanation {
    /// The terms of the value, and other facts about the app.
    package static let terms: [Term<Explanation>] =
        FetchValue.terms.map { term in Term(term.name) { term.value($0.value) } } + [
            Term("beyondLaterFetches") { $0.value.beyondLaterFetches },
            Term("launchesPerHour") { $0.launchIntensity * 3600 },
            Term("secondsSinceSync") { ($0.moment - $0.lastSync).seconds },
            Term("silentLooks") { Double($0.silentLooks) },
            Term("failures") { Double($0.failures) },
        ]
}
