import CFetchSched
import FetchSched
import FetchSchedC
import Testing

/// A handle that stands for nothing (any more), or for something else, is a status; nothing is read through it.
@Suite struct HandleTests {
    /// What each function that takes a handle answers to these, in the header's order. The other arguments are fine.
    private func answers(_ engine: OpaquePointer?, _ config: OpaquePointer?) -> [fetchsched_status] {
        var (app, count, time, probability): (fetchsched_app, Int, Int64, Double) = (7, 7, 7, 7)
        var (number, flag, made): (UInt64, Int32, OpaquePointer?) = (7, 7, nil)
        var (event, action) = (fetchsched_event(), fetchsched_action())
        event.kind = UInt32(FETCHSCHED_EVENT_DEVICE_ASLEEP)
        var (reception, request) = (fetchsched_reception(), fetchsched_transfer())
        var (transfer, figures, reasons) = (
            fetchsched_transfer_status(), fetchsched_statistics(), fetchsched_explanation()
        )
        var (radio, power) = (fetchsched_radio(), fetchsched_power())
        radio.bytes_per_s = 1
        let statuses = [
            fetchsched_config_set(config, "push.burst", 1),
            fetchsched_config_get(config, "push.burst", &probability),
            fetchsched_config_read(config, "", 0, nil, nil), fetchsched_config_set_radio(config, &radio),
            fetchsched_config_set_power(config, &power),
            fetchsched_register(engine, 0, 0, &app), fetchsched_set_interval(engine, 0, 0, 0),
            fetchsched_set_announces_content(engine, 0, 0), fetchsched_observe(engine, &event),
            fetchsched_take_actions(engine, 1, 0, &action, 1, &count),
            fetchsched_next_deadline(engine, 1, 0, &time), fetchsched_next_run(engine, 0, &time),
            fetchsched_complete(engine, 0, 0, 0, 0, 0),
            fetchsched_request_fetch(engine, 0, 0), fetchsched_force_fetch(engine, 0, 0),
            fetchsched_receive_push(engine, 0, 0, 0, 0, &reception),
            fetchsched_watch_region(engine, 0, 0, 0, 0, 1), fetchsched_watch_beacon(engine, 0, 0),
            fetchsched_unwatch_region(engine, 0, 0), fetchsched_watch_significant_changes(engine, 0, 1),
            fetchsched_observe_position(engine, 0, 0, 0, 0), fetchsched_observe_crossing(engine, 0, 0, 0, 0),
            fetchsched_observe_significant_change(engine, 0, 0), fetchsched_is_inside(engine, 0, 0, &flag),
            fetchsched_start_task(engine, 0, 0, &number), fetchsched_end_task(engine, 1, 0),
            fetchsched_time_remaining(engine, 0, 0, &time), fetchsched_is_running(engine, 0, &flag),
            fetchsched_enqueue_transfer(engine, &request, 0, &number),
            fetchsched_cancel_transfer(engine, 1, 0), fetchsched_transfer_progress(engine, 1, 0, 0),
            fetchsched_transfer_interrupted(engine, 1, 0, 0), fetchsched_transfer_finished(engine, 1, 0),
            fetchsched_get_transfer(engine, 1, &transfer), fetchsched_snapshot(engine, nil, 0, &count),
            fetchsched_host_restarted(engine, 0), fetchsched_get_statistics(engine, 0, &figures),
            fetchsched_launch_probability(engine, 0, 0, 0, &probability),
            fetchsched_next_app_probability(engine, 0, 0, &probability),
            fetchsched_new_content_probability(engine, 0, 0, &probability),
            fetchsched_explain(engine, 0, 0, &reasons),
            fetchsched_explain_text(engine, 0, 0, nil, 0, &count),
        ]
        #expect(app == 7 && count == 7 && time == 7 && probability == 7 && number == 7 && flag == 7)
        fetchsched_destroy(engine)
        fetchsched_config_destroy(config)
        #expect(made == nil)
        // A configuration may be left out there; and what is none may not be taken for that.
        guard config != nil else { return statuses }
        return statuses + [
            fetchsched_create(config, 1, &made), fetchsched_restore(config, nil, 0, &made),
        ]
    }

    private func expect(
        _ expected: Int, _ engine: OpaquePointer?, _ config: OpaquePointer?,
        at location: SourceLocation = #_sourceLocation
    ) {
        for (number, status) in answers(engine, config).enumerated() {
            #expect(status == expected, "call \(number)", sourceLocation: location)
        }
    }

    private func engine() -> OpaquePointer? {
        var engine: OpaquePointer?
        #expect(fetchsched_create(nil, 1, &engine) == FETCHSCHED_OK)
        return engine
    }

    private func config() -> OpaquePointer? {
        var config: OpaquePointer?
        #expect(fetchsched_config_create(&config) == FETCHSCHED_OK)
        return config
    }

