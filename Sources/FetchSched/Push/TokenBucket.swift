/// A bucket that gains a token every ``PushLimits/tokenSpan`` up to ``PushLimits/burst``, kept as one instant: when it
/// will be full.
///
/// That is the generic cell rate algorithm in its form of virtual scheduling (ITU-T I.371, annex A): exact in whole
/// milliseconds, where a counter with a time beside it would round.
struct TokenBucket: Equatable, Sendable {
    private var fullAt = Instant.distantPast

    /// When there is a token: in the past if there is one already.
    func tokenTime(_ limits: PushLimits) -> Instant {
        fullAt - (limits.fillSpan - limits.tokenSpan)
    }

    /// Takes a token.
    mutating func take(at now: Instant, _ limits: PushLimits) {
        fullAt = max(fullAt, now) + limits.tokenSpan
    }

    /// A bucket takes no longer to fill than from empty; only a clock that was set back makes it seem so.
    mutating func hold(to now: Instant, _ limits: PushLimits) {
        fullAt = min(fullAt, now + limits.fillSpan)
    }
}

extension TokenBucket: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&fullAt)
    }
}
