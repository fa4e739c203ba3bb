@testable import FetchSched

/// The calls that bytes stand for.
extension ByteDraw {
    /// A call that a host could make, of one of `apps`, or (if not `isSane`) any at all.
    mutating func call(apps: [AppID], isSane: Bool, at now: FetchTime) -> EngineCall {
        let app = isSane ? (apps.isEmpty ? AppID(0) : pick(apps)) : anyApp()
        switch below(32) {
        case 0, 1: return .observe(.launch(app))
        case 2, 3: return .observe(.endOfUse(app))
        case 4: return .observe(radio(isSane: isSane, at: now))
        case 5: return .observe(condition(isSane: isSane, at: now))
        case 6: return .observe(server(app, isSane: isSane, at: now))
        case 7: return .observe(ofApp(app, isSane: isSane, at: now))
        case 8:
            return .complete(app, outcome(), isSane ? Int64(byte()) << 12 : size(), joules(isSane: isSane))
        case 9: return .force(app)
        case 10: return one(in: 3) ? .register(interval(isSane: isSane)) : .requestFetch(app)
        case 11: return .setInterval(interval(isSane: isSane), app)
        case 12, 13: return .receive(PushKind(rawValue: byte() % 5) ?? .alert, app, UInt64(byte()))
        case 14: return region(app, isSane: isSane)
        case 15: return .crossing(one(in: 2) ? .enter : .exit, RegionID(below(4)), app)
        case 16: return one(in: 3) ? .significant(one(in: 2), app) : .significantChange(app)
        case 17, 18: return .begin(app)
        case 19: return .end(BackgroundTaskID(UInt64(byte())))
        case 20, 21: return .enqueue(request(app, isSane: isSane))
        case 22: return .cancel(TransferID(UInt64(below(24))))
        case 23: return .progress(TransferID(UInt64(below(24))), size())
        case 24: return .interrupted(TransferID(UInt64(below(24))), size())
        case 25: return .finished(TransferID(UInt64(below(24))))
        case 26: return one(in: 8) ? .hostRestarted : .ask(app)
        case 27: return one(in: 3) ? .remove(app) : .announces(one(in: 2), app)
        case 28: return .nextTime(one(in: 2))
        case 29: return .nextAction(false)
        default: return .nextAction(true)
        }
    }

    mutating func anyApp() -> AppID {
        one(in: 8)
            ? AppID(pick([-1, .max, .min, 1_000_000]))
            : AppID(number: UInt64(below(8)) | UInt64(one(in: 2) ? below(3) : 0) << 32)
    }

    private mutating func outcome() -> FetchOutcome { pick([.newData, .noData, .failed]) }

    private mutating func joules(isSane: Bool) -> Double? {
        one(in: 3) ? (isSane ? Double(byte()) : number()) : nil
    }

    mutating func interval(isSane: Bool) -> FetchInterval {
        switch below(4) {
        case 0: .never
        case 1: .custom(isSane ? wait() : span())
        default: .minimum
        }
    }

    private mutating func radio(isSane: Bool, at now: FetchTime) -> FetchEvent {
        let cause = pick([RadioCause.user, .heartbeat, .other, .push, .transfer])
        return .radio(cause, until: isSane ? now + wait() : moment(near: now))
    }

    private mutating func condition(isSane: Bool, at now: FetchTime) -> FetchEvent {
        switch below(7) {
        case 0: .network(pick([.cellular, .wifi, .none]))
        case 1: .power(one(in: 2) ? .charging : .battery)
        case 2: .batteryLevel(isSane ? Double(byte()) / 255 : number())
        case 3: .lowPowerMode(isOn: one(in: 4))
        case 4: .refresh(app: nil, isOn: !one(in: 4))
        case 5: .screen(pick([.on, .unlocked, .off]))
        default: .zone(secondsEast: isSane ? (below(27) - 12) * 3600 : Int(truncatingIfNeeded: word()))
        }
    }

    private mutating func server(_ app: AppID, isSane: Bool, at now: FetchTime) -> FetchEvent {
        if isSane { return one(in: 2) ? .serverWait(app, until: now + wait()) : .serverInterval(app, wait()) }
        return one(in: 2) ? .serverWait(app, until: moment(near: now)) : .serverInterval(app, span())
    }

    private mutating func ofApp(_ app: AppID, isSane: Bool, at now: FetchTime) -> FetchEvent {
        switch below(8) {
        case 0: .quit(app)
        case 1: .processEnded(app)
        case 2: .refresh(app: app, isOn: !one(in: 4))
        case 3: .contentHint(app)
        case 5: .notification(app)
        case 4: .contentChanged(app, at: isSane ? now - wait() : moment(near: now))
        default: .foregroundSync(app, outcome(), bytes: isSane ? Int64(byte()) << 10 : size())
        }
    }

    private mutating func region(_ app: AppID, isSane: Bool) -> EngineCall {
        let id = RegionID(below(4))
        switch below(4) {
        case 0: return .removeRegion(id, app)
        case 1: return .addRegion(FetchRegion(id), app)
        case 2:
            guard let centre = place(isSane: isSane) else { return .removeRegion(id, app) }
            return .addRegion(
                FetchRegion(id, centre: centre, radius: isSane ? Double(byte()) * 10 : number()), app)
        default: return place(isSane: isSane).map { .position($0) } ?? .significantChange(app)
        }
    }

    private mutating func place(isSane: Bool) -> GeoPosition? {
        let latitude = isSane ? 50 + Double(byte()) / 1000 : number()
        let longitude = isSane ? 8 + Double(byte()) / 1000 : number()
        return GeoPosition(
            latitude: latitude, longitude: longitude, accuracy: isSane ? Double(byte()) : number())
    }

    private mutating func request(_ app: AppID, isSane: Bool) -> TransferRequest {
        var request = TransferRequest(app, bytes: isSane ? Int64(byte()) << 12 : size())
        let bits = byte()
        request.session = Int(bits & 3)
        request.priority = bits & 8 == 0 ? .normal : bits & 16 == 0 ? .low : .high
        request.isDiscretionary = bits & 32 != 0
        request.wakesApp = bits & 64 == 0
        if bits & 128 != 0 { request.resourceTimeout = isSane ? wait() : span() }
        return request
    }
}
