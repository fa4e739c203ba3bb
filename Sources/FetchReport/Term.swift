import FetchSched
import FetchSchedText

/// A number of an explanation: its name for machines, which ends with the unit if there is one, and its value.
package typealias Term<Subject> = (name: String, value: @Sendable (Subject) -> Double)

extension FetchValue {
    /// Every term of the value, and the results.
    package static let terms: [Term<FetchValue>] = [
        ("freshLaunchJoules", { $0.value }),
        ("somethingNew", { $0.somethingNew }),
        ("usedInTime", { $0.usedInTime }),
        ("launchedBeforeNextMoment", { $0.launchedBeforeNextMoment }),
        ("changedBeforeNextMoment", { $0.changedBeforeNextMoment }),
        ("costJoules", { $0.cost }),
        ("laterCostJoules", { $0.laterCost }),
        ("launchedWhileHeldBack", { $0.launchedWhileHeldBack }),
        ("launchedThisSession", { $0.launchedThisSession }),
        ("noDataCostJoules", { $0.noDataCost }),
        ("worthLaterJoules", { $0.laterBenefit }),
        ("worthJoules", { $0.benefit }),
        ("surplusJoules", { $0.surplus }),
        ("advantageOverWaitingJoules", { $0.advantageOverWaiting }),
        ("trust", { $0.trust }),
        ("ageWorthJoules", { $0.ageBenefit }),
        ("lostIfStale", { $0.fading?.lost ?? 1 }),
        ("sparedNextLaunch", { $0.fading?.spared ?? $0.usedInTime }),
        ("spoiledByChange", { $0.fading?.spoiled ?? $0.usedInTime }),
    ]
}

extension FetchExplanation {
    /// The terms of the value, and other facts about the app.
    package static let terms = ofValue + facts

    private static let ofValue: [Term<FetchExplanation>] = FetchValue.terms.map { term in
        (term.name, { term.value($0.value) })
    }

    private static let facts: [Term<FetchExplanation>] = [
        ("beyondLaterFetches", { $0.value.beyondLaterFetches }),
        ("launchesPerHour", { $0.launchIntensity * 3600 }),
        ("secondsSinceSync", { ($0.moment - $0.lastSync).seconds }),
        ("silentLooks", { Double($0.silentLooks) }),
        ("failures", { Double($0.failures) }),
    ]
}
