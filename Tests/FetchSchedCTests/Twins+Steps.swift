import CFetchSched
import FetchSched
import FetchSchedC
import Testing

extension Twins {
    /// Tells both something.
    mutating func step() {
        let app = below(6)
        switch below(12) {
        case 0..<3: stepOfUse(app)
        case 3: stepOfConditions(app)
        case 4, 5:
            // Mostly the fetch that was started last, before it runs past its limit.
            if let last = fetched, below(4) > 0 {
                now = min(now, last.start + .seconds(20))
                stepOfFetches(last.app)
            } else {
                stepOfFetches(app)
            }
        case 6: for _ in 0..<1 + below(4) { stepOfPushes(app) }
        case 7: stepOfPlaces(app)
        case 8: stepOfTasks(app)
        case 9, 10: stepOfTransfers(app)
        default: stepOfServers(app)
        }
    }

    private mutating func stepOfUse(_ app: Int) {
        let id = AppID(app)
        switch below(8) {
        case 0..<3: tell(FETCHSCHED_EVENT_LAUNCH, .launch(id), app: app)
        case 3, 4: tell(FETCHSCHED_EVENT_END_OF_USE, .endOfUse(id), app: app)
        case 5:
            let outcomes: [FetchOutcome] = [.newData, .noData, .failed]
            let outcome = below(3)
            tell(
                FETCHSCHED_EVENT_FOREGROUND_SYNC, .foregroundSync(id, outcomes[outcome], bytes: 5000),
                app: app,
                value: Int64(outcome), bytes: 5000)
        default:
            let causes: [RadioCause] = [.user, .heartbeat, .other, .push, .transfer]
            let (cause, end) = (below(5), now + .seconds(Double(below(9))))
            tell(FETCHSCHED_EVENT_RADIO, .radio(causes[cause], until: end), value: Int64(cause), until: end)
        }
    }

