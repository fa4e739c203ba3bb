import CFetchSched
import FetchSchedC
import Testing

/// Whatever a host passes, the answer is a status, and the engine is as it was.
@Suite struct BadArgumentTests {
    /// An engine in which something is under way, so that a call that did something would show.
    private func busyHost() -> Host {
        let host = Host()
        for _ in 0..<3 { _ = host.register() }
        host.tell(FETCHSCHED_EVENT_LAUNCH, app: 1)
        var task: UInt64 = 0
        #expect(fetchsched_start_task(host.handle, 1, monday, &task) == FETCHSCHED_OK)
        var request = fetchsched_transfer(
            bytes: 1000, timeout_ms: 0, app: 1, session: 0, priority: 0, flags: 0, reserved: 0)
        var transfer: UInt64 = 0
        #expect(fetchsched_enqueue_transfer(host.handle, &request, monday, &transfer) == FETCHSCHED_OK)
        #expect(task == 1 && transfer == 1)
        return host
    }

    /// Makes the calls, each of which is to answer that status, and looks whether the engine noticed.
    private func expect(
        _ expected: Int, of calls: [(OpaquePointer?) -> fetchsched_status],
        at location: SourceLocation = #_sourceLocation
    ) {
        let host = busyHost()
        let before = host.snapshot()
        for (number, call) in calls.enumerated() {
            #expect(call(host.handle) == expected, "call \(number)", sourceLocation: location)
        }
        #expect(host.snapshot() == before, sourceLocation: location)
    }

    @Test func noPlaceForTheAnswer() {
        var request = fetchsched_transfer()
        var (action, byte, text, count): (fetchsched_action, UInt8, CChar, Int) = (
            fetchsched_action(), 0, 0, 0
        )
        expect(
            FETCHSCHED_ERROR_NULL,
            of: [
                { fetchsched_register($0, 0, monday, nil) }, { fetchsched_observe($0, nil) },
                { fetchsched_take_actions($0, 1, monday, &action, 1, nil) },
                { fetchsched_take_actions($0, 1, monday, nil, 1, &count) },
                { fetchsched_next_deadline($0, 1, monday, nil) }, { fetchsched_next_run($0, monday, nil) },
                { fetchsched_receive_push($0, 0, 1, 1, monday, nil) },
                { fetchsched_is_inside($0, 0, 1, nil) }, { fetchsched_start_task($0, 1, monday, nil) },
                { fetchsched_time_remaining($0, 0, monday, nil) }, { fetchsched_is_running($0, 0, nil) },
                { fetchsched_enqueue_transfer($0, &request, monday, nil) },
                { fetchsched_enqueue_transfer($0, nil, monday, nil) },
                { fetchsched_get_transfer($0, 1, nil) },
                { fetchsched_snapshot($0, &byte, 1, nil) }, { fetchsched_snapshot($0, nil, 1, &count) },
                { fetchsched_get_statistics($0, monday, nil) },
                { fetchsched_launch_probability($0, 0, 1, monday, nil) },
                { fetchsched_next_app_probability($0, 0, monday, nil) },
                { fetchsched_new_content_probability($0, 0, monday, nil) },
                { fetchsched_explain($0, 0, monday, nil) },
                { fetchsched_explain_text($0, 0, monday, &text, 1, nil) },
                { fetchsched_explain_text($0, 0, monday, nil, 1, &count) },
            ])
    }

    @Test(arguments: [3, 1 << 31, 1 << 32, 0x1_0000_0001, 1 << 63, .max - 1, .max] as [fetchsched_app])
    func unknownApp(app: fetchsched_app) {
        var (time, probability, flag, number, count): (Int64, Double, Int32, UInt64, Int) = (0, 0, 0, 0, 0)
        var (reception, reasons) = (fetchsched_reception(), fetchsched_explanation())
        var request = fetchsched_transfer()
        request.app = app
        let calls: [(OpaquePointer?) -> fetchsched_status] = [
            { fetchsched_remove($0, app, monday) }, { fetchsched_set_interval($0, app, 0, monday) },
            { fetchsched_set_announces_content($0, app, 1) },
            { fetchsched_complete($0, app, 0, 0, -1, monday) }, { fetchsched_request_fetch($0, app, monday) },
            { fetchsched_force_fetch($0, app, monday) },
            { fetchsched_receive_push($0, app, 1, 1, monday, &reception) },
            { fetchsched_watch_region($0, app, 1, 0, 0, 1) }, { fetchsched_watch_beacon($0, app, 1) },
            { fetchsched_unwatch_region($0, app, 1) }, { fetchsched_watch_significant_changes($0, app, 1) },
            { fetchsched_observe_crossing($0, app, 1, 0, monday) },
            { fetchsched_observe_significant_change($0, app, monday) },
            { fetchsched_is_inside($0, app, 1, &flag) }, { fetchsched_start_task($0, app, monday, &number) },
            { fetchsched_time_remaining($0, app, monday, &time) }, { fetchsched_is_running($0, app, &flag) },
            { fetchsched_enqueue_transfer($0, &request, monday, &number) },
            { fetchsched_launch_probability($0, app, 1, monday, &probability) },
            { fetchsched_next_app_probability($0, app, monday, &probability) },
            { fetchsched_new_content_probability($0, app, monday, &probability) },
            { fetchsched_explain($0, app, monday, &reasons) },
            { fetchsched_explain_text($0, app, monday, nil, 0, &count) },
        ]
        expect(FETCHSCHED_ERROR_UNKNOWN_APP, of: calls)
    }

