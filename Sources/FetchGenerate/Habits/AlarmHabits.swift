/// Which sessions an alarm clock or an entry of the calendar precedes, and which of these nobody heeds. All is assumed.
public struct AlarmHabits: Hashable, Sendable, Codable {
    /// Share of the pauses of five hours and more that an alarm clock ends.
    public var clockShare = 0.5
    /// Median time from its ringing to the first launch, in seconds, before alarms are moved to full five minutes, which adds
    /// two and a half in the mean.
    public var clockSeconds = 180.0
    /// Share of the pauses of an hour to five that an entry of the calendar ends.
    public var calendarShare = 0.2
    /// Median time from such an entry to the first launch, in seconds, likewise.
    public var calendarSeconds = 120.0
    /// Standard deviation of the logarithms of both times.
    public var spread = 1.0
    /// Chance of an alarm that no launch follows soon, over that of one that a launch follows; at most one in a pause, and
    /// none half an hour or less before a launch.
    public var unheeded = 0.5

    /// The defaults.
    public init() {}

    /// What is wrong with the numbers, or nil.
    var fault: String? {
        if !(0...1).contains(clockShare) || !(0...1).contains(calendarShare) {
            return "alarms: clockShare and calendarShare must be 0 to 1"
        }
        if !(1...3600).contains(clockSeconds) || !(1...3600).contains(calendarSeconds) {
            return "alarms: clockSeconds and calendarSeconds must be 1 to 3600"
        }
        if !(0...3).contains(spread) { return "alarms: spread must be 0 to 3" }
        if !(0...20).contains(unheeded) { return "alarms: unheeded must be 0 to 20" }
        return nil
    }
}
