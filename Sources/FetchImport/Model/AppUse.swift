import FetchSched

/// One stretch of time in which a user had an app in front.
package struct AppUse: Hashable, Sendable {
    /// The device, as the file names it.
    package var device: String
    /// The app, as the file names it.
    package var app: String
    /// When it came to the front.
    package var start: FetchTime
    /// How long it stayed there; nil where the file does not say.
    package var duration: TimeSpan?
    /// How far local time was from UTC at the start, where the file says it; nil elsewhere.
    package var secondsEast: Int?

    /// When it went away; where that is unknown, when it came.
    package var end: FetchTime { start + (duration ?? .zero) }
}

/// The content of a file, in the form that all formats share.
package struct UsageLog: Sendable {
    /// The uses, in any order, possibly some of them twice.
    package var uses: [AppUse] = []
    /// Screen events in any order, those of one time as in the file, some possibly twice; empty if the file has none.
    package var screen: [ScreenEvent] = []
    /// When apps posted notifications, each without a duration, as the uses are in order and number.
    package var notifications: [AppUse] = []
    /// Names in ``uses`` that the reader of the format found to be no apps.
    package var notApps: Set<String> = []
    /// Whether each use is there once, so that two which start at the same time are two.
    package var isExact = false
    /// Rows that are left out.
    package var bad = BadRows()
    /// How many events or rows the file has, with the bad ones.
    package var records = 0
    /// How many of them were the same as another and are not in ``uses``.
    package var duplicates = 0
}
