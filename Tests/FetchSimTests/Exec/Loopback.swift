import FetchExec
import FetchSched
import Foundation
import Synchronization
import Testing

@testable import FetchSim

/// A policy at the other end of the protocol, as a program would have it.
struct Loopback: LineChannel {
    private var policy: any Policy
    /// Whether answers say at once what would be asked next.
    private let saysMore: Bool
    private let count: Count
    private var isFirst = true

    /// How much was said.
    final class Count: Sendable {
        private let state = Mutex((questions: 0, ends: 0))

        func ask() { state.withLock { $0.questions += 1 } }
        func end() { state.withLock { $0.ends += 1 } }
        var all: (questions: Int, ends: Int) { state.withLock { $0 } }
    }

    init(_ policy: any Policy, saysMore: Bool, _ count: Count) {
        self.policy = policy
        self.saysMore = saysMore
        self.count = count
    }

    mutating func exchange(_ lines: [UInt8]) throws(ExecFault) -> [UInt8] {
        count.ask()
        let all = String(decoding: lines, as: UTF8.self).split(separator: "\n")
        for line in all.dropLast() { tell(Self.object(line)) }
        let question = all.last.map(Self.object) ?? [:]
        #expect((question["hello"] != nil) == isFirst)
        isFirst = false
        return Array(answer(question).utf8)
    }

    mutating func finish(_ lines: [UInt8]) throws(ExecFault) {
        for line in String(decoding: lines, as: UTF8.self).split(separator: "\n") { tell(Self.object(line)) }
        count.end()
    }

    mutating func abandon() {}

    private mutating func answer(_ question: [String: Any]) -> String {
        let now = Self.time(question["at"])
        switch question["ask"] as? String {
        case nil:
            return #"{"hello":"fetchsched-exec/1","parallel":\#(min(1_000_000, policy.parallelFetches))}"#
        case "fetch"?:
            if let app = policy.nextFetch(at: now) { return #"{"fetch":\#(app.index)}"# }
            guard saysMore else { return #"{"fetch":null}"# }
            let wake = Self.text(policy.nextWakeup(after: now) ?? .distantFuture)
            return #"{"fetch":null,"wake":\#(wake),"radio":\#(Self.text(policy.usesRadioFrom))}"#
        case "wake"?:
            return #"{"wake":\#(Self.text(policy.nextWakeup(after: now) ?? .distantFuture))}"#
        case "push"?:
            let starts = policy.startPushFetch(
                of: AppID(question["app"] as? Int ?? -1), isAllowed: question["allowed"] as? Bool ?? false,
                at: now)
            return #"{"start":\#(starts)}"#
        case let other?: return "no such question: \(other)"
        }
    }

    private mutating func tell(_ event: [String: Any]) {
        let now = Self.time(event["at"])
        let app = (event["app"] as? Int).map { AppID($0) }
        switch (event["event"] as? String, app) {
        case ("interval"?, let app?):
            let interval = (event["seconds"] as? Double).map { seconds in
                seconds > 0 ? FetchInterval.custom(.seconds(seconds)) : .minimum
            }
            policy.setInterval(interval ?? .never, of: app, at: now)
        case ("fetched"?, let app?):
            guard let outcome = Self.outcome(event) else { return }
            policy.complete(
                FinishedFetch(
                    app: app, outcome: outcome, start: Self.time(event["start"]),
                    transferStart: Self.time(event["transferStart"]),
                    bytes: Int64(event["bytes"] as? Int ?? 0)),
                at: now)
        default:
            guard let observation = Self.observation(event, app) else {
                Issue.record("an event that is not known: \(event)")
                return
            }
            policy.observe(observation, at: now)
        }
    }

    private static func observation(_ event: [String: Any], _ app: AppID?) -> FetchEvent? {
        let causes: [String: RadioCause] = [
            "user": .user, "heartbeat": .heartbeat, "other": .other, "push": .push, "transfer": .transfer,
        ]
        let networks: [String: NetworkPath] = [
            "none": .none, "wifi": .wifi, "cellular": .cellular, "wired": .wired,
        ]
        let screens: [String: ScreenChange] = ["on": .on, "unlocked": .unlocked, "off": .off]
        func truth(_ key: String) -> Bool { event[key] as? Bool == true }
        switch (event["event"] as? String, app) {
        case ("launch"?, let app?): return .launch(app)
        case ("end"?, let app?): return .endOfUse(app)
        case ("sync"?, let app?):
            return outcome(event).map { .foregroundSync(app, $0, bytes: Int64(event["bytes"] as? Int ?? 0)) }
        case ("hint"?, let app?): return .contentHint(app)
        case ("changed"?, let app?): return .contentChanged(app, at: time(event["time"]))
        case ("radio"?, nil):
            let cause = (event["cause"] as? String).flatMap { causes[$0] }
            return cause.map { .radio($0, until: time(event["until"])) }
        case ("network"?, nil):
            return (event["network"] as? String).flatMap { networks[$0] }.map { .network($0) }
        case ("power"?, nil): return .power(truth("charging") ? .charging : .battery)
        case ("level"?, nil): return .batteryLevel(event["level"] as? Double ?? -1)
        case ("saver"?, nil): return .lowPowerMode(isOn: truth("on"))
        case ("refresh"?, let app): return .refresh(app: app, isOn: truth("on"))
        case ("quit"?, let app?): return .quit(app)
        case ("zone"?, nil): return .zone(secondsEast: event["secondsEast"] as? Int ?? -1)
        case ("screen"?, nil):
            return (event["screen"] as? String).flatMap { screens[$0] }.map { .screen($0) }
        case ("processEnded"?, let app?): return .processEnded(app)
        case ("notification"?, let app?): return .notification(app)
        default: return nil
        }
    }

    private static func outcome(_ event: [String: Any]) -> FetchOutcome? {
        let outcomes: [String: FetchOutcome] = ["new": .newData, "none": .noData, "failed": .failed]
        return (event["outcome"] as? String).flatMap { outcomes[$0] }
    }

    private static func object(_ line: Substring) -> [String: Any] {
        let object = try? JSONSerialization.jsonObject(with: Data(line.utf8))
        return object as? [String: Any] ?? [:]
    }

    private static func time(_ value: Any?) -> FetchTime {
        (value as? Int).map { FetchTime(milliseconds: Int64($0)) } ?? .distantFuture
    }

    /// A moment that may be as far back as can be said.
    private static func text(_ instant: FetchTime) -> String {
        instant == .distantFuture ? "null" : "\(max(instant.milliseconds, -9_000_000_000_000_000))"
    }
}
