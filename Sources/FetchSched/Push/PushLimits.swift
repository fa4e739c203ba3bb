/// Where silent pushes are held, and how many an app receives: each app has a bucket of tokens, full at first.
public struct PushLimits: Hashable, Sendable {
    /// Whether pushes wait at a server, such as a push service or a gateway, so that holding one saves a wakeup of the
    /// radio. If not, as on a device, a push has arrived, and holding it saves the run of its app alone.
    public var waitAtServer = false
    /// Whether the host can store a push for later. If not, it is delivered or refused when it arrives.
    public var hostStores = true
    /// Tokens gained per hour; 1 to 3,600,000.
    public var perHour = 3
    /// Maximum number of tokens; 1 to 1000.
    public var burst = 2
    /// Longest time that a silent push is held if its app has a token, 0 to 2 days: at a server, at normal urgency,
    /// while the radio sleeps; three times for low, six for very low urgency. On a device, normal urgency is not held.
    public var longestDelay = TimeSpan.hours(4)

    /// Makes the defaults.
    public init() {}

    /// Time to gain a token: an hour divided by ``perHour``, rounded up to milliseconds, so that the limit holds.
    public var tokenSpan: TimeSpan {
        let hour: Int64 = 3_600_000
        // 0 tokens per hour would hold pushes forever.
        let count = min(max(Int64(perHour), 1), hour)
        return TimeSpan(milliseconds: (hour + count - 1) / count)
    }

    func longestDelay(_ kind: PushKind) -> TimeSpan {
        let delay = min(max(longestDelay, .zero), .days(2))
        return switch kind {
        case .alert, .silentHigh: .zero
        case .silent: waitAtServer ? delay : .zero
        case .silentLow: delay * 3
        case .silentVeryLow: delay * 6
        }
    }

    var fillSpan: TimeSpan { tokenSpan * Int64(min(max(burst, 1), 1000)) }
}

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
