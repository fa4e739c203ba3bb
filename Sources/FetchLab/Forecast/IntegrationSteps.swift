import FetchSched

/// The steps in which intensities of launches are integrated, by the midpoint rule.
///
/// A step is a quarter of the time since the last launch or end of use, rounded down to a power of two, at least
/// 1 s and at most 5 min: intensities change most just after something happened. Steps end where intensities
/// may jump (powers of two of that time, the end of a session, whole hours of the local clock), and where
/// something is to be queried or counted (whole half hours, ``scoredFrom``, the weeks of the trace, each event).
struct IntegrationSteps: Sendable {
    /// Start of the trace, from which its weeks are counted.
    let start: FetchTime
    /// When scoring starts.
    let scoredFrom: FetchTime
    /// The pause after which a session has ended.
    let sessionGap: TimeSpan

    /// One step: nothing happens in it.
    struct Step: Sendable {
        var start: FetchTime
        var end: FetchTime

        var middle: FetchTime { start + TimeSpan(milliseconds: (end - start).milliseconds / 2) }
        var seconds: Double { (end - start).seconds }
    }

    private static let least: Int64 = 1000
    private static let most: Int64 = 300_000
    private static let hour: Int64 = 3_600_000
    private static let week = TimeSpan.days(7)

    /// The step that starts at `moment`, if the last launch or end of use was at `change`.
    func step(from moment: FetchTime, to limit: FetchTime, since change: FetchTime, clock: LocalClock) -> Step
    {
        let elapsed = max(0, (moment - change).milliseconds)
        let seconds = elapsed / 1000
        let power: Int64 = seconds < 1 ? 1 : 1 << Int64(Int64.bitWidth - 1 - seconds.leadingZeroBitCount)
        let size = min(Self.most, max(Self.least, power * 1000 / 4))
        var end = min(limit, moment + TimeSpan(milliseconds: size))
        func stop(at other: FetchTime) { if other > moment, other < end { end = other } }
        if seconds >= 1 { stop(at: change + TimeSpan(milliseconds: power * 2000)) }
        stop(at: change + sessionGap)
        stop(at: moment + TimeSpan(milliseconds: Self.hour - clock.timeOfDay(moment) % Self.hour))
        stop(at: scoredFrom)
        stop(at: Self.nextGridPoint(after: moment))
        stop(at: start + Self.week * Int64(week(of: moment) + 1))
        return Step(start: moment, end: end)
    }

    /// The week of the trace, from 0.
    func week(of moment: FetchTime) -> Int {
        Int(max(0, (moment - start).milliseconds) / Self.week.milliseconds)
    }

    // MARK: The grid of times at which probabilities are queried

    private static let grid: Int64 = 1_800_000

    /// Whether probabilities are queried at `moment`: at every whole half hour.
    static func isGridPoint(_ moment: FetchTime) -> Bool { moment.milliseconds % grid == 0 }

    private static func nextGridPoint(after moment: FetchTime) -> FetchTime {
        let rest = moment.milliseconds % grid
        return moment + TimeSpan(milliseconds: rest < 0 ? -rest : grid - rest)
    }
}

extension LocalClock {
    /// The local day, in days since 1970-01-01.
    func dayNumber(_ instant: FetchTime) -> Int64 {
        let midnight = instant + .seconds(Double(secondsEast)) - TimeSpan(milliseconds: timeOfDay(instant))
        return midnight.milliseconds / 86_400_000
    }
}