    @Test func valuesThatThereAreNot() {
        var (count, time): (Int, Int64) = (0, 0)
        var (reception, probability) = (fetchsched_reception(), 0.0)
        func transfer(_ change: (inout fetchsched_transfer) -> Void) -> (OpaquePointer?) -> fetchsched_status
        {
            var request = fetchsched_transfer()
            change(&request)
            return { handle in
                var (request, number) = (request, UInt64(0))
                return fetchsched_enqueue_transfer(handle, &request, monday, &number)
            }
        }
        func event(_ kind: Int, _ change: (inout fetchsched_event) -> Void) -> (OpaquePointer?) ->
            fetchsched_status
        {
            var event = fetchsched_event()
            (event.kind, event.time_ms) = (UInt32(kind), monday)
            change(&event)
            return { handle in
                var event = event
                return fetchsched_observe(handle, &event)
            }
        }
        let odd: [Double] = [.nan, .signalingNaN, .infinity, -.infinity]
        var calls: [(OpaquePointer?) -> fetchsched_status] = [
            { fetchsched_register($0, -2, monday, &reception.replaced) },
            { fetchsched_register($0, .min, monday, &reception.replaced) },
            { fetchsched_set_interval($0, 0, -2, monday) }, { fetchsched_set_announces_content($0, 0, 2) },
            { fetchsched_take_actions($0, 2, monday, nil, 0, &count) },
            { fetchsched_take_actions($0, 1, monday, nil, -1, &count) },
            { fetchsched_next_deadline($0, -1, monday, &time) },
            { fetchsched_snapshot($0, nil, .min, &count) }, { fetchsched_complete($0, 0, 4, 0, -1, monday) },
            { fetchsched_complete($0, 0, .max, 0, -1, monday) },
            { fetchsched_complete($0, 0, 0, -1, -1, monday) },
            { fetchsched_receive_push($0, 0, 5, 1, monday, &reception) },
            { fetchsched_receive_push($0, 0, 257, 1, monday, &reception) },
            { fetchsched_watch_region($0, 0, 1, 91, 0, 1) }, { fetchsched_watch_region($0, 0, 1, 0, 181, 1) },
            { fetchsched_observe_position($0, 0, 0, -1, monday) },
            { fetchsched_watch_significant_changes($0, 0, -1) },
            { fetchsched_observe_crossing($0, 0, 1, 2, monday) },
            { fetchsched_launch_probability($0, 0, -1, monday, &probability) },
            transfer { $0.bytes = -1 }, transfer { $0.timeout_ms = -1 }, transfer { $0.priority = 2 },
            transfer { $0.priority = .min }, transfer { $0.flags = 4 }, transfer { $0.flags = .max },
            event(0) { _ in }, event(22) { _ in },
            event(FETCHSCHED_EVENT_SCREEN) { $0.value = 3 }, event(FETCHSCHED_EVENT_SCREEN) { $0.value = -1 },
            event(Int(UInt32.max)) { _ in }, event(FETCHSCHED_EVENT_FOREGROUND_SYNC) { $0.value = 4 },
            event(FETCHSCHED_EVENT_RADIO) { $0.value = 5 }, event(FETCHSCHED_EVENT_NETWORK) { $0.value = -1 },
            event(FETCHSCHED_EVENT_NETWORK) { $0.value = 256 },
            event(FETCHSCHED_EVENT_POWER) { $0.value = 2 }, event(FETCHSCHED_EVENT_SAVER) { $0.value = .max },
            event(FETCHSCHED_EVENT_REFRESH) { $0.value = 2 },
        ]
        for number in odd {
            calls += [
                { fetchsched_complete($0, 0, 0, 0, number, monday) },
                { fetchsched_watch_region($0, 0, 1, number, 0, 1) },
                { fetchsched_watch_region($0, 0, 1, 0, number, 1) },
                { fetchsched_observe_position($0, number, 0, 0, monday) },
                { fetchsched_observe_position($0, 0, number, 0, monday) },
                { fetchsched_observe_position($0, 0, 0, number, monday) },
                event(FETCHSCHED_EVENT_BATTERY_LEVEL) { $0.level = number },
            ]
        }
        expect(FETCHSCHED_ERROR_INVALID_VALUE, of: calls)
        expect(
            FETCHSCHED_ERROR_INVALID_REGION,
            of: (odd + [0, -1, 20_015_200]).map { radius in
                { fetchsched_watch_region($0, 0, 1, 0, 0, radius) }
            })
    }

