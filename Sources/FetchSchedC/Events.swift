import CFetchSched
import FetchSched

/// An event of the header, as the engine takes it.
private enum Told {
    case observation(FetchEvent)
    case deviceAwake(until: FetchTime)
    case deviceAsleep
    case granted(until: FetchTime)
}

extension Handle {
    /// Reads an event; one line for each kind. Mutating, so that a call does not copy the engine.
    fileprivate mutating func reading(_ event: fetchsched_event) throws(Failure) -> Told {
        switch Int(event.kind) {
        case FETCHSCHED_EVENT_LAUNCH: try .observation(.launch(app(event.app)))
        case FETCHSCHED_EVENT_END_OF_USE: try .observation(.endOfUse(app(event.app)))
        case FETCHSCHED_EVENT_FOREGROUND_SYNC:
            try .observation(.foregroundSync(app(event.app), event.member(), bytes: event.bytes))
        case FETCHSCHED_EVENT_CONTENT_HINT: try .observation(.contentHint(app(event.app)))
        case FETCHSCHED_EVENT_CONTENT_CHANGED:
            try .observation(.contentChanged(app(event.app), at: FetchTime(milliseconds: event.value)))
        case FETCHSCHED_EVENT_RADIO: try .observation(.radio(event.member(), until: event.until))
        case FETCHSCHED_EVENT_NETWORK: try .observation(.network(event.member()))
        case FETCHSCHED_EVENT_POWER: try .observation(.power(truth(event.value) ? .charging : .battery))
        case FETCHSCHED_EVENT_BATTERY_LEVEL: .observation(.batteryLevel(event.level))
        case FETCHSCHED_EVENT_SAVER: try .observation(.lowPowerMode(isOn: truth(event.value)))
        case FETCHSCHED_EVENT_REFRESH:
            try .observation(.refresh(app: appOrDevice(event.app), isOn: truth(event.value)))
        case FETCHSCHED_EVENT_QUIT: try .observation(.quit(app(event.app)))
        case FETCHSCHED_EVENT_ZONE: .observation(.zone(secondsEast: Int(clamping: event.value)))
        case FETCHSCHED_EVENT_SERVER_WAIT: try .observation(.serverWait(app(event.app), until: event.until))
        case FETCHSCHED_EVENT_SERVER_INTERVAL:
            try .observation(.serverInterval(app(event.app), TimeSpan(milliseconds: event.value)))
        case FETCHSCHED_EVENT_PROCESS_ENDED: try .observation(.processEnded(app(event.app)))
        case FETCHSCHED_EVENT_SCREEN: try .observation(.screen(event.member()))
        case FETCHSCHED_EVENT_NOTIFICATION: try .observation(.notification(app(event.app)))
        case FETCHSCHED_EVENT_DEVICE_AWAKE: .deviceAwake(until: event.until)
        case FETCHSCHED_EVENT_DEVICE_ASLEEP: .deviceAsleep
        case FETCHSCHED_EVENT_GRANTED: .granted(until: event.until)
        default: throw .invalidValue
        }
    }

    private func appOrDevice(_ number: fetchsched_app) throws(Failure) -> AppID? {
        number == .max ? nil : try app(number)
    }
}

extension fetchsched_event {
    fileprivate var until: FetchTime { FetchTime(milliseconds: until_ms) }

    /// A member of an enumeration whose numbers are the header's.
    fileprivate func member<Choice: RawRepresentable>() throws(Failure) -> Choice
    where Choice.RawValue == UInt8 {
        try numbered(value)
    }
}

/// The member of that number; the header numbers its enumerations as the engine does.
func numbered<Choice: RawRepresentable>(_ number: Int64) throws(Failure) -> Choice
where Choice.RawValue == UInt8 {
    guard let byte = UInt8(exactly: number), let choice = Choice(rawValue: byte) else { throw .invalidValue }
    return choice
}

/// Learns what the host saw.
@c @implementation
public func fetchsched_observe(
    _ engine: OpaquePointer?, _ event: UnsafePointer<fetchsched_event>?
) -> fetchsched_status {
    unsafe with(engine) { (handle: inout Handle) throws(Failure) in
        let event = try unsafe given(event)
        let now = FetchTime(milliseconds: event.time_ms)
        guard event.reserved == 0 else { throw .invalidValue }
        switch try handle.reading(event) {
        case .observation(let observation):
            try tried { () throws(EngineError) in try handle.engine.observe(observation, at: now) }
        case .deviceAwake(let end): handle.engine.deviceAwake(until: end, at: now)
        case .deviceAsleep: handle.engine.deviceSleeps(at: now)
        case .granted(let end): handle.engine.granted(until: end, at: now)
        }
    }
}
