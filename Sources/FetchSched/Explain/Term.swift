/// One number of an explanation: its name, its unit, and where it is found.
///
/// Reports follow the lists ``FetchValue/terms`` and ``Explanation/terms``, so a new term is one line there.
public struct Term<Subject>: Sendable {
    /// A short name for machines and tables; tells the unit where there is one.
    public let name: String
    /// The unit, as in `J`; empty for chances, counts and yes (1) or no (0).
    public let unit: String
    /// The number.
    public let value: @Sendable (Subject) -> Double

    init(_ name: String, unit: String = "", value: @escaping @Sendable (Subject) -> Double) {
        self.name = name
        self.unit = unit
        self.value = value
    }
}

extension FetchValue {
    /// Every term of the value, then what follows from them.
    public static let terms: [Term<FetchValue>] = [
        Term("freshLaunchJoules", unit: "J") { $0.value },
        Term("somethingNew") { $0.somethingNew },
        Term("usedInTime") { $0.usedInTime },
        Term("launchedBeforeNextMoment") { $0.launchedBeforeNextMoment },
        Term("changedBeforeNextMoment") { $0.changedBeforeNextMoment },
        Term("costJoules", unit: "J") { $0.cost },
        Term("laterCostJoules", unit: "J") { $0.laterCost },
        Term("launchedWhileHeldBack") { $0.launchedWhileHeldBack },
        Term("launchedThisSession") { $0.launchedThisSession },
        Term("noDataCostJoules", unit: "J") { $0.noDataCost },
        Term("worthLaterJoules", unit: "J") { $0.worthLater },
        Term("worthJoules", unit: "J") { $0.worth },
        Term("surplusJoules", unit: "J") { $0.surplus },
        Term("advantageOverWaitingJoules", unit: "J") { $0.advantageOverWaiting },
        Term("trust") { $0.trust },
    ]
}

extension Explanation {
    /// The terms of ``value``, and what else is known of the app.
    public static let terms: [Term<Explanation>] =
        FetchValue.terms.map { term in
            Term(term.name, unit: term.unit) { term.value($0.value) }
        } + [
            Term("launchesPerHour", unit: "1/h") { $0.launchIntensity * 3600 },
            Term("secondsSinceSync", unit: "s") { ($0.moment - $0.lastSync).seconds },
            Term("silentLooks") { Double($0.silentLooks) },
            Term("failures") { Double($0.failures) },
        ]
}
