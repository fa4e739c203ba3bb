import FetchSched
import Foundation

/// A clock that is so many times as fast as the system's, counted from an anchor that processes can share.
struct ScaledClock: Clock {
    struct Instant: InstantProtocol {
        var offset: Duration
        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    let speed: Int
    /// Real time of the scenario's start, in real milliseconds since 1970.
    let anchor: Int64

    var now: Instant {
        let real = Int64(Date().timeIntervalSince1970 * 1000) - anchor
        return Instant(offset: .milliseconds(real * Int64(speed)))
    }

    var minimumResolution: Duration { .milliseconds(speed) }

    /// The calendar time that it shows.
    var time: FetchTime {
        let (seconds, attoseconds) = now.offset.components
        let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
        return Scenario.begin + TimeSpan(milliseconds: milliseconds)
    }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try await ContinuousClock().sleep(for: max(.zero, now.duration(to: deadline)) / speed)
    }
}
