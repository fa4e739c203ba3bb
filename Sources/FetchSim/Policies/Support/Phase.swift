import FetchSched

/// A phase of each app's own: multiples of the golden ratio, which spread any number of apps evenly over a period.
func phase(of app: Int, within period: TimeSpan) -> TimeSpan {
    let turns = Double(app + 1) * 0.618_033_988_749_894_9
    return .seconds(period.seconds * (turns - turns.rounded(.down)))
}

extension FetchTime {
    /// The first of the moments every `period` after this one that comes after `now`, which is not before this one.
    func next(every period: TimeSpan, after now: FetchTime) -> FetchTime {
        self + period * ((now - self).milliseconds / max(1, period.milliseconds) + 1)
    }
}

extension FetchInterval {
    /// The period of an app whose policy has `period`: that of a custom interval, if it is longer.
    func period(atLeast period: TimeSpan) -> TimeSpan {
        if case .custom(let span) = self { max(period, span) } else { period }
    }
}
