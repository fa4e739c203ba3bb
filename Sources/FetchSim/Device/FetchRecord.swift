import FetchSched

/// Every finished fetch of a replay and why it was decided on, if fetches are recorded.
struct FetchRecord {
    /// In order of time; nil unless they are recorded.
    private(set) var fetches: [RecordedFetch]?
    private var underWay: [(app: AppID, decision: FetchDecision?)] = []

    init(isOn: Bool) { fetches = isOn ? [] : nil }

    mutating func start(_ app: AppID, _ decision: FetchDecision?) {
        if fetches != nil { underWay.append((app, decision)) }
    }

    mutating func end(_ fetch: FinishedFetch, woke: Bool, at now: FetchTime) {
        guard fetches != nil else { return }
        // Requests that could not be started precede this one.
        let decision = decision(of: fetch.app)
        fetches?.append(RecordedFetch(fetch: fetch, end: now, decision: decision, wokeRadio: woke))
        underWay.removeAll { $0.app == fetch.app }
    }

    /// Why the fetch of that app under way was decided on; nil if there is none, or no reason.
    func decision(of app: AppID) -> FetchDecision? { underWay.last { $0.app == app }.flatMap { $0.decision } }
}
