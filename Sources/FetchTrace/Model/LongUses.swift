import FetchSched

/// The launches of a trace whose uses are longer than a day: more than anybody uses an app at a stretch, and a mistake in
/// the units or the end of a log more likely than that.
///
/// A trace may say so, and is read and written as it is. Replays end such a use after a day, since the radio is
/// busy every few seconds of it.
public struct LongUses: Hashable, Sendable {
    /// How many there are.
    public private(set) var count = 0
    /// The line of the first one.
    public private(set) var firstLine = 0
    /// How long that one is.
    public private(set) var firstDuration = TimeSpan.zero

    init() {}

    @inline(__always)
    mutating func look(at event: TraceEvent, line: Int) {
        guard let duration = event.duration, duration.milliseconds > TraceLimits.use, event.kind == .launch
        else { return }
        if count == 0 { (firstLine, firstDuration) = (line, duration) }
        count += 1
    }
}

extension TraceEvent {
    /// The event with a use of a day at the most.
    public var withUseOfADay: TraceEvent {
        var event = self
        if kind == .launch, let duration {
            event.duration = min(duration, TimeSpan(milliseconds: TraceLimits.use))
        }
        return event
    }
}
