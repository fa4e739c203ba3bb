import CFetchSched
import FetchSched
import FetchSchedC
import Testing

@Suite struct SnapshotTests {
    /// An engine that has learned something.
    private func host() -> Host {
        let host = Host()
        for _ in 0..<4 { _ = host.register() }
        for hour in 0..<50 {
            let now = monday + Int64(hour) * 3_600_000
            host.tell(FETCHSCHED_EVENT_LAUNCH, app: fetchsched_app(hour % 4), at: now)
            host.tell(FETCHSCHED_EVENT_RADIO, until: now + 2000, at: now)
            _ = host.allActions(at: now)
            host.tell(FETCHSCHED_EVENT_END_OF_USE, app: fetchsched_app(hour % 4), at: now + 60_000)
            _ = host.allActions(at: now + 60_000)
        }
        return host
    }

    @Test func itsSizeIsAskedFirst() {
        let host = host()
        var size = 0
        #expect(fetchsched_snapshot(host.handle, nil, 0, &size) == FETCHSCHED_ERROR_BUFFER_TOO_SMALL)
        var bytes = Array(repeating: UInt8(0xAA), count: size + 1)
        #expect(
            fetchsched_snapshot(host.handle, &bytes, size - 1, &size) == FETCHSCHED_ERROR_BUFFER_TOO_SMALL)
        #expect(bytes.allSatisfy { $0 == 0xAA })
        #expect(fetchsched_snapshot(host.handle, &bytes, size + 1, &size) == FETCHSCHED_OK)
        #expect(size == bytes.count - 1 && bytes.last == 0xAA)
        #expect(Array(bytes.prefix(size)) == host.snapshot())
    }

    @Test func theTextOfAnExplanationToo() {
        let host = host()
        let now = monday + 200_000_000
        var size = 0
        #expect(
            fetchsched_explain_text(host.handle, 2, now, nil, 0, &size) == FETCHSCHED_ERROR_BUFFER_TOO_SMALL)
        var text = Array(repeating: CChar(1), count: size)
        #expect(
            fetchsched_explain_text(host.handle, 2, now, &text, size - 1, &size)
                == FETCHSCHED_ERROR_BUFFER_TOO_SMALL)
        #expect(fetchsched_explain_text(host.handle, 2, now, &text, size, &size) == FETCHSCHED_OK)
        #expect(text.firstIndex(of: 0) == size - 1)
        let line = String(decoding: text.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        #expect(line.hasPrefix("app 2 at 2024-01-03T07:33:20.000Z: "))
    }

    private func restoring(_ bytes: [UInt8], _ config: OpaquePointer? = nil) -> fetchsched_status {
        var engine = OpaquePointer(bitPattern: 1)
        let status = fetchsched_restore(config, bytes, bytes.count, &engine)
        #expect(engine == OpaquePointer(bitPattern: 1), "written in spite of the error")
        return status
    }

    @Test func whatIsWrongHasItsStatus() {
        let bytes = host().snapshot()
        #expect(restoring([]) == FETCHSCHED_ERROR_TRUNCATED)
        #expect(restoring(Array("#!/bin/sh".utf8)) == FETCHSCHED_ERROR_NOT_A_SNAPSHOT)
        #expect(restoring(bytes.dropLast()) == FETCHSCHED_ERROR_TRUNCATED)
        #expect(restoring(bytes + [0]) == FETCHSCHED_ERROR_DAMAGED)
        var config: OpaquePointer?
        #expect(fetchsched_config_create(&config) == FETCHSCHED_OK)
        #expect(fetchsched_config_set(config, "sessionGap", 60) == FETCHSCHED_OK)
        #expect(restoring(bytes, config) == FETCHSCHED_ERROR_OTHER_CONFIGURATION)
        fetchsched_config_destroy(config)

        var engine: OpaquePointer?
        #expect(fetchsched_restore(nil, nil, 1, &engine) == FETCHSCHED_ERROR_NULL)
        #expect(fetchsched_restore(nil, bytes, -1, &engine) == FETCHSCHED_ERROR_INVALID_VALUE)
        #expect(fetchsched_restore(nil, bytes, bytes.count, nil) == FETCHSCHED_ERROR_NULL)
        #expect(engine == nil)
    }

    /// `taskCount` tasks left open are told after the end of their app, however few actions are taken at a time.
    @Test(arguments: [1, 2, 3, 8]) func tasksLeftOpenAreTold(most: Int) {
        let host = Host()
        let app = host.register()
        host.tell(FETCHSCHED_EVENT_LAUNCH, app: app)
        var task: UInt64 = 0
        for _ in 0..<3 { #expect(fetchsched_start_task(host.handle, app, monday, &task) == FETCHSCHED_OK) }
        host.tell(FETCHSCHED_EVENT_END_OF_USE, app: app)
        _ = host.allActions(at: monday)
        let told = host.allActions(at: monday + 3_600_000, most: most).filter {
            $0.kind != FETCHSCHED_ACTION_FETCH
        }
        let kinds = [
            FETCHSCHED_ACTION_TASK_EXPIRING, FETCHSCHED_ACTION_TASK_EXPIRING, FETCHSCHED_ACTION_TASK_EXPIRING,
            FETCHSCHED_ACTION_TERMINATE, FETCHSCHED_ACTION_TASK_LEFT_OPEN, FETCHSCHED_ACTION_TASK_LEFT_OPEN,
            FETCHSCHED_ACTION_TASK_LEFT_OPEN,
        ]
        #expect(told.map { Int($0.kind) } == kinds)
        #expect(told.map(\.id) == [1, 2, 3, 0, 1, 2, 3])
        #expect(told.first { $0.kind == FETCHSCHED_ACTION_TERMINATE }?.number == 3)
        #expect(told.suffix(4).allSatisfy { $0.app == app })
    }
}