    @Test func none() {
        expect(FETCHSCHED_ERROR_NULL, nil, nil)
        #expect(fetchsched_config_create(nil) == FETCHSCHED_ERROR_NULL)
        #expect(fetchsched_create(nil, 0, nil) == FETCHSCHED_ERROR_NULL)
        #expect(fetchsched_restore(nil, nil, 0, nil) == FETCHSCHED_ERROR_NULL)
    }

    @Test func destroyed() {
        let (engine, config) = (engine(), config())
        fetchsched_destroy(engine)
        fetchsched_config_destroy(config)
        expect(FETCHSCHED_ERROR_INVALID_HANDLE, engine, config)
        // What is made in the same places has other handles.
        let (others, configs) = ((0..<200).map { _ in self.engine() }, (0..<200).map { _ in self.config() })
        #expect(!others.contains(engine) && !configs.contains(config))
        expect(FETCHSCHED_ERROR_INVALID_HANDLE, engine, config)
        var app: fetchsched_app = 9
        for other in others {
            #expect(fetchsched_register(other, 0, monday, &app) == FETCHSCHED_OK && app == 0)
            fetchsched_destroy(other)
        }
        for config in configs { fetchsched_config_destroy(config) }
    }

    @Test func ofTheOtherKind() {
        let (engine, config) = (engine(), config())
        expect(FETCHSCHED_ERROR_INVALID_HANDLE, config, engine)
        var (value, app): (Double, fetchsched_app) = (0, 9)
        #expect(fetchsched_config_get(config, "valueJoules", &value) == FETCHSCHED_OK && value == 20)
        #expect(fetchsched_register(engine, 0, monday, &app) == FETCHSCHED_OK && app == 0)
        fetchsched_destroy(engine)
        fetchsched_config_destroy(config)
    }

    /// Pointers to memory, and any numbers.
    @Test func neverMade() throws {
        let engine = try #require(self.engine())
        var random = SplitMix64(seed: 5)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 64)
        defer { memory.deallocate() }
        var numbers: [UInt] = [1, 2, 3, 64, 4096, 1 << 24, .max, .max - 1, UInt(bitPattern: memory)]
        for bit in 0..<UInt.bitWidth { numbers.append(UInt(bitPattern: engine) ^ (1 << UInt(bit))) }
        for _ in 0..<200 { numbers.append(UInt(truncatingIfNeeded: random.next()) | 1) }
        for number in numbers {
            var time: Int64 = 7
            let handle = OpaquePointer(bitPattern: number)
            // Another test's engine may be meant: nothing of it is changed here.
            let status = fetchsched_next_deadline(handle, 2, 0, &time)
            let known = [
                FETCHSCHED_ERROR_INVALID_HANDLE, FETCHSCHED_ERROR_HANDLE_IN_USE,
                FETCHSCHED_ERROR_INVALID_VALUE,
            ]
            #expect(known.contains(Int(status)), "\(number)")
            #expect(fetchsched_config_set(handle, "push.burst", -1) != FETCHSCHED_OK, "\(number)")
        }
        #expect(fetchsched_next_deadline(OpaquePointer(memory), 1, 0, nil) == FETCHSCHED_ERROR_INVALID_HANDLE)
        fetchsched_destroy(engine)
    }

    /// Threads that make, use and destroy engines at once: each sees its own alone.
    @Test func threads() async {
        await withTaskGroup(of: Int.self) { group in
            for task in 0..<4 {
                group.addTask {
                    var wrong = 0
                    for round in 0..<60 {
                        let hosts = (0...task).map { _ in Host(seed: UInt64(round)) }
                        for (number, host) in hosts.enumerated() {
                            for app in 0...number where host.register() != app { wrong += 1 }
                        }
                        wrong += hosts.reduce(0) { $0 + ($1.nextTime(at: monday) > monday ? 0 : 1) }
                    }
                    return wrong
                }
            }
            #expect(await group.reduce(0, +) == 0)
        }
    }

    /// Threads that use one engine at once: each call is done as a whole or not at all.
    @Test func oneEngineAndSomeThreads() async {
        let number = UInt(bitPattern: engine())
        let registered = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    var (count, app) = (0, fetchsched_app(0))
                    for _ in 0..<2000 {
                        switch Int(fetchsched_register(OpaquePointer(bitPattern: number), 0, monday, &app)) {
                        case FETCHSCHED_OK: count += 1
                        case FETCHSCHED_ERROR_HANDLE_IN_USE: break
                        default: return -100_000
                        }
                    }
                    return count
                }
            }
            return await group.reduce(0, +)
        }
        var figures = fetchsched_statistics()
        #expect(
            fetchsched_get_statistics(OpaquePointer(bitPattern: number), monday, &figures) == FETCHSCHED_OK)
        #expect(Int(figures.app_count) == registered)
        fetchsched_destroy(OpaquePointer(bitPattern: number))
    }
}
