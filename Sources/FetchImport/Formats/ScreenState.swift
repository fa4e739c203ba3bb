import FetchSched

/// Turns what one device logs of its screen and its keyguard, in order of time, into what is news.
///
/// Whether that is so hangs on what is known of the screen. The same change twice says nothing new: a phone logs what it
/// has logged already for a second user, or while the keyguard goes away. Another change always does, even if something
/// must have been lost in between (an unlocked screen lights): what happened then was not logged, but this was.
struct ScreenState {
    /// The last change; nil where it would be news if it came again.
    private var last: ScreenChange?
    private(set) var events: [ScreenEvent] = []

    /// The screen lights, is unlocked or goes dark.
    mutating func change(to change: ScreenChange, at time: FetchTime) {
        guard change != last else { return }
        last = change
        events.append(ScreenEvent(device: "0", time: time, change: change))
    }

    /// The keyguard is shown, on a screen that is lit or dark: the next time that it is unlocked is another.
    mutating func lock() {
        if last == .unlocked { last = nil }
    }

    /// The log has a gap: the state of the screen is unknown.
    mutating func lose() { last = nil }
}
