import FetchHostTesting
import Synchronization

/// A feed that has something new every forty minutes, and our copy of it.
final class Feed: Sendable {
    private let clock: TestClock
    private let copy = Mutex(-1 as Int64)

    init(clock: TestClock) { self.clock = clock }

    /// Loads the feed.
    ///
    /// - Returns: whether there was something new.
    func load() -> Bool {
        let issue = clock.now.offset.components.seconds / 2_400
        return copy.withLock { copy in
            defer { copy = issue }
            return copy != issue
        }
    }
}
