import CFetchSched
import FetchSched
import FetchSchedC
import Testing

/// Monday, 2024-01-01 00:00:00 UTC.
let monday: Int64 = 1_704_067_200_000

/// A status by the header's name of its number, as the compiler sees it.
func status(_ number: Int) -> fetchsched_status { fetchsched_status(number) }

/// An engine of the C interface, used as C does: through its handle.
final class Host {
    private(set) var handle: OpaquePointer?

    /// Makes an engine.
    init(_ config: OpaquePointer? = nil, seed: UInt64 = 1) {
        #expect(fetchsched_create(config, seed, &handle) == FETCHSCHED_OK)
    }

    /// Makes the engine that wrote the snapshot.
    init?(restoring snapshot: [UInt8], _ config: OpaquePointer? = nil) {
        guard fetchsched_restore(config, snapshot, snapshot.count, &handle) == FETCHSCHED_OK else {
            return nil
        }
    }

    deinit { fetchsched_destroy(handle) }

    func register(_ interval: Int = FETCHSCHED_INTERVAL_MINIMUM, at now: Int64 = monday) -> fetchsched_app {
        var app = fetchsched_app.max
        #expect(fetchsched_register(handle, Int64(interval), now, &app) == FETCHSCHED_OK)
        return app
    }

    @discardableResult
    func tell(
        _ kind: Int, app: fetchsched_app = 0, value: Int64 = 0, until: Int64 = 0, bytes: Int64 = 0,
        level: Double = 0, at now: Int64 = monday
    ) -> fetchsched_status {
        var event = fetchsched_event(
            time_ms: now, until_ms: until, value: value, bytes: bytes, level: level, app: app,
            kind: UInt32(kind), reserved: 0)
        return fetchsched_observe(handle, &event)
    }

    func actions(at now: Int64, most: Int = 8, mayFetch: Bool = true) -> [fetchsched_action] {
        var actions = Array(repeating: fetchsched_action(), count: most)
        var count = -1
        let status = fetchsched_take_actions(handle, mayFetch ? 1 : 0, now, &actions, most, &count)
        #expect(status == FETCHSCHED_OK && count >= 0 && count <= most)
        return Array(actions.prefix(max(0, count)))
    }

    func allActions(at now: Int64, most: Int = 8) -> [fetchsched_action] {
        var all: [fetchsched_action] = []
        while true {
            let some = actions(at: now, most: most)
            all += some
            if some.count < most { return all }
        }
    }

    func nextTime(at now: Int64) -> Int64 {
        var time: Int64 = -1
        #expect(fetchsched_next_deadline(handle, 1, now, &time) == FETCHSCHED_OK)
        return time
    }

    func nextRun(at now: Int64) -> Int64 {
        var time: Int64 = -1
        #expect(fetchsched_next_run(handle, now, &time) == FETCHSCHED_OK)
        return time
    }

    func snapshot() -> [UInt8] {
        var size = -1
        #expect(fetchsched_snapshot(handle, nil, 0, &size) == FETCHSCHED_ERROR_BUFFER_TOO_SMALL)
        var bytes = Array(repeating: UInt8(0), count: max(0, size))
        #expect(fetchsched_snapshot(handle, &bytes, bytes.count, &size) == FETCHSCHED_OK)
        return bytes
    }
}
