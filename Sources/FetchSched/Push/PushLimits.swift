/// Limits of silent pushes: each app has a bucket of tokens, full at first, and each push takes one.
public struct PushLimits: Hashable, Sendable {
    /// Tokens gained per hour; 1 to 3,600,000.
    public var perHour = 3
    /// Maximum number of tokens; 1 to 1000.
    public var burst = 2
    /// Longest time that a silent push waits for the radio, 0 to 2 days; three times for low, six for very low urgency.
    public var longestDelay = TimeSpan.hours(4)

    /// Makes the defaults.
    public init() {}

    /// Time to gain a token: an hour divided by ``perHour``, rounded up to whole milliseconds: the limit is never exceeded.
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
        case .silent: delay
        case .silentLow: delay * 3
        case .silentVeryLow: delay * 6
        }
    }

    var fillSpan: TimeSpan { tokenSpan * Int64(min(max(burst, 1), 1000)) }
}
