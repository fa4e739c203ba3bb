import FetchSched

/// What the screen of a device did, and when.
public struct ScreenEvent: Hashable, Sendable {
    /// The device, as the file names it.
    public var device: String
    /// When it did so.
    public var time: Instant
    /// What it did.
    public var change: ScreenChange

    /// Makes an event.
    public init(device: String, time: Instant, change: ScreenChange) {
        self.device = device
        self.time = time
        self.change = change
    }
}
