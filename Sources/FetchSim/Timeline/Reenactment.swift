import FetchSched

/// Fetches again what another policy fetched, at the very same moments: between the same two things that it was
/// told. So what a policy did can be looked at closely afterwards, and replays that nobody looks at record nothing.
struct Reenactment: Policy {
    private let fetches: [RecordedFetch]
    private var next = 0
    private var turn = 0

    /// - Parameter fetches: what a ``RecordingPolicy`` recorded on the same device, radio and rules.
    init(_ fetches: [RecordedFetch]) {
        // In the order in which they were begun: several may have been under way at once.
        self.fetches = fetches.sorted { $0.order < $1.order }
    }

    mutating func setInterval(_ interval: FetchInterval, of app: AppID, at now: Instant) { turn += 1 }

    mutating func observe(_ observation: FetchEvent, at now: Instant) { turn += 1 }

    mutating func complete(_ fetch: FinishedFetch, at now: Instant) { turn += 1 }

    mutating func nextFetch(at now: Instant) -> AppID? {
        // On another device or radio some fetches cannot begin when they did; those are left out.
        while next < fetches.count, fetches[next].fetch.start < now { next += 1 }
        guard next < fetches.count, fetches[next].fetch.start == now, fetches[next].turn == turn else {
            return nil
        }
        next += 1
        return fetches[next - 1].fetch.app
    }

    mutating func startPushFetch(of app: AppID, isAllowed: Bool, at now: Instant) -> Bool {
        guard next < fetches.count, fetches[next].fetch.app == app else { return false }
        return nextFetch(at: now) != nil
    }

    /// As the engine does, which gives reasons, or as the others do.
    func limitPushes(_ limits: inout PushLimits) {
        if fetches.allSatisfy({ $0.decision == nil }) { limits.longestDelay = .zero }
    }

    var parallelFetches: Int { .max }

    mutating func nextWakeup(after now: Instant) -> Instant? {
        next < fetches.count ? fetches[next].fetch.start : nil
    }
}
