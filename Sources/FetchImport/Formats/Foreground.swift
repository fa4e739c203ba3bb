import FetchSched

/// Turns what activities do into the uses of their apps.
///
/// An app is in front while at least one of its activities is resumed. Where the end of a use was not logged,
/// it is taken to be the moment at which another app came to the front; if that is not known either, the use
/// has no duration.
struct Foreground {
    private struct Open {
        /// The use's place among all, in the order in which they began.
        var number: Int
        var start: Instant
        var activities: Set<String>
        /// When another app came to the front.
        var overtaken: Instant?
    }

    private var open: [String: Open] = [:]
    /// The open app that no other has overtaken; nil if there is none.
    private var front: String?
    private var count = 0
    private var closed: [(number: Int, use: AppUse)] = []

    /// The uses that ended, in the order in which they began.
    var uses: [AppUse] { closed.sorted { $0.number < $1.number }.map(\.use) }

    /// An activity of the app comes to the front.
    mutating func resume(_ app: String, _ activity: String, at time: Instant) {
        if let known = open[app], let end = known.overtaken {
            // The end of the last use is missing: this is another one.
            close(app, known, at: end)
        }
        if let front, front != app { open[front]?.overtaken = time }
        if open[app] == nil {
            open[app] = Open(number: count, start: time, activities: [])
            count += 1
        }
        front = app
        open[app]?.activities.insert(activity)
    }

    /// An activity of the app goes away; of one that was not in front, nothing.
    mutating func pause(_ app: String, _ activity: String, at time: Instant) {
        guard var known = open[app], known.activities.remove(activity) != nil else { return }
        if known.activities.isEmpty {
            close(app, known, at: time)
        } else {
            open[app] = known
        }
    }

    /// Nothing is in front any more: the screen goes dark; or (nil) the log ends or has a gap, and nobody knows when uses ended.
    mutating func endAll(at time: Instant?) {
        for app in open.keys.sorted() {
            if let known = open[app] { close(app, known, at: known.overtaken ?? time) }
        }
    }

    private mutating func close(_ app: String, _ known: Open, at end: Instant?) {
        open[app] = nil
        if front == app { front = nil }
        let use = AppUse(
            device: "0", app: app, start: known.start, duration: end.map { $0 - known.start })
        closed.append((known.number, use))
    }
}
