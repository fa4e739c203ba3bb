import CFetchSched
import FetchSchedC
import Testing

/// Whatever a host passes to a poller, the answer is a status, and the poller is as it was.
@Suite struct PollerCallTests {
    private func limits(
        _ change: (inout fetchsched_source_limits) -> Void = { _ in }
    ) -> fetchsched_source_limits {
        var limits = fetchsched_source_limits(
            least_ms: 0, most_ms: .max, weight: 1, group: Int32(FETCHSCHED_NO_GROUP), reserved: 0)
        change(&limits)
        return limits
    }

    /// What each call about a source answers. The other arguments are fine.
    private func answers(_ poller: OpaquePointer?, _ source: fetchsched_source) -> [fetchsched_status] {
        var (limits, reasons) = (limits(), fetchsched_explanation())
        var (time, size, probability): (Int64, Int, Double) = (7, 7, 7)
        let statuses = [
            fetchsched_poller_set_source(poller, source, &limits, monday),
            fetchsched_poller_remove_source(poller, source, monday),
            fetchsched_poller_pause_source(poller, source, 1, monday),
            fetchsched_poller_next_request(poller, source, monday, &time),
            fetchsched_poller_record_answer(poller, source, 0, 0, nil, 0, -1, -1, monday, &time),
            fetchsched_poller_defer_request(poller, source, monday, monday),
            fetchsched_poller_note_read(poller, source, monday),
            fetchsched_poller_note_announcement(poller, source, monday),
            fetchsched_poller_new_content_probability(poller, source, monday, &probability),
            fetchsched_poller_explain(poller, source, monday, &reasons),
            fetchsched_poller_explain_text(poller, source, monday, nil, 0, &size),
        ]
        #expect(time == 7 && size == 7 && probability == 7)
        return statuses
    }

    /// What each call about the whole poller answers.
    private func answers(_ poller: OpaquePointer?) -> [fetchsched_status] {
        var (limits, source, size) = (limits(), fetchsched_source(7), 7)
        var (time, group, price, reason): (Int64, Int32, Double, UInt32) = (7, 7, 7, 7)
        let statuses = [
            fetchsched_poller_add_source(poller, &limits, monday, &source),
            fetchsched_poller_add_group(poller, 0, 0, &group), fetchsched_poller_set_group(poller, 0, 0, 0),
            fetchsched_poller_remove_group(poller, 0), fetchsched_poller_due(poller, 0, &source, 1, &size),
            fetchsched_poller_next_deadline(poller, 0, &time), fetchsched_poller_set_network(poller, 1, 0),
            fetchsched_poller_price(poller, 0, &price), fetchsched_poller_join_price(poller, 1, 0),
            fetchsched_poller_idle_reason(poller, 0, &reason), fetchsched_poller_source_count(poller, &size),
            fetchsched_poller_snapshot(poller, nil, 0, &size), fetchsched_poller_host_restarted(poller, 0),
        ]
        #expect(source == 7 && size == 7 && time == 7 && group == 7 && price == 7 && reason == 7)
        return statuses
    }

