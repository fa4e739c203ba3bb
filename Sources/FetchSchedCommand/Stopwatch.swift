import FetchTrace

/// How long reading and replaying took.
struct Stopwatch {
    private var readSeconds = 0.0
    private var replaySeconds = 0.0
    /// Device-replays weighted by their events.
    var events = 0

    mutating func reading<T>(_ body: () throws -> T) rethrows -> T {
        let begin = ContinuousClock.now
        defer { readSeconds += Self.seconds(since: begin) }
        return try body()
    }

    mutating func replaying<T>(_ body: () async throws -> T) async rethrows -> T {
        let begin = ContinuousClock.now
        let result = try await body()
        replaySeconds += Self.seconds(since: begin)
        return result
    }

    /// Counts devices that `workers` replayed and read by turns as well: what reading took of all their time is not
    /// replaying.
    mutating func replayed(in elapsed: Duration, workers: Int, reading: Duration) {
        readSeconds += Self.seconds(reading)
        replaySeconds += Self.seconds(elapsed) - Self.seconds(reading) / Double(max(1, workers))
    }

    var json: String {
        let rate = replaySeconds > 0 ? Double(events) / replaySeconds : 0
        return JSON.object([
            "timing": .object([
                "readSeconds": .number(readSeconds), "replaySeconds": .number(replaySeconds),
                "replayedEvents": .whole(events), "eventsPerSecond": .number(rate.rounded()),
            ])
        ]).text
    }

    private static func seconds(since begin: ContinuousClock.Instant) -> Double {
        seconds(ContinuousClock.now - begin)
    }

    private static func seconds(_ duration: Duration) -> Double {
        let elapsed = duration.components
        return Double(elapsed.seconds) + Double(elapsed.attoseconds) * 1e-18
    }
}
