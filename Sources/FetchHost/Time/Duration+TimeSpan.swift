public import FetchSched

extension TimeSpan {
    /// The amount of a duration, rounded to the nearest millisecond, halves away from zero, and saturating.
    public init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let perMillisecond: Int64 = 1_000_000_000_000_000
        let half = attoseconds < 0 ? -perMillisecond / 2 : perMillisecond / 2
        // Below a second either way, so the sum cannot overflow.
        let rest = TimeSpan(milliseconds: (attoseconds + half) / perMillisecond)
        self = TimeSpan(milliseconds: 1000) * seconds + rest
    }
}

extension Duration {
    /// The amount of a time span, exactly.
    public init(_ span: TimeSpan) { self = .milliseconds(span.milliseconds) }
}
