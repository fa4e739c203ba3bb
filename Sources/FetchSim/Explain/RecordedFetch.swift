import FetchSched

/// A fetch as it was decided on and as it ended.
public struct RecordedFetch: Hashable, Sendable {
    /// The app, its start, what it found and moved.
    public let fetch: FinishedFetch
    /// When it ended.
    public let end: FetchTime
    /// Why the engine decided on it; nil for policies that give no reasons.
    public let decision: FetchDecision?
    /// Whether it woke a sleeping radio.
    public let wokeRadio: Bool

    package var app: Int { fetch.app.index }
    package var start: FetchTime { fetch.start }
    package var outcome: FetchOutcome { fetch.outcome }
    /// How long it took, a promotion of the radio included, in seconds.
    public var seconds: Double { (end - fetch.start).seconds }
    /// A short name of why it was fetched: that of the ``/FetchSched/FetchDecision/Reason``, or `policy`.
    public var reason: String { decision?.reason.name ?? "policy" }
}

extension FetchOutcome {
    package var name: String {
        switch self {
        case .newData: "newData"
        case .noData: "noData"
        case .failed: "failed"
        case .gone: "gone"
        }
    }
}

/// One device's replay under one policy, fetch by fetch.
public struct RecordedRun: Hashable, Sendable {
    /// The radio's name.
    public let radio: String
    /// Value of a fresh launch, in joules; nil for policies that do not use it.
    public let valueJoules: Double?
    /// The policy's name.
    public let policy: String
    /// The device's id.
    public let device: String
    /// App ids, by number.
    public let appNames: [String]
    /// From when on fetches count in the report; those before belong to the warm-up.
    public let scoredFrom: FetchTime
    /// Every finished fetch, in order of time, warm-up included.
    public let fetches: [RecordedFetch]
}
