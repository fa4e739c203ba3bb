import FetchSched

/// Which app is due first: a binary heap over one due time per app.
///
/// An app whose time becomes later keeps its entry, which is moved when it comes to the top: most times are made later
/// again before they have come. One whose time becomes earlier gets another entry; the old one is dropped at the top.
/// Ties go to the lower number, so that the order never depends on history.
///
/// - Complexity: amortised O(log apps) per change.
struct DueQueue: Sendable {
    private struct Entry: Sendable {
        var due: Instant
        var app: Int

        func precedes(_ other: Entry) -> Bool {
            due != other.due ? due < other.due : app < other.app
        }
    }

    private var heap: [Entry] = []
    private(set) var due: [Instant] = []
    /// Where the app's entry stands, never later than it is due; `distantFuture` if it has none.
    private var queued: [Instant] = []

    /// Sets when `app` is due; `distantFuture` takes it out.
    mutating func set(_ app: Int, due time: Instant) {
        while due.count <= app {
            due.append(.distantFuture)
            queued.append(.distantFuture)
        }
        due[app] = time
        guard time < queued[app] else { return }
        queued[app] = time
        heap.append(Entry(due: time, app: app))
        siftUp(heap.count - 1)
    }

    /// The app that is due first, and when.
    mutating func first() -> (app: Int, due: Instant)? {
        while let top = heap.first {
            let time = due[top.app]
            if time == top.due { return (top.app, time) }
            if queued[top.app] != top.due {
                removeTop()
            } else if time == .distantFuture {
                queued[top.app] = .distantFuture
                removeTop()
            } else {
                queued[top.app] = time
                replaceTop(Entry(due: time, app: top.app))
            }
        }
        return nil
    }

    /// The app that is due first by `now`, of those that may be fetched, which is taken out and marked as under way.
    /// One that its interval holds back is moved to the end of that; one in use or under way is taken out: all to be set
    /// again when that is over.
    mutating func takeAllowed(_ times: inout AppTimes, at now: Instant) -> AppID? {
        while let (app, due) = first(), due <= now {
            let allowed = times.allowedFrom(app)
            if times.mayFetch(app, at: now) {
                set(app, due: .distantFuture)
                return times.begin(app)
            }
            let waitsForInterval = !times[app].inForeground && !times[app].isUnderWay
            set(app, due: waitsForInterval ? allowed : .distantFuture)
        }
        return nil
    }

    private mutating func removeTop() {
        let last = heap.removeLast()
        if !heap.isEmpty { replaceTop(last) }
    }

    private mutating func replaceTop(_ entry: Entry) {
        var place = 0
        while 2 * place + 1 < heap.count {
            var child = 2 * place + 1
            if child + 1 < heap.count, heap[child + 1].precedes(heap[child]) { child += 1 }
            if !heap[child].precedes(entry) { break }
            heap[place] = heap[child]
            place = child
        }
        heap[place] = entry
    }

    private mutating func siftUp(_ index: Int) {
        var child = index
        while child > 0 {
            let parent = (child - 1) / 2
            if !heap[child].precedes(heap[parent]) { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }
}
