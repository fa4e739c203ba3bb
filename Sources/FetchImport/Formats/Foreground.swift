import FetchSched

/// Turns what activities do into the uses of their apps.
///
/// An app is in front while at least one of its activities is resumed. Where the end of a use was not logged,
/// the end is assumed at the moment at which another app came to the front; if that is not known either, the use
/// has no duration.
struct Foreground {
    /// A use of an app, which is a number.
    struct Use {
        var app: Int32
        var start: FetchTime
        var duration: TimeSpan?
    }

    private struct Open {
        /// The use's place among all, in the order in which they started.
        var number: Int
        var start: FetchTime
        var activities: Set<UsageStatsLine.Activity> = []
        /// When another app came to the front.
        var overtaken: FetchTime?
    }

    private var open: [Int32: Open] = [:]
    /// The open app that no other has overtaken; nil if there is none.
    private var front: Int32?
    private var count = 0
    private var closed: [(number: Int, use: Use)] = []

    /// The uses that ended, in the order in which they started.
    var uses: [Use] { closed.sorted { $0.number < $1.number }.map(\.use) }

    /// An activity of the app comes to the front.
    mutating func resume(_ app: Int32, _ activity: UsageStatsLine.Activity, at time: FetchTime) {
        if let known = open[app], let end = known.overtaken {
            // The end of the last use is missing: this is another one.
            close(app, known, at: end)
        }
        if let front, front != app { open[front]?.overtaken = time }
        if open[app] == nil {
            open[app] = Open(number: count, start: time)
            count += 1
        }
        front = app
        open[app]?.activities.insert(activity)
    }

    /// An activity of the app goes away; of one that was not in front, nothing.
    mutating func pause(_ app: Int32, _ activity: UsageStatsLine.Activity, at time: FetchTime) {
        guard open[app]?.activities.remove(activity) != nil else { return }
        if let known = open[app], known.activities.isEmpty { close(app, known, at: time) }
    }

    /// Nothing is in front any more: the screen goes dark; or (nil) the log ends or has a gap: ends are unknown.
    mutating func endAll(at time: FetchTime?) {
        for app in open.keys.sorted() {
            if let known = open[app] { close(app, known, at: known.overtaken ?? time) }
        }
    }

    private mutating func close(_ app: Int32, _ known: Open, at end: FetchTime?) {
        open[app] = nil
        if front == app { front = nil }
        let use = Use(app: app, start: known.start, duration: end.map { $0 - known.start })
        closed.append((known.number, use))
    }
}
