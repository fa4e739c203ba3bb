import FetchSched

extension Duration {
    /// The same amount.
    init(_ span: TimeSpan) { self = .milliseconds(span.milliseconds) }
}

extension TimeSpan {
    /// The same amount in whole milliseconds, saturating; what is left over is dropped.
    init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let rest = TimeSpan(milliseconds: attoseconds / 1_000_000_000_000_000)
        self = TimeSpan(milliseconds: 1000) * seconds + rest
    }
}