    private mutating func stepOfConditions(_ app: Int) {
        let isOn = below(4) > 0
        let value: Int64 = isOn ? 1 : 0
        switch below(13) {
        case 0:
            let networks: [NetworkPath] = [.none, .wifi, .cellular]
            let network = isOn ? 1 + below(2) : 0
            tell(FETCHSCHED_EVENT_NETWORK, .network(networks[network]), value: Int64(network))
        case 1: tell(FETCHSCHED_EVENT_POWER, .power(isOn ? .charging : .battery), value: value)
        case 2:
            let level = Double(below(101)) / 100
            tell(FETCHSCHED_EVENT_BATTERY_LEVEL, .batteryLevel(level), level: level)
        case 3: tell(FETCHSCHED_EVENT_SAVER, .lowPowerMode(isOn: !isOn), value: 1 - value)
        case 4: tell(FETCHSCHED_EVENT_REFRESH, .refresh(app: AppID(app), isOn: isOn), app: app, value: value)
        case 5:
            tell(FETCHSCHED_EVENT_REFRESH, .refresh(app: nil, isOn: isOn), app: -1, value: value)
        case 6: tell(FETCHSCHED_EVENT_ZONE, .zone(secondsEast: 7200), value: 7200)
        case 7:
            if isOn {
                tell(FETCHSCHED_EVENT_NOTIFICATION, .notification(AppID(app)), app: app)
            } else {
                tell(FETCHSCHED_EVENT_PROCESS_ENDED, .processEnded(AppID(app)), app: app)
            }
        case 8, 9:
            let screens: [ScreenChange] = [.on, .unlocked, .off]
            let screen = below(3)
            tell(FETCHSCHED_EVENT_SCREEN, .screen(screens[screen]), value: Int64(screen))
        case 10:
            let end = now + .seconds(60)
            #expect(
                host.tell(FETCHSCHED_EVENT_DEVICE_AWAKE, until: end.milliseconds, at: now.milliseconds)
                    == FETCHSCHED_OK)
            engine.deviceAwake(until: end, at: now)
        case 11:
            let end = now + .seconds(30)
            #expect(
                host.tell(FETCHSCHED_EVENT_GRANTED, until: end.milliseconds, at: now.milliseconds)
                    == FETCHSCHED_OK)
            engine.granted(until: end, at: now)
            let next = engine.nextRun(after: now) ?? .distantFuture
            #expect(host.nextRun(at: now.milliseconds) == next.milliseconds)
        default:
            #expect(host.tell(FETCHSCHED_EVENT_DEVICE_ASLEEP, at: now.milliseconds) == FETCHSCHED_OK)
            engine.deviceSleeps(at: now)
        }
    }

    private mutating func stepOfFetches(_ app: Int) {
        let (number, id, time) = (fetchsched_app(app), AppID(app), now.milliseconds)
        let now = now
        switch below(6) {
        case 0..<4:
            let outcomes: [FetchOutcome] = [.newData, .noData, .failed]
            let (outcome, joules) = (max(0, below(5) - 2), below(2) == 0 ? -1 : Double(below(30)) / 10)
            let status = fetchsched_complete(host.handle, number, UInt32(outcome), 70_000, joules, time)
            expect(status) { engine in
                try engine.completeFetch(
                    of: id, with: outcomes[outcome], bytes: 70_000, joules: joules < 0 ? nil : joules, at: now
                )
            }
        case 4:
            let status = fetchsched_request_fetch(host.handle, number, time)
            expect(status) { engine in try engine.requestFetch(of: id, at: now) }
        default:
            let status = fetchsched_force_fetch(host.handle, number, time)
            expect(status) { engine in try engine.forceFetch(of: id, at: now) }
        }
    }

    private mutating func stepOfPushes(_ app: Int) {
        let number = random.next()
        let kind = PushKind.allCases[below(PushKind.allCases.count)]
        var reception = fetchsched_reception()
        let status = fetchsched_receive_push(
            host.handle, fetchsched_app(app), UInt32(kind.rawValue), number, now.milliseconds, &reception)
        #expect(status == FETCHSCHED_OK)
        compared += 1
        switch engine.receive(kind, for: AppID(app), number: number, at: now) {
        case .deliver: #expect(reception.decision == FETCHSCHED_RECEPTION_DELIVER)
        case .stored(replacing: nil): #expect(reception.decision == FETCHSCHED_RECEPTION_STORED)
        case .stored(replacing: let old?):
            #expect(reception.decision == FETCHSCHED_RECEPTION_REPLACED)
            #expect(reception.replaced == old.number)
        case .refused: #expect(reception.decision == FETCHSCHED_RECEPTION_REFUSED)
        }
    }

    private mutating func stepOfPlaces(_ app: Int) {
        let (number, id, now) = (fetchsched_app(app), AppID(app), now)
        switch below(4) {
        case 0, 1:
            let latitude = 50 + Double(below(5)) * 0.002
            let status = fetchsched_observe_position(host.handle, latitude, 8, 20, now.milliseconds)
            expect(status) { engine in
                let position = try #require(GeoPosition(latitude: latitude, longitude: 8, accuracy: 20))
                engine.observe(position, at: now)
            }
        case 2:
            let crossing = below(2) == 0 ? Crossing.enter : .exit
            let status = fetchsched_observe_crossing(
                host.handle, number, 7, UInt32(crossing.rawValue), now.milliseconds)
            expect(status) { engine in
                try engine.reportCrossing(crossing, of: RegionID(7), in: id, at: now)
            }
        default:
            let status = fetchsched_observe_significant_change(host.handle, number, now.milliseconds)
            expect(status) { engine in try engine.reportSignificantChange(for: id, at: now) }
        }
        var inside: Int32 = 9
        if fetchsched_is_inside(host.handle, 0, 7, &inside) == FETCHSCHED_OK {
            let isInside = try? engine.isInside(RegionID(7), of: AppID(0))
            #expect(inside == isInside.flatMap { $0 }.map { $0 ? 1 : 0 } ?? -1)
        }
    }

    private mutating func stepOfTasks(_ app: Int) {
        let (number, id, now) = (fetchsched_app(app), AppID(app), now)
        if below(3) == 0 {
            let task = UInt64(below(12))
            let status = fetchsched_end_task(host.handle, task, now.milliseconds)
            expect(status) { engine in try engine.end(BackgroundTaskID(task), at: now) }
        } else {
            var task: UInt64 = 0
            let status = fetchsched_start_task(host.handle, number, now.milliseconds, &task)
            expect(status) { engine in
                let begun = try engine.startTask(of: id, at: now)
                #expect(begun.number == task)
            }
        }
        var (span, running): (Int64, Int32) = (-1, -1)
        #expect(fetchsched_time_remaining(host.handle, number, now.milliseconds, &span) == FETCHSCHED_OK)
        #expect(span == engine.timeRemaining(of: id, at: now).milliseconds)
        #expect(fetchsched_is_running(host.handle, number, &running) == FETCHSCHED_OK)
        #expect(running == (engine.isRunning(id) ? 1 : 0))
    }

    private mutating func stepOfTransfers(_ app: Int) {
        let now = now
        let transfer = TransferID(UInt64(1 + below(20)))
        let (number, time) = (transfer.number, now.milliseconds)
        switch below(6) {
        case 0, 1: enqueue(app)
        case 2:
            let bytes = Int64(below(2_000_000))
            let status = fetchsched_transfer_progress(host.handle, number, bytes, time)
            expect(status) { engine in try engine.reportProgress(of: transfer, bytes: bytes, at: now) }
        case 3:
            let bytes = Int64(below(2_000_000))
            let status = fetchsched_transfer_interrupted(host.handle, number, bytes, time)
            expect(status) { engine in try engine.reportInterruption(of: transfer, atByte: bytes, at: now) }
        case 4:
            let status = fetchsched_transfer_finished(host.handle, number, time)
            expect(status) { engine in try engine.reportCompletion(of: transfer, at: now) }
        default:
            guard below(4) == 0 else { return }
            let status = fetchsched_cancel_transfer(host.handle, number, time)
            expect(status) { engine in try engine.cancel(transfer, at: now) }
        }
        var state = fetchsched_transfer_status()
        let status = fetchsched_get_transfer(host.handle, number, &state)
        expect(status) { engine in
            let expected = try engine.status(of: transfer)
            #expect(state.bytes_done == expected.bytesDone && (state.active == 1) == expected.isActive)
            #expect(state.deadline_ms == expected.deadline.milliseconds)
            #expect(state.interruptions == Int32(expected.interruptions))
        }
    }

    private mutating func enqueue(_ app: Int) {
        let (now, flags, priority) = (now, below(4), below(3))
        var request = fetchsched_transfer(
            bytes: Int64(below(3_000_000)), timeout_ms: Int64(below(3)) * 40_000_000, app: UInt64(app),
            session: Int32(below(3)) - 1, priority: Int32(priority) - 1, flags: UInt32(flags),
            reserved: 0)
        var expected = TransferRequest(AppID(app), bytes: request.bytes)
        expected.session = Int(request.session)
        expected.priority = [TransferPriority.low, .normal, .high][priority]
        expected.isDiscretionary = flags & 1 == 1
        expected.wakesApp = flags & 2 == 0
        expected.resourceTimeout = request.timeout_ms > 0 ? TimeSpan(milliseconds: request.timeout_ms) : nil
        var transfer: UInt64 = 0
        let status = fetchsched_enqueue_transfer(host.handle, &request, now.milliseconds, &transfer)
        expect(status) { engine in
            let enqueued = try engine.enqueue(expected, at: now)
            #expect(enqueued.number == transfer)
        }
    }

    private mutating func stepOfServers(_ app: Int) {
        let id = AppID(app)
        switch below(6) {
        case 0:
            let end = now + .minutes(Int64(below(90)))
            tell(FETCHSCHED_EVENT_SERVER_WAIT, .serverWait(id, until: end), app: app, until: end)
        case 1:
            let span = Int64(below(3)) * 600_000
            tell(
                FETCHSCHED_EVENT_SERVER_INTERVAL, .serverInterval(id, TimeSpan(milliseconds: span)), app: app,
                value: span)
        case 2:
            tell(FETCHSCHED_EVENT_CONTENT_HINT, .contentHint(id), app: app)
            let moment = now - .minutes(Int64(below(30)))
            tell(
                FETCHSCHED_EVENT_CONTENT_CHANGED, .contentChanged(id, at: moment), app: app,
                value: moment.milliseconds)
        case 3: if below(4) == 0 { tell(FETCHSCHED_EVENT_QUIT, .quit(id), app: app) }
        case 4:
            let now = now
            let interval = Int64(below(4)) - 1
            let status = fetchsched_set_interval(
                host.handle, fetchsched_app(app), interval > 0 ? interval * 600_000 : interval,
                now.milliseconds)
            expect(status) { engine in
                let same: FetchInterval =
                    interval < 0 ? .never : interval == 0 ? .minimum : .custom(.minutes(10 * interval))
                try engine.setInterval(same, of: id, at: now)
            }
        default:
            let announces = below(2) == 1
            let status = fetchsched_set_announces_content(host.handle, fetchsched_app(app), announces ? 1 : 0)
            expect(status) { engine in try engine.setAnnouncesContent(announces, of: id) }
        }
    }

    /// Asks both what they know.
    mutating func compareKnowledge() {
        let time = now.milliseconds
        var figures = fetchsched_statistics()
        #expect(fetchsched_get_statistics(host.handle, time, &figures) == FETCHSCHED_OK)
        #expect(figures.value_j == engine.valueJoules)
        #expect(figures.spent_j == engine.joulesSpent(at: now) && figures.spent_j > 0)
        #expect(figures.launches_per_s == engine.launchRate(at: now))
        #expect(figures.app_count == 6 && figures.budget_spent == 0)
        #expect(figures.open_tasks == UInt32(engine.openTaskCount))
        #expect(figures.transfers == UInt32(engine.transferStatuses.count))
        #expect(figures.active_transfers == UInt32(engine.transferStatuses.count { $0.isActive }))
        #expect((figures.radio_awake == 1) == engine.isRadioAwake(at: now))
        for app in 0..<6 { compareKnowledge(of: app) }
        #expect(host.snapshot() == engine.snapshot())
    }

    private mutating func compareKnowledge(of app: Int) {
        let (number, id, time) = (fetchsched_app(app), AppID(app), now.milliseconds)
        var (launch, next, new) = (-1.0, -1.0, -1.0)
        #expect(fetchsched_launch_probability(host.handle, number, 3_600_000, time, &launch) == FETCHSCHED_OK)
        #expect(launch == engine.launchProbability(of: id, within: .hours(1), at: now))
        #expect(fetchsched_next_app_probability(host.handle, number, time, &next) == FETCHSCHED_OK)
        #expect(next == engine.nextAppProbability(of: id, at: now))
        #expect(fetchsched_new_content_probability(host.handle, number, time, &new) == FETCHSCHED_OK)
        #expect(new == engine.newContentProbability(of: id, at: now))
        var reasons = fetchsched_explanation()
        #expect(fetchsched_explain(host.handle, number, time, &reasons) == FETCHSCHED_OK)
        guard let expected = try? engine.explain(id, at: now) else { return #expect(Bool(false)) }
        #expect(reasons.value_j == expected.value.value && reasons.cost_j == expected.value.cost)
        #expect(reasons.new_probability == expected.value.somethingNew)
        #expect(reasons.use_probability == expected.value.usedInTime)
        #expect(reasons.verdict == UInt32(expected.verdict.rawValue))
        #expect(reasons.vetoes.nonzeroBitCount == expected.vetoes.count)
        #expect(reasons.last_sync_ms == expected.lastSync.milliseconds)
        #expect(reasons.failures == UInt32(expected.failures))
        #expect(reasons.silent_looks == UInt32(expected.silentLooks))
        switch expected.expected {
        case .now: #expect(reasons.expected_ms == time)
        case .wakeup(let moment), .notBefore(let moment): #expect(reasons.expected_ms == moment.milliseconds)
        case .nextFreeMoment, .notForeseen: #expect(reasons.expected_ms == .max)
        }
    }
}
