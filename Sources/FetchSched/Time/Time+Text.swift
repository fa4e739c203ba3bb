extension Instant: CustomStringConvertible {
    /// In ISO 8601 at UTC, as in `2026-01-05T07:12:00.000Z`; the ends of time in words.
    public var description: String { PlainText.time(self) }
}

extension TimeSpan: CustomStringConvertible {
    /// By its two largest units, as in `2 h 05 min`.
    public var description: String { PlainText.span(self) }
}
