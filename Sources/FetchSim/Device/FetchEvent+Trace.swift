import FetchSched
import FetchTrace

extension FetchEvent {
    /// The scheduler's observation for a line of the trace; nil for lines that the simulator handles.
    init?(_ event: TraceEvent) {
        let app = event.app >= 0 ? AppID(Int(event.app)) : nil
        switch (event.kind, event.value, app) {
        case (.zone, .number(let seconds), _): self = .zone(secondsEast: Int(seconds))
        case (.network, .word(let word), _): self = .network(NetworkPath(rawValue: word) ?? .none)
        case (.power, .word(let word), _): self = .power(PowerSource(rawValue: word) ?? .battery)
        case (.level, .number(let level), _): self = .batteryLevel(level)
        case (.saver, .word(let word), _): self = .lowPowerMode(isOn: word == 0)
        case (.refresh, .word(let word), _): self = .refresh(app: app, isOn: word == 0)
        case (.screen, .word(let word), _): self = .screen(ScreenChange(rawValue: word) ?? .off)
        case (.quit, _, let app?): self = .quit(app)
        case (.notification, _, let app?): self = .notification(app)
        default: return nil
        }
    }
}

extension FetchInterval {
    /// The interval that an `interval` event's value says.
    init(_ value: EventValue) {
        switch value {
        case .word(0): self = .minimum
        case .number(let seconds): self = .custom(.seconds(seconds))
        default: self = .never
        }
    }
}
