import Synchronization

/// A list that any worker may append to.
final class Collected<T: Sendable>: Sendable {
    private let list = Mutex<[T]>([])

    func append(_ element: T) { list.withLock { $0.append(element) } }

    var all: [T] { list.withLock { $0 } }
}
