import FetchSched

/// Which app is due first: a binary heap over one due time per app.
///
/// An app whose time changes is pushed again; its old entry is dropped when it comes to the top. Ties go to
/// the lower number, so that the order never depends on history.
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

    /// Sets when `app` is due; `distantFuture` takes it out.
    mutating func set(_ app: Int, due time: Instant) {
        while due.count <= app { due.append(.distantFuture) }
        guard due[app] != time else { return }
        due[app] = time
        guard time != .distantFuture else { return }
        heap.append(Entry(due: time, app: app))
        siftUp(heap.count - 1)
    }

    /// The app that is due first, and when.
    mutating func first() -> (app: Int, due: Instant)? {
        while let top = heap.first {
            if due[top.app] == top.due { return (top.app, top.due) }
            removeTop()
        }
        return nil
    }

    /// The app that is due first by `now`, of those that may be fetched. One that its interval holds back is moved to
    /// the end of that; one in use is taken out, to be set again at the end of its use.
    mutating func firstAllowed(_ times: AppTimes, at now: Instant) -> AppID? {
        while let (app, due) = first(), due <= now {
            if times[app].inForeground {
                set(app, due: .distantFuture)
            } else if times.allowedFrom(app) > now {
                set(app, due: times.allowedFrom(app))
            } else {
                return AppID(app)
            }
        }
        return nil
    }

    private mutating func removeTop() {
        let last = heap.removeLast()
        guard !heap.isEmpty else { return }
        heap[0] = last
        var parent = 0
        while true {
            var child = 2 * parent + 1
            if child >= heap.count { return }
            if child + 1 < heap.count, heap[child + 1].precedes(heap[child]) { child += 1 }
            if !heap[child].precedes(heap[parent]) { return }
            heap.swapAt(child, parent)
            parent = child
        }
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
