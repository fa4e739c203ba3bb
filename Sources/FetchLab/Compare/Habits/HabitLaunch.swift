import FetchSched
import FetchTrace
import FetchSim

/// One launch, with what the launches before it and the app's content make of it.
struct HabitLaunch: Sendable {
    /// When.
    var time: Instant
    /// The app's number on the device.
    var app: Int
    /// The app's place in the order of popularity over the whole trace, from 1.
    var rank = 0
    /// Hour of the local day, 0 to 23.
    var hour: Int
    /// Whether the local day is a Saturday or Sunday.
    var isWeekend: Bool
    /// Time since the launch before, in seconds; nil for the first.
    var gap: Double?
    /// The app launched before it in the same session; nil for the first of a session.
    var previousInSession: Int?
    /// The app's place among those launched before, the last one first, from 1; 0 if it was never launched before.
    var place: Int
    /// Minus the logarithm of the chance that chains of order 0, 1 and 2 gave to the app, in nats.
    var losses: [Double] = []
    /// Whether the warm-up is over.
    var isScored: Bool
    /// What is known of the content, where the app's content changes at all.
    var content: Content?

    /// The content that a launch finds.
    struct Content: Sendable {
        /// Whether it found something new: nothing is fetched in the background.
        var isNew: Bool
        /// Time since the app's content changed, in seconds; nil before its first change.
        var age: Double?
        /// Time since the app's launch before, over the mean time between its changes; nil for its first launch.
        var changesPerGap: Double?
    }
}

/// A stretch of use: launches less than the session gap after the end of the use before.
struct HabitSession: Sendable {
    /// When it begins, in seconds since the begin of the trace.
    var begin: Double
    /// From its first launch to the end of its last use, in seconds.
    var seconds: Double
    /// Launches in it.
    var launches: Int
}

/// A local day that the trace covers, but for a quarter of it at most.
struct HabitDay: Sendable {
    /// Launches and sessions that began on it.
    var launches = 0, sessions = 0
}

/// A part of a device's habits: all of them, or those of a week.
struct HabitSlice: Sendable {
    var launches: ArraySlice<HabitLaunch>
    var sessions: ArraySlice<HabitSession>
    /// Days that are covered; there may be launches on others.
    var days: ArraySlice<HabitDay>
}
