/// A bucket that gains a token every ``PushLimits/tokenSpan`` up to ``PushLimits/burst``, stored as the time when it is
/// full: the generic cell rate algorithm in its virtual scheduling form (ITU-T I.371, annex A). It is exact in whole
/// milliseconds, whereas a counter with a time would round.
struct TokenBucket: Sendable, SnapshotCoded {
    private var fullAt = FetchTime.distantPast

    func tokenTime(_ limits: PushLimits) -> FetchTime { fullAt - (limits.fillSpan - limits.tokenSpan) }

    /// Takes a token; an empty bucket stays empty.
    mutating func take(at now: FetchTime, _ limits: PushLimits) {
        fullAt = max(fullAt, now) + limits.tokenSpan
        limit(to: now, limits)
    }

    mutating func limit(to now: FetchTime, _ limits: PushLimits) {
        fullAt = min(fullAt, now + limits.fillSpan)
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&fullAt)
    }
}