    @Test func whatThereIsNot() {
        var status = fetchsched_transfer_status()
        var flag: Int32 = 0
        expect(
            FETCHSCHED_ERROR_NO_FETCH_RUNNING, of: [{ fetchsched_complete($0, 0, 0, 0, -1, monday) }])
        expect(FETCHSCHED_ERROR_VETOED, of: [{ fetchsched_force_fetch($0, 1, monday) }])
        expect(
            FETCHSCHED_ERROR_UNKNOWN_TASK,
            of: [0, 2, UInt64.max].map { task in { fetchsched_end_task($0, task, monday) } })
        for transfer in [0, 2, UInt64.max] {
            expect(
                FETCHSCHED_ERROR_UNKNOWN_TRANSFER,
                of: [
                    { fetchsched_cancel_transfer($0, transfer, monday) },
                    { fetchsched_transfer_progress($0, transfer, 0, monday) },
                    { fetchsched_transfer_interrupted($0, transfer, 0, monday) },
                    { fetchsched_transfer_finished($0, transfer, monday) },
                    { fetchsched_get_transfer($0, transfer, &status) },
                ])
        }
        expect(
            FETCHSCHED_ERROR_UNKNOWN_REGION,
            of: [
                { fetchsched_unwatch_region($0, 0, 1) }, { fetchsched_is_inside($0, 0, .min, &flag) },
                { fetchsched_observe_crossing($0, 0, .max, 0, monday) },
            ])
        expect(
            FETCHSCHED_ERROR_NOT_MONITORED, of: [{ fetchsched_observe_significant_change($0, 0, monday) }])
    }

    @Test func whatIsOver() {
        let host = busyHost()
        #expect(fetchsched_end_task(host.handle, 1, monday) == FETCHSCHED_OK)
        #expect(fetchsched_end_task(host.handle, 1, monday) == FETCHSCHED_ERROR_ALREADY_ENDED)
        #expect(fetchsched_cancel_transfer(host.handle, 1, monday) == FETCHSCHED_OK)
        #expect(fetchsched_transfer_finished(host.handle, 1, monday) == FETCHSCHED_ERROR_ALREADY_ENDED)
        #expect(host.tell(FETCHSCHED_EVENT_QUIT, app: 1) == FETCHSCHED_OK)
        var (request, number) = (fetchsched_transfer(), UInt64(0))
        request.app = 1
        let enqueued = fetchsched_enqueue_transfer(host.handle, &request, monday, &number)
        #expect(enqueued == FETCHSCHED_ERROR_QUIT_BY_USER)
        #expect(fetchsched_start_task(host.handle, 1, monday, &number) == FETCHSCHED_ERROR_NOT_RUNNING)
        for region in 0..<Int32(20) {
            #expect(fetchsched_watch_beacon(host.handle, 0, region) == FETCHSCHED_OK)
        }
        #expect(fetchsched_watch_beacon(host.handle, 0, 20) == FETCHSCHED_ERROR_TOO_MANY_REGIONS)
        #expect(number == 0)
    }

    /// What is beyond the bounds that the header names is refused, and leaves what is there.
    @Test func whatIsTooMuch() {
        let host = busyHost()
        var (request, number) = (fetchsched_transfer(), UInt64(0))
        request.app = 2
        host.tell(FETCHSCHED_EVENT_LAUNCH, app: 2)
        for _ in 0..<100 {
            #expect(fetchsched_start_task(host.handle, 2, monday, &number) == FETCHSCHED_OK)
        }
        #expect(fetchsched_start_task(host.handle, 2, monday, &number) == FETCHSCHED_ERROR_TOO_MANY_TASKS)
        #expect(number == 101)
        for _ in 0..<1000 {
            #expect(fetchsched_enqueue_transfer(host.handle, &request, monday, &number) == FETCHSCHED_OK)
        }
        let enqueued = fetchsched_enqueue_transfer(host.handle, &request, monday, &number)
        #expect(enqueued == FETCHSCHED_ERROR_TOO_MANY_TRANSFERS)
        #expect(number == 1001)
        for app in 3..<503 as Range<fetchsched_app> {
            _ = host.register()
            for region in 0..<20 as Range<Int32> {
                #expect(fetchsched_watch_beacon(host.handle, app, region) == FETCHSCHED_OK)
            }
        }
        #expect(fetchsched_watch_beacon(host.handle, 0, 1) == FETCHSCHED_ERROR_FULL)
        #expect(fetchsched_unwatch_region(host.handle, 3, 1) == FETCHSCHED_OK)
        #expect(fetchsched_watch_beacon(host.handle, 0, 1) == FETCHSCHED_OK)
    }

    /// Times are any number; so is what follows from them.
    @Test func anyTime() {
        let host = busyHost()
        for now in [Int64.min, -1, 0, .max, monday, .min, .max] {
            for kind in FETCHSCHED_EVENT_LAUNCH...FETCHSCHED_EVENT_CONTENT_CHANGED {
                #expect(host.tell(kind, app: 2, until: .max, at: now) == FETCHSCHED_OK, "event \(kind)")
                #expect(host.tell(kind, app: 1, until: .min, at: now) == FETCHSCHED_OK, "event \(kind)")
            }
            _ = host.allActions(at: now)
            #expect(host.nextTime(at: now) > now || now == .max)
        }
        #expect(Host(restoring: host.snapshot())?.snapshot() == host.snapshot())
    }
}
