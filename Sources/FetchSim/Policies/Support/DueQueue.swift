import FetchSched

/// Which app is due first: a heap over one due time per app.
///
/// An app whose time becomes later keeps its entry, which is moved when it comes to the top: most times are made later
/// again before they have come. One whose time becomes earlier gets another entry; the old one is dropped at the top.
/// Ties go to the lower number, so that the order never depends on history.
///
/// - Complexity: amortised O(log apps) per change.
struct DueQueue: Sendable {
    private struct Entry: Comparable, Sendable {
        var due: FetchTime
        var app: Int

        static func < (one: Entry, other: Entry) -> Bool { (one.due, one.app) < (other.due, other.app) }
    }

    private var heap = Heap<Entry>()
    private var due: [FetchTime] = []
    /// Where the app's entry stands, never later than it is due; `distantFuture` if it has none.
    private var queued: [FetchTime] = []

    /// Sets when `app` is due; `distantFuture` takes it out.
    mutating func set(_ app: Int, due time: FetchTime) {
        while due.count <= app {
            due.append(.distantFuture)
            queued.append(.distantFuture)
        }
        due[app] = time
        if time < queued[app] { enter(app, time) }
    }

    private mutating func enter(_ app: Int, _ time: FetchTime) {
        queued[app] = time
        if time != .distantFuture { heap.insert(Entry(due: time, app: app)) }
    }

    mutating func first() -> (app: Int, due: FetchTime)? {
        while let top = heap.first {
            if due[top.app] == top.due { return (top.app, top.due) }
            heap.removeFirst()
            if queued[top.app] == top.due { enter(top.app, due[top.app]) }
        }
        return nil
    }

    /// The app that is due first by `now`, of those that may be fetched, which is taken out and marked as under way.
    /// One that its interval holds back is moved to the end of that; one in use or under way is taken out: all to be set
    /// again when that is over.
    mutating func takeAllowed(_ times: inout AppTimes, at now: FetchTime) -> AppID? {
        while let (app, due) = first(), due <= now {
            if times.mayFetch(app, at: now) {
                set(app, due: .distantFuture)
                return times.start(app)
            }
            let waitsForInterval = !times[app].inForeground && !times[app].isUnderWay
            set(app, due: waitsForInterval ? times.allowedFrom(app) : .distantFuture)
        }
        return nil
    }
}
