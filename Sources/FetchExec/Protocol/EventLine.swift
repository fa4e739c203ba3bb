import FetchSched
import FetchSim

/// The lines that a program is sent. Times are milliseconds since 1970; null stands for never, or for always.
enum EventLine {
    static func hello(_ setup: PolicySetup) -> String {
        let (radio, costs) = (setup.radio, setup.rules.power.costs)
        let figures: [(String, Double)] = [
            ("value", setup.valueJoules), ("requestSeconds", setup.rules.requestSeconds),
            ("fetchLimitSeconds", setup.rules.fetchLimit.seconds), ("wakeupJoules", radio.wakeupJoules),
            ("promotionSeconds", radio.promotion.seconds), ("tailSeconds", radio.tailSeconds),
            ("activeWatts", radio.activeWatts), ("bytesPerSecond", radio.bytesPerSecond),
            ("runJoules", costs.runJoules), ("coldStartJoules", costs.coldStartJoules),
            ("handlingJoulesPerMB", costs.handlingJoulesPerMB), ("awakeWatts", costs.awakeWatts),
        ]
        let fields = figures.map { "\"\($0.0)\":\(number($0.1))" }.joined(separator: ",")
        return
            "{\"hello\":\"\(Answer.version)\",\"seed\":\(setup.seed),\"radio\":\(text(radio.name)),\(fields)}\n"
    }

    static func interval(_ interval: FetchInterval, _ app: AppID, _ now: Instant) -> String {
        let value =
            switch interval {
            case .never: "null"
            case .minimum: "0"
            case .custom(let span): number(max(0, span.seconds))
            }
        return event("interval", now, app, "\"seconds\":\(value)")
    }

    static func observation(_ observation: Observation, _ now: Instant) -> String {
        switch observation {
        case .launch(let app): event("launch", now, app)
        case .endOfUse(let app): event("end", now, app)
        case .foregroundSync(let app, let outcome, let bytes):
            event("sync", now, app, "\"outcome\":\"\(word(outcome))\",\"bytes\":\(bytes)")
        case .contentHint(let app): event("hint", now, app)
        case .contentChanged(let app, let moment): event("changed", now, app, "\"time\":\(time(moment))")
        case .radio(let cause, let until):
            event("radio", now, nil, "\"cause\":\"\(word(cause))\",\"until\":\(time(until))")
        case .network(let network): event("network", now, nil, "\"network\":\"\(word(network))\"")
        case .power(let source): event("power", now, nil, "\"charging\":\(source == .charging)")
        case .batteryLevel(let level): event("level", now, nil, "\"level\":\(number(level))")
        case .lowPowerMode(let isOn): event("saver", now, nil, "\"on\":\(isOn)")
        case .refresh(let app, let isOn): event("refresh", now, app, "\"on\":\(isOn)")
        case .quit(let app): event("quit", now, app)
        case .zone(let seconds): event("zone", now, nil, "\"secondsEast\":\(seconds)")
        case .serverWait(let app, let until): event("serverWait", now, app, "\"until\":\(time(until))")
        case .serverInterval(let app, let span):
            event("serverInterval", now, app, "\"seconds\":\(number(span.seconds))")
        case .processEnded(let app): event("processEnded", now, app)
        case .screen(let change): event("screen", now, nil, "\"screen\":\"\(word(change))\"")
        case .alarm(let alarm, let moment):
            event("alarm", now, nil, "\"alarm\":\"\(word(alarm))\",\"until\":\(moment.map(time) ?? "null")")
        }
    }

    static func fetched(_ fetch: FinishedFetch, _ now: Instant) -> String {
        event(
            "fetched", now, fetch.app,
            "\"outcome\":\"\(word(fetch.outcome))\",\"start\":\(time(fetch.start)),"
                + "\"transferStart\":\(time(fetch.transferStart)),\"bytes\":\(fetch.bytes)")
    }

    static func fetch(_ now: Instant) -> String { "{\"ask\":\"fetch\",\"at\":\(time(now))}\n" }

    static func wake(_ now: Instant) -> String { "{\"ask\":\"wake\",\"at\":\(time(now))}\n" }

    static func push(_ app: AppID, isAllowed: Bool, _ now: Instant) -> String {
        "{\"ask\":\"push\",\"at\":\(time(now)),\"app\":\(app.index),\"allowed\":\(isAllowed)}\n"
    }

    private static func event(_ name: String, _ now: Instant, _ app: AppID?, _ more: String = "") -> String {
        var line = "{\"event\":\"\(name)\",\"at\":\(time(now))"
        if let app { line += ",\"app\":\(app.index)" }
        if !more.isEmpty { line += "," + more }
        return line + "}\n"
    }

    private static func time(_ instant: Instant) -> String {
        instant == .distantFuture || instant == .distantPast ? "null" : "\(instant.milliseconds)"
    }

    /// The shortest text that reads back as the same number.
    private static func number(_ value: Double) -> String {
        guard value.isFinite else { return "null" }
        return value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
    }

    private static func text(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case _ where scalar.value < 0x20:
                let hex = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    private static func word(_ outcome: FetchOutcome) -> String {
        switch outcome {
        case .newData: "new"
        case .noData: "none"
        case .failed: "failed"
        case .gone: "gone"
        }
    }

    private static func word(_ cause: RadioCause) -> String {
        switch cause {
        case .user: "user"
        case .heartbeat: "heartbeat"
        case .other: "other"
        case .push: "push"
        case .transfer: "transfer"
        }
    }

    private static func word(_ change: ScreenChange) -> String {
        switch change {
        case .on: "on"
        case .unlocked: "unlocked"
        case .off: "off"
        }
    }

    private static func word(_ alarm: Alarm) -> String {
        switch alarm {
        case .clock: "clock"
        case .calendar: "calendar"
        }
    }

    private static func word(_ network: Network) -> String {
        switch network {
        case .none: "none"
        case .wifi: "wifi"
        case .cellular: "cellular"
        case .wired: "wired"
        }
    }
}