    @Test func handlesThatArePollersNoMore() {
        let null = status(FETCHSCHED_ERROR_NULL)
        #expect((answers(nil) + answers(nil, 0)).allSatisfy { $0 == null })
        let (host, config) = (PollerHandle(), PollerHandle.config())
        var (engine, session, gone): (OpaquePointer?, OpaquePointer?, OpaquePointer?)
        #expect(fetchsched_create(config, 1, &engine) == FETCHSCHED_OK)
        #expect(fetchsched_poll_create(&session) == FETCHSCHED_OK)
        #expect(fetchsched_poller_create(config, 1, &gone) == FETCHSCHED_OK)
        fetchsched_poller_destroy(gone)
        let invalid = status(FETCHSCHED_ERROR_INVALID_HANDLE)
        for handle in [engine, session, config, gone, OpaquePointer(bitPattern: 1 << 40 | 3)] {
            #expect((answers(handle) + answers(handle, 0)).allSatisfy { $0 == invalid })
            fetchsched_poller_destroy(handle)
        }
        // Nor is a poller one of these; they are all there.
        var (time, app, size): (Int64, fetchsched_app, Int) = (7, 7, 7)
        var answer: UnsafePointer<CChar>?
        #expect(fetchsched_next_deadline(host.handle, 1, 0, &time) == FETCHSCHED_ERROR_INVALID_HANDLE)
        #expect(fetchsched_register(host.handle, 0, 0, &app) == FETCHSCHED_ERROR_INVALID_HANDLE)
        #expect(fetchsched_config_set_poller(host.handle, 5) == FETCHSCHED_ERROR_INVALID_HANDLE)
        #expect(
            fetchsched_poll_ask(host.handle, "{}", 2, 0, &answer, &size) == FETCHSCHED_ERROR_INVALID_HANDLE)
        fetchsched_destroy(host.handle)
        fetchsched_poll_destroy(host.handle)
        fetchsched_config_destroy(host.handle)
        #expect(host.add() == 0)
        #expect(fetchsched_host_restarted(engine, 0) == FETCHSCHED_OK)
        #expect(fetchsched_poll_ask(session, "{}", 2, 0, &answer, &size) == FETCHSCHED_OK)
        fetchsched_destroy(engine)
        fetchsched_poll_destroy(session)
        fetchsched_config_destroy(config)
    }

    @Test func sourcesThatThereAreNot() {
        let host = PollerHandle()
        let removed = host.add()
        #expect(fetchsched_poller_remove_source(host.handle, removed, monday) == FETCHSCHED_OK)
        // The place is given again, under another number.
        #expect(host.add() == removed + 1 << 32)
        let before = host.snapshot()
        let unknown = status(FETCHSCHED_ERROR_UNKNOWN_APP)
        for source in [removed, 1, 1 << 31, 2 << 32, 1 << 63, .max] {
            #expect(answers(host.handle, source).allSatisfy { $0 == unknown }, "\(source)")
        }
        #expect(host.snapshot() == before)
    }

    @Test func valuesThatThereAreNot() {
        let host = PollerHandle()
        let source = host.add()
        let before = host.snapshot()
        var (number, time, group, size): (fetchsched_source, Int64, Int32, Int) = (7, 7, 7, 7)
        var statuses: [fetchsched_status] = []
        let wrong = [
            limits { $0.least_ms = -1 }, limits { $0.most_ms = 0 }, limits { $0.most_ms = .min },
            limits { $0.weight = -1 }, limits { $0.weight = .nan }, limits { $0.weight = .infinity },
            limits { $0.group = 0 }, limits { $0.group = -2 }, limits { $0.group = .max },
            limits { $0.reserved = 1 },
        ]
        for var limits in wrong {
            statuses.append(fetchsched_poller_add_source(host.handle, &limits, monday, &number))
            statuses.append(fetchsched_poller_set_source(host.handle, source, &limits, monday))
        }
        for value in [-1, 2, .max] as [Int32] {
            statuses += [
                fetchsched_poller_pause_source(host.handle, source, value, monday),
                fetchsched_poller_set_network(host.handle, value, monday),
                fetchsched_poller_set_group(host.handle, value, 0, 0),
                fetchsched_poller_remove_group(host.handle, value),
            ]
        }
        for price in [0, -1, .nan, .infinity] {
            statuses.append(fetchsched_poller_join_price(host.handle, price, monday))
        }
        statuses += [
            fetchsched_poller_add_group(host.handle, -1, 0, &group),
            fetchsched_poller_add_group(host.handle, 0, -1, &group),
            fetchsched_poller_due(host.handle, monday, &number, -1, &size),
            fetchsched_poller_record_answer(host.handle, source, 4, 0, nil, 0, -1, -1, monday, &time),
            fetchsched_poller_record_answer(host.handle, source, 0, -1, nil, 0, -1, -1, monday, &time),
            fetchsched_poller_record_answer(host.handle, source, 0, 0, nil, -1, -1, -1, monday, &time),
        ]
        for (place, answer) in statuses.enumerated() {
            #expect(answer == FETCHSCHED_ERROR_INVALID_VALUE, "call \(place)")
        }
        let noRequest = fetchsched_poller_defer_request(host.handle, source, monday, monday)
        #expect(noRequest == FETCHSCHED_ERROR_NO_FETCH_RUNNING)
        #expect(number == 7 && time == 7 && group == 7 && size == 7)
        #expect(host.snapshot() == before)
    }

    @Test func noPlaceForTheAnswer() {
        let host = PollerHandle()
        let source = host.add()
        let before = host.snapshot()
        var (limits, number, size) = (limits(), fetchsched_source(7), 7)
        let c = host.handle
        let statuses = [
            fetchsched_poller_add_source(c, &limits, monday, nil),
            fetchsched_poller_add_source(c, nil, monday, &number),
            fetchsched_poller_set_source(c, source, nil, monday), fetchsched_poller_add_group(c, 0, 0, nil),
            fetchsched_poller_due(c, monday, nil, 1, &size),
            fetchsched_poller_due(c, monday, &number, 1, nil),
            fetchsched_poller_next_deadline(c, monday, nil),
            fetchsched_poller_next_request(c, source, monday, nil),
            fetchsched_poller_record_answer(c, source, 0, 0, nil, 0, -1, -1, monday, nil),
            fetchsched_poller_price(c, monday, nil), fetchsched_poller_idle_reason(c, monday, nil),
            fetchsched_poller_source_count(c, nil),
            fetchsched_poller_new_content_probability(c, source, monday, nil),
            fetchsched_poller_explain(c, source, monday, nil),
            fetchsched_poller_explain_text(c, source, monday, nil, 0, nil),
            fetchsched_poller_snapshot(c, nil, 0, nil), fetchsched_poller_snapshot(c, nil, 1, &size),
        ]
        for (place, answer) in statuses.enumerated() {
            #expect(answer == FETCHSCHED_ERROR_NULL, "call \(place)")
        }
        #expect(number == 7 && size == 7 && host.snapshot() == before)
    }

    /// A poller has no radio: a host that has one has taken the wrong configuration.
    @Test func configurationsThatAreNoPollers() {
        let snapshot = PollerHandle().snapshot()
        var (config, made): (OpaquePointer?, OpaquePointer?)
        #expect(fetchsched_poller_create(nil, 1, &made) == FETCHSCHED_ERROR_NULL)
        #expect(
            fetchsched_poller_restore(nil, snapshot, snapshot.count, &made) == FETCHSCHED_ERROR_NULL)
        #expect(fetchsched_config_create(&config) == FETCHSCHED_OK)
        for radio in ["lte", "wifi", "5g-sa"] {
            #expect(fetchsched_config_set_radio_named(config, radio) == FETCHSCHED_OK)
            #expect(fetchsched_poller_create(config, 1, &made) == FETCHSCHED_ERROR_INVALID_VALUE)
            let restored = fetchsched_poller_restore(config, snapshot, snapshot.count, &made)
            #expect(restored == FETCHSCHED_ERROR_INVALID_VALUE)
        }
        #expect(made == nil)
        #expect(fetchsched_config_set_radio_named(config, "wired") == FETCHSCHED_OK)
        #expect(fetchsched_poller_create(config, 1, &made) == FETCHSCHED_OK)
        #expect(fetchsched_poller_create(config, 1, nil) == FETCHSCHED_ERROR_NULL)
        fetchsched_poller_destroy(made)
        fetchsched_config_destroy(config)
    }

    @Test func snapshotsThatAreNoPollers() {
        let bytes = PollerHandle().snapshot()
        var engine: OpaquePointer?
        let config = PollerHandle.config()
        defer { fetchsched_config_destroy(config) }
        func restoring(_ bytes: [UInt8]) -> fetchsched_status {
            var poller = OpaquePointer(bitPattern: 1)
            let status = fetchsched_poller_restore(config, bytes, bytes.count, &poller)
            #expect(poller == OpaquePointer(bitPattern: 1), "written in spite of the error")
            return status
        }
        #expect(restoring([]) == FETCHSCHED_ERROR_TRUNCATED)
        #expect(restoring(Array("#!/bin/sh".utf8)) == FETCHSCHED_ERROR_NOT_A_SNAPSHOT)
        #expect(restoring(bytes.dropLast()) == FETCHSCHED_ERROR_TRUNCATED)
        #expect(restoring(bytes + [0]) == FETCHSCHED_ERROR_DAMAGED)
        let host = Host(config)
        #expect(restoring(host.snapshot()) == FETCHSCHED_ERROR_OTHER_CONFIGURATION)
        let restored = fetchsched_restore(config, bytes, bytes.count, &engine)
        #expect(restored == FETCHSCHED_ERROR_OTHER_CONFIGURATION && engine == nil)
        var poller: OpaquePointer?
        #expect(fetchsched_poller_restore(config, nil, 1, &poller) == FETCHSCHED_ERROR_NULL)
        #expect(fetchsched_poller_restore(config, bytes, -1, &poller) == FETCHSCHED_ERROR_INVALID_VALUE)
        #expect(fetchsched_poller_restore(config, bytes, bytes.count, nil) == FETCHSCHED_ERROR_NULL)
    }

    /// Threads that use one poller at once: each call is done as a whole or not at all.
    @Test func onePollerAndSomeThreads() async {
        let host = PollerHandle()
        let number = UInt(bitPattern: host.handle)
        let added = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    var (count, source) = (0, fetchsched_source(0))
                    var limits = fetchsched_source_limits(
                        least_ms: 0, most_ms: .max, weight: 1, group: -1, reserved: 0)
                    for _ in 0..<500 {
                        let poller = OpaquePointer(bitPattern: number)
                        switch Int(fetchsched_poller_add_source(poller, &limits, monday, &source)) {
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
        var count = 0
        #expect(fetchsched_poller_source_count(host.handle, &count) == FETCHSCHED_OK)
        #expect(count == added)
    }
}
