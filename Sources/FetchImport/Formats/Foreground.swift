import FetchSched

/// Turns what activities do into the uses of their apps.
///
/// An app is in front while at least one of its activities is resumed. Where the end of a use was not logged,
/// it is taken to be the moment at which another app came to the front; if that is not known either, the use
/// has no duration.
struct Foreground {
    private struct Open {
        var start: Instant
        var activities: Set<String>
        /// When another app came to the front.
        var overtaken: Instant?
    }

    private var open: [String: Open] = [:]
    private(set) var uses: [AppUse] = []

    /// An activity of the app comes to the front.
    mutating func resume(_ app: String, _ activity: String, at time: Instant) {
        if let known = open[app], let end = known.overtaken {
            // The end of the last use is missing: this is another one.
            close(app, known, at: end)
        }
        for other in open.keys where other != app && open[other]?.overtaken == nil {
            open[other]?.overtaken = time
        }
        if open[app] == nil { open[app] = Open(start: time, activities: []) }
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
        uses.append(AppUse(device: "0", app: app, start: known.start, duration: end.map { $0 - known.start }))
    }
}
