/// What an engine does not believe of what it is told, or notices about it: the answer of
/// ``BackgroundEngine/observe(_:at:)``.
///
/// Nothing is learned from an observation that is not believed, not even the time. The one exception is
/// ``clockSetBack(by:)``, with which the observation counts.
public enum Doubt: Hashable, Sendable {
    /// No app was registered under that number.
    case unknownApp(AppID)
    /// A battery level runs from 0 (empty) to 1 (full): 15 % are 0.15.
    case batteryLevel(Double)
    /// Nobody moves less than 0 bytes.
    case bytes(Int64)
    /// An energy is finite and 0 or more; one that was not measured is nil.
    case joules(Double)
    /// A time zone lies at most a day (86,400 s) east or west of UTC.
    case zone(secondsEast: Int)
    /// A server cannot ask for less than no time between two fetches.
    case serverInterval(TimeSpan)
    /// The time lies so much, more than a minute, before the latest that the engine was told: the host's clock was set
    /// back, or the host tells late what happened. The observation counts, and everything that was remembered is moved
    /// along.
    case clockSetBack(by: TimeSpan)

    /// Whether the engine learned from the observation all the same.
    public var isLearned: Bool {
        if case .clockSetBack = self { return true }
        return false
    }
}

extension Doubt: CustomStringConvertible {
    /// The doubt in a few words, as in `battery level 15 is not between 0 and 1`.
    public var description: String {
        switch self {
        case .unknownApp(let app): "unknown " + app.description
        case .batteryLevel(let level):
            "battery level " + PlainText.number(level) + " is not between 0 and 1"
        case .bytes(let bytes): String(bytes) + " bytes are less than none"
        case .joules(let joules): "energy " + PlainText.number(joules) + " J is not finite, or below 0"
        case .zone(let seconds): "time zone " + String(seconds) + " s is not between -86400 and 86400"
        case .serverInterval(let span): "server interval " + PlainText.span(span) + " is below 0"
        case .clockSetBack(let span): "the clock was set back by " + PlainText.span(span)
        }
    }
}
