import CFetchSched
import FetchSchedC
import Testing

/// A poller of the C interface, used as C does: through its handle.
final class PollerHandle {
    private(set) var handle: OpaquePointer?

    /// A configuration with 500 requests a day, to be destroyed.
    static func config() -> OpaquePointer? {
        var config: OpaquePointer?
        #expect(fetchsched_config_create(&config) == FETCHSCHED_OK)
        #expect(fetchsched_config_set_poller(config, 500) == FETCHSCHED_OK)
        return config
    }

    init(seed: UInt64 = 1) {
        let config = Self.config()
        #expect(fetchsched_poller_create(config, seed, &handle) == FETCHSCHED_OK)
        fetchsched_config_destroy(config)
    }

    /// Makes the poller that wrote the snapshot.
    init?(restoring snapshot: [UInt8]) {
        let config = Self.config()
        defer { fetchsched_config_destroy(config) }
        guard fetchsched_poller_restore(config, snapshot, snapshot.count, &handle) == FETCHSCHED_OK else {
            return nil
        }
    }

    deinit { fetchsched_poller_destroy(handle) }

    func add(at now: Int64 = monday) -> fetchsched_source {
        var limits = fetchsched_source_limits(
            least_ms: 0, most_ms: .max, weight: 1, group: Int32(FETCHSCHED_NO_GROUP), reserved: 0)
        var source = fetchsched_source.max
        #expect(fetchsched_poller_add_source(handle, &limits, now, &source) == FETCHSCHED_OK)
        return source
    }

    func snapshot() -> [UInt8] {
        var size = -1
        #expect(fetchsched_poller_snapshot(handle, nil, 0, &size) == FETCHSCHED_ERROR_BUFFER_TOO_SMALL)
        var bytes = Array(repeating: UInt8(0), count: max(0, size))
        #expect(fetchsched_poller_snapshot(handle, &bytes, bytes.count, &size) == FETCHSCHED_OK)
        return bytes
    }
}
