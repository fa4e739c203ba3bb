import FetchSched

/// A screen event of a device, and its time.
package struct ScreenEvent: Hashable, Sendable {
    /// The device, as the file names it.
    package var device: String
    package var time: FetchTime
    package var change: ScreenChange
}
