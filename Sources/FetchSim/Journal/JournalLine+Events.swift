import FetchSched

/// Events and configurations, as lines of a journal.
extension JournalLine {
    /// An event, by the names and numbers of `fetchsched.h`.
    package static func event(_ event: FetchEvent, at time: FetchTime) -> JournalLine {
        func line(_ kind: String, _ app: AppID? = nil) -> JournalLine {
            var line = JournalLine(time, "event")
            line.set("kind", kind)
            return app.map { line.with($0) } ?? line
        }
        func bit(_ isOn: Bool) -> Int { isOn ? 1 : 0 }
        return switch event {
        case .launch(let app): line("launch", app)
        case .endOfUse(let app): line("end_of_use", app)
        case .foregroundSync(let app, let outcome, let bytes):
            line("foreground_sync", app).with("value", outcome.rawValue).with("bytes", bytes)
        case .contentHint(let app): line("content_hint", app)
        case .contentChanged(let app, let moment):
            line("content_changed", app).with("value", moment.milliseconds)
        case .radio(let cause, let end): line("radio").with("value", cause.rawValue).with("until", end)
        case .network(let path): line("network").with("value", path.rawValue)
        case .power(let source): line("power").with("value", bit(source == .charging))
        case .batteryLevel(let level): line("battery_level").with("level", real: level)
        case .lowPowerMode(let isOn): line("saver").with("value", bit(isOn))
        case .refresh(let app, let isOn): line("refresh", app).with("value", bit(isOn))
        case .quit(let app): line("quit", app)
        case .zone(let seconds): line("zone").with("value", seconds)
        case .serverWait(let app, let end): line("server_wait", app).with("until", end)
        case .serverInterval(let app, let span): line("server_interval", app).with("value", span.milliseconds)
        case .processEnded(let app): line("process_ended", app)
        case .screen(let change): line("screen").with("value", change.rawValue)
        case .notification(let app): line("notification", app)
        }
    }

    /// The event that the line tells; nil if it tells none, or something else than an event of the engine's.
    package var event: FetchEvent? {
        guard verb == "event", let kind = word("kind") else { return nil }
        let value = self["value"]
        let isOn = value.map { $0 != 0 }
        switch kind {
        case "radio":
            guard let cause = number("value").flatMap(RadioCause.init), let until else { return nil }
            return .radio(cause, until: until)
        case "network": return number("value").flatMap(NetworkPath.init).map { .network($0) }
        case "power": return isOn.map { .power($0 ? .charging : .battery) }
        case "battery_level": return self[real: "level"].map { .batteryLevel($0) }
        case "saver": return isOn.map { .lowPowerMode(isOn: $0) }
        case "refresh": return isOn.map { .refresh(app: app, isOn: $0) }
        case "zone": return value.map { .zone(secondsEast: Int($0)) }
        case "screen": return number("value").flatMap(ScreenChange.init).map { .screen($0) }
        default: break
        }
        guard let app else { return nil }
        switch kind {
        case "launch": return .launch(app)
        case "end_of_use": return .endOfUse(app)
        case "foreground_sync":
            guard let outcome = number("value").flatMap(FetchOutcome.init), let bytes = self["bytes"] else {
                return nil
            }
            return .foregroundSync(app, outcome, bytes: bytes)
        case "content_hint": return .contentHint(app)
        case "content_changed": return value.map { .contentChanged(app, at: FetchTime(milliseconds: $0)) }
        case "quit": return .quit(app)
        case "server_wait": return until.map { .serverWait(app, until: $0) }
        case "server_interval": return value.map { .serverInterval(app, TimeSpan(milliseconds: $0)) }
        case "process_ended": return .processEnded(app)
        case "notification": return .notification(app)
        default: return nil
        }
    }

    package var app: AppID? { word("app").flatMap { UInt64($0) }.map { AppID(number: $0) } }
    package var until: FetchTime? { self["until"].map { FetchTime(milliseconds: $0) } }
    func number(_ key: String) -> UInt8? { word(key).flatMap { UInt8($0) } }

    /// The interval by the number of `fetchsched.h`.
    package var interval: FetchInterval? {
        self["interval"].map { $0 < 0 ? .never : $0 == 0 ? .minimum : .custom(TimeSpan(milliseconds: $0)) }
    }

    package func with(_ interval: FetchInterval) -> JournalLine {
        switch interval {
        case .never: with("interval", -1)
        case .minimum: with("interval", 0)
        case .custom(let span): with("interval", span.milliseconds)
        }
    }
}
