import FetchSched

extension SplitMix64 {
    /// A moment that no sane host would name next.
    mutating func moment(near now: Instant) -> Instant {
        switch below(12) {
        case 0: pick([.distantPast, .distantFuture, .epoch])
        case 1: Instant(milliseconds: Int64(bitPattern: next()))
        case 2: now - .seconds(exponential(mean: 1e6))
        case 3: now - .seconds(exponential(mean: 10))
        case 4: .monday
        case 5: now
        case 6: now + .seconds(exponential(mean: 1e6))
        default: now + .seconds(exponential(mean: 60))
        }
    }

    /// Any amount of time.
    mutating func span() -> TimeSpan {
        pick([
            .zero, .max, TimeSpan(milliseconds: .min), TimeSpan(milliseconds: -1), .seconds(10), .minutes(10),
            .days(3), TimeSpan(milliseconds: Int64(bitPattern: next())),
        ])
    }

    /// Any number.
    mutating func number() -> Double {
        pick([.nan, .infinity, -.infinity, 0, 0.5, 1, -1, 1e300, nextUnit()])
    }
}
