import CFetchSched
import FetchSched

/// What an event of the header tells the engine.
private enum Told {
    case observation(Observation)
    case deviceAwake(until: Instant)
    case deviceAsleep
}

extension Handle {
    /// What the event says; one line for each kind.
    fileprivate func reading(_ event: fetchsched_event) throws(Failure) -> Told {
        switch Int(event.kind) {
        case FETCHSCHED_EVENT_LAUNCH: try .observation(.launch(app(event.app)))
        case FETCHSCHED_EVENT_END_OF_USE: try .observation(.endOfUse(app(event.app)))
        case FETCHSCHED_EVENT_FOREGROUND_SYNC:
            try .observation(.foregroundSync(app(event.app), event.outcome, bytes: event.moved))
        case FETCHSCHED_EVENT_CONTENT_HINT: try .observation(.contentHint(app(event.app)))
        case FETCHSCHED_EVENT_RADIO: try .observation(.radio(event.member(), until: event.until))
        case FETCHSCHED_EVENT_NETWORK: try .observation(.network(event.member()))
        case FETCHSCHED_EVENT_POWER: try .observation(.power(truth(event.value) ? .charging : .battery))
        case FETCHSCHED_EVENT_BATTERY_LEVEL: try .observation(.batteryLevel(event.share))
        case FETCHSCHED_EVENT_SAVER: try .observation(.saver(truth(event.value)))
        case FETCHSCHED_EVENT_REFRESH: try .observation(.refresh(appOrDevice(event.app), truth(event.value)))
        case FETCHSCHED_EVENT_QUIT: try .observation(.quit(app(event.app)))
        case FETCHSCHED_EVENT_ZONE: try .observation(.zone(secondsEast: event.zone))
        case FETCHSCHED_EVENT_SERVER_WAIT: try .observation(.serverWait(app(event.app), until: event.until))
        case FETCHSCHED_EVENT_SERVER_INTERVAL:
            try .observation(.serverInterval(app(event.app), event.span))
        case FETCHSCHED_EVENT_PROCESS_ENDED: try .observation(.processEnded(app(event.app)))
        case FETCHSCHED_EVENT_DEVICE_AWAKE: .deviceAwake(until: event.until)
        case FETCHSCHED_EVENT_DEVICE_ASLEEP: .deviceAsleep
        default: throw .invalidValue
        }
    }

    private func appOrDevice(_ number: fetchsched_app) throws(Failure) -> AppID? {
        number == .max ? nil : try app(number)
    }
}

extension fetchsched_event {
    fileprivate var until: Instant { Instant(milliseconds: until_ms) }

    /// A member of an enumeration whose numbers are the header's.
    fileprivate func member<Choice: RawRepresentable>() throws(Failure) -> Choice
    where Choice.RawValue == UInt8 {
        try numbered(value)
    }

    fileprivate var outcome: FetchOutcome { get throws(Failure) { try member() } }

    fileprivate var moved: Int64 { get throws(Failure) { try amount(bytes) } }

    fileprivate var span: TimeSpan { get throws(Failure) { try TimeSpan(milliseconds: amount(value)) } }

    fileprivate var share: Double {
        get throws(Failure) {
            guard level >= 0, level <= 1 else { throw .invalidValue }
            return level
        }
    }

    fileprivate var zone: Int {
        get throws(Failure) {
            guard value >= -86_400, value <= 86_400 else { throw .invalidValue }
            return Int(value)
        }
    }
}

/// The member of that number; the header numbers its enumerations as the engine does.
func numbered<Choice: RawRepresentable>(_ number: Int64) throws(Failure) -> Choice
where Choice.RawValue == UInt8 {
    guard let byte = UInt8(exactly: number), let choice = Choice(rawValue: byte) else { throw .invalidValue }
    return choice
}

/// A number of bytes.
func amount(_ bytes: Int64) throws(Failure) -> Int64 {
    guard bytes >= 0 else { throw .invalidValue }
    return bytes
}

/// Learns what the host saw.
@c @implementation
public func fetchsched_observe(
    _ engine: OpaquePointer?, _ event: UnsafePointer<fetchsched_event>?
) -> fetchsched_status {
    unsafe with(engine) { (handle: inout Handle) throws(Failure) in
        let event = try unsafe given(event)
        let now = Instant(milliseconds: event.time_ms)
        switch try handle.reading(event) {
        case .observation(let observation): handle.engine.observe(observation, at: now)
        case .deviceAwake(let end): handle.engine.tasks.deviceAwake(until: end, at: now)
        case .deviceAsleep: handle.engine.tasks.deviceSleeps(at: now)
        }
    }
}
