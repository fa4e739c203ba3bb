import FetchSched
import FetchSim
import FetchTrace

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
        let head = [
            ("hello", JSON.text(Answer.version)), ("seed", .whole(setup.seed)), ("radio", .text(radio.name)),
        ]
        return JSON.object(head + figures.map { ($0.0, .shortest($0.1)) }).text + "\n"
    }

    static func interval(_ interval: FetchInterval, _ app: AppID, _ now: FetchTime) -> String {
        let value: JSON =
            switch interval {
            case .never: .null
            case .minimum: .whole(0)
            case .custom(let span): .shortest(max(0, span.seconds))
            }
        return event("interval", now, app, ["seconds": value])
    }

    static func observation(_ observation: FetchEvent, _ now: FetchTime) -> String {
        switch observation {
        case .launch(let app): event("launch", now, app)
        case .endOfUse(let app): event("end", now, app)
        case .foregroundSync(let app, let outcome, let bytes):
            event("sync", now, app, ["outcome": .text(word(outcome)), "bytes": .whole(bytes)])
        case .contentHint(let app): event("hint", now, app)
        case .contentChanged(let app, let moment): event("changed", now, app, ["time": time(moment)])
        case .radio(let cause, let until):
            event("radio", now, nil, ["cause": .text("\(cause)"), "until": time(until)])
        case .network(let network): event("network", now, nil, ["network": .text("\(network)")])
        case .power(let source): event("power", now, nil, ["charging": .truth(source == .charging)])
        case .batteryLevel(let level): event("level", now, nil, ["level": .shortest(level)])
        case .lowPowerMode(let isOn): event("saver", now, nil, ["on": .truth(isOn)])
        case .refresh(let app, let isOn): event("refresh", now, app, ["on": .truth(isOn)])
        case .quit(let app): event("quit", now, app)
        case .zone(let seconds): event("zone", now, nil, ["secondsEast": .whole(seconds)])
        case .serverWait(let app, let until): event("serverWait", now, app, ["until": time(until)])
        case .serverInterval(let app, let span):
            event("serverInterval", now, app, ["seconds": .shortest(span.seconds)])
        case .processEnded(let app): event("processEnded", now, app)
        case .notification(let app): event("notification", now, app)
        case .screen(let change): event("screen", now, nil, ["screen": .text("\(change)")])
        }
    }

    static func fetched(_ fetch: FinishedFetch, _ now: FetchTime) -> String {
        event(
            "fetched", now, fetch.app,
            [
                "outcome": .text(word(fetch.outcome)), "start": time(fetch.start),
                "transferStart": time(fetch.transferStart), "bytes": .whole(fetch.bytes),
            ])
    }

    static func fetch(_ now: FetchTime) -> String { ask("fetch", now) }

    static func wake(_ now: FetchTime) -> String { ask("wake", now) }

    static func push(_ app: AppID, isAllowed: Bool, _ now: FetchTime) -> String {
        ask("push", now, ["app": .whole(app.index), "allowed": .truth(isAllowed)])
    }

    private static func ask(
        _ what: String, _ now: FetchTime, _ more: KeyValuePairs<String, JSON> = [:]
    ) -> String {
        JSON.object([("ask", .text(what)), ("at", time(now))] + more.map { ($0, $1) }).text + "\n"
    }

    private static func event(
        _ name: String, _ now: FetchTime, _ app: AppID?, _ more: KeyValuePairs<String, JSON> = [:]
    ) -> String {
        let head =
            [("event", JSON.text(name)), ("at", time(now))] + (app.map { [("app", .whole($0.index))] } ?? [])
        return JSON.object(head + more.map { ($0, $1) }).text + "\n"
    }

    private static func time(_ instant: FetchTime) -> JSON {
        instant == .distantFuture || instant == .distantPast ? .null : .whole(instant.milliseconds)
    }

    // Other outcomes are named like their cases.
    private static func word(_ outcome: FetchOutcome) -> String {
        switch outcome {
        case .newData: "new"
        case .noData: "none"
        case .failed: "failed"
        case .gone: "gone"
        }
    }
}
