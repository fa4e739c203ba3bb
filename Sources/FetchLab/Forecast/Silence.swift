import FetchSched
import FetchTrace
import FetchSim

/// A stretch of time in which a trace has no event at all of a device: it was off, its log was lost, or a clock was wrong.
///
/// Forecasts are scored for the first four weeks of it, and for what goes beyond whole weeks; of the rest nobody can say
/// that nothing happened. So the work grows with the events, whatever the years between them.
public struct Silence: Hashable, Sendable {
    /// When it begins.
    public let begin: Instant
    /// When the next event comes.
    public let end: Instant

    /// Most of a silence that is scored; a week more at the most, so that hours and days of the week go on as they were.
    public static var longestScored: TimeSpan { .days(28) }
    private static var week: TimeSpan { .days(7) }

    /// What is passed over after the first four weeks of a stretch without events: whole weeks.
    static func passedOver(of span: TimeSpan) -> TimeSpan {
        guard span > longestScored else { return .zero }
        return week * ((span - longestScored).milliseconds / week.milliseconds)
    }
}

extension DeviceTrace {
    /// The silences of which not all is scored, in order.
    ///
    /// - Complexity: O(events).
    public var silences: [Silence] {
        var last = span.lowerBound
        var found: [Silence] = []
        for event in events {
            if Silence.passedOver(of: event.time - last) > .zero {
                found.append(Silence(begin: last, end: event.time))
            }
            last = event.time
        }
        return found
    }
}
