import FetchSched

/// What the screen of a device did, and when.
package struct ScreenEvent: Hashable, Sendable {
    /// The device, as the file names it.
    package var device: String
    package var time: Instant
    package var change: ScreenChange
}
