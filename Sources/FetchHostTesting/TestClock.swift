import Dispatch
import FetchHost
import FetchSched
import Synchronization

/// A clock whose time passes as soon as no task has anything left to do: a month of a host in a moment, and the same
/// each time.
///
///     let clock = TestClock()
///     try await clock.run {
///         let host = try FetchHost(clock: clock)
///         await host.add("news", interval: .minimum) { _ in
///             try await clock.sleep(for: .seconds(3))      // a download
///             return .newData(bytes: 80_000)
///         }
///         try await withThrowingTaskGroup { group in
///             group.addTask { try await host.run() }
///             for _ in 0..<30 {
///                 try await clock.sleep(for: .seconds(86_400))
///                 try await host.observe(.launch("news"))
///             }
///             host.stop()
///             try await group.waitForAll()
///         }
///     }
///
/// Tasks under ``run(_:)`` go one at a time on a thread of the clock, in the order in which they became ready. When none
/// is left, the time becomes that of the next sleep that ends, and its task goes on. So all that waits must wait for
/// this clock, or for a task that does. Child tasks, actors and sequences are fine; a `Task { }` of its own
/// is elsewhere, and time may pass it by. Real waiting, as for a network, goes into ``outside(_:)``.
public final class TestClock: Clock, Sendable {
    /// A time of the clock, counted from its beginning.
    public struct Instant: InstantProtocol {
        /// The time since the beginning.
        public let offset: Duration

        /// Makes the time so long after the beginning.
        public init(offset: Duration) { self.offset = offset }

        /// The time so much later.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        /// How long it is until `other`.
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        /// Whether the left time is the earlier one.
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let beginning: FetchTime
    private let state = Mutex(TestClockState())
    private let queue = DispatchQueue(label: "TestClock")

    /// Makes a clock.
    ///
    /// - Parameter beginning: the calendar time at its beginning; if nothing is said, Monday, 1 January 2024, at UTC.
    public init(beginning: FetchTime = FetchTime(milliseconds: 1_704_067_200_000)) {
        self.beginning = beginning
    }

    /// The present time.
    public var now: Instant { Instant(offset: state.withLock { $0.now }) }
    /// No time is too short for it.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// The present calendar time, as a ``FetchHost`` counts it.
    public var time: FetchTime { beginning + TimeSpan(now.offset) }

    /// How many sleeps have ended by their time: a measure of how often anybody was woken.
    public var wakeups: Int { state.withLock { $0.wakeups } }

    /// Does `body`, and all that it starts, in the time of this clock.
    public func run<Result: Sendable>(
        _ body: @Sendable () async throws -> Result
    ) async rethrows -> Result {
        state.withLock { $0.runs += 1 }
        defer { state.withLock { $0.runs -= 1 } }
        return try await withTaskExecutorPreference(self) { try await body() }
    }

    /// Does something that waits for the world outside, for which no time of this clock passes. It may take longer or
    /// shorter: waiting tasks go on in the order in which their waits started, each when all else rests.
    public func outside<Result: Sendable>(
        _ body: @Sendable () async throws -> Result
    ) async rethrows -> Result {
        let number = state.withLock { $0.startOutside() }
        do {
            let result = try await body()
            await comeBack(number)
            return result
        } catch {
            await comeBack(number)
            throw error
        }
    }

    private func comeBack(_ number: UInt64) async {
        // A waiter here is never cancelled, so the continuation never throws.
        try? await withCheckedThrowingContinuation { continuation in
            state.withLock { $0.endOutside(number, continuation) }
        }
    }

    /// Sleeps until that time; at once if it has come.
    ///
    /// - Throws: `CancellationError` if the task is cancelled before.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let number = state.withLock { $0.nextNumber() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation {
                (continuation: TestClockState.Continuation) in
                let result: Result<Void, any Error>? = state.withLock { state in
                    // A cancellation that comes after this finds the sleeper.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if deadline.offset <= state.now { return .success(()) }
                    state.insert(.init(deadline: deadline.offset, number: number, continuation: continuation))
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            state.withLock { $0.remove(number) }?.resume(throwing: CancellationError())
        }
    }
}

extension TestClock: TaskExecutor {
    /// Lets a task go on when those before it have.
    public func enqueue(_ job: consuming ExecutorJob) {
        // The job is run exactly once, by the queue, as its executor must.
        let job = UnownedJob(job)
        state.withLock { $0.jobs += 1 }
        queue.async {
            unsafe job.runSynchronously(on: self.asUnownedTaskExecutor())
            self.state.withLock { $0.jobEnded() }?.resume()
        }
    }
}

/// Sleepers, and tasks that are awake.
private struct TestClockState {
    typealias Continuation = CheckedContinuation<Void, any Error>

    struct Sleeper {
        let deadline: Duration
        let number: UInt64
        let continuation: Continuation
    }

    var now = Duration.zero
    var wakeups = 0
    var runs = 0
    /// Waits for work outside the clock, in order; with a continuation once that work has ended.
    private var outside: [(number: UInt64, continuation: Continuation?)] = []
    /// Tasks that go on now or soon.
    var jobs = 0
    /// The next to wake last; of two at the same time the one that came first.
    private var sleepers: [Sleeper] = []
    private var count: UInt64 = 0

    mutating func nextNumber() -> UInt64 {
        count += 1
        return count
    }

    mutating func insert(_ sleeper: Sleeper) {
        let place = sleepers.firstIndex { $0.deadline <= sleeper.deadline } ?? sleepers.endIndex
        sleepers.insert(sleeper, at: place)
    }

    mutating func remove(_ number: UInt64) -> Continuation? {
        guard let place = sleepers.firstIndex(where: { $0.number == number }) else { return nil }
        return sleepers.remove(at: place).continuation
    }

    mutating func startOutside() -> UInt64 {
        let number = nextNumber()
        outside.append((number, nil))
        return number
    }

    mutating func endOutside(_ number: UInt64, _ continuation: Continuation) {
        for place in outside.indices where outside[place].number == number {
            outside[place].continuation = continuation
        }
    }

    /// A task has nothing to do for now. Says who goes on, if that was the last one.
    mutating func jobEnded() -> Continuation? {
        jobs -= 1
        guard jobs == 0, runs > 0 else { return nil }
        if let first = outside.first {
            guard let continuation = first.continuation else { return nil }
            outside.removeFirst()
            return continuation
        }
        guard let next = sleepers.popLast() else { return nil }
        now = max(now, next.deadline)
        wakeups += 1
        return next.continuation
    }
}
