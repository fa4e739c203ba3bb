import FetchSched
import FetchSchedText

/// An engine that does what the lines of a journal say: the door of Swift.
package struct JournalPlayer {
    private var configuration = Configuration()
    package private(set) var engine = FetchEngine(unchecked: Configuration())

    package init() {}

    /// Goes on with an engine.
    package init(_ engine: FetchEngine) {
        self.engine = engine
        configuration = engine.configuration
    }

    /// A line that no journal has.
    package struct Fault: Error { package let line: String }

    /// Plays a line.
    ///
    /// - Returns: the answers.
    package mutating func play(_ line: JournalLine) throws -> [JournalLine] {
        do throws(EngineError) {
            if let answers = try call(line) { return answers }
            if let answers = try ask(line) { return answers }
        } catch { return [.refused(line.time)] }
        if try prepare(line) { return [] }
        throw Fault(line: line.text)
    }

    /// The configuration and the engine's beginnings.
    private mutating func prepare(_ line: JournalLine) throws -> Bool {
        let fault = Fault(line: line.text)
        switch line.verb {
        case "set":
            guard let name = line.word("name"), let value = line[real: "value"],
                let parameter = Parameter.named(name)
            else { throw fault }
            try parameter.set(value, in: &configuration)
        case "poller":
            guard let value = line[real: "value"] else { throw fault }
            configuration = .poller(requestsPerDay: value)
        case "radio":
            guard let radio = RadioCosts(line.reals) else { throw fault }
            configuration.radio = radio
        case "power":
            guard let power = PowerCosts(line.reals, processes: line["number"]) else { throw fault }
            configuration.power = power
        case "create":
            engine = try FetchEngine(configuration: configuration, seed: UInt64(line["seed"] ?? 0))
        case "restore":
            engine = try FetchEngine(restoring: engine.snapshot(), configuration: configuration)
        case "clock": break
        default: return false
        }
        return true
    }

    /// Tells the engine something. Nil if the line tells nothing.
    private mutating func call(_ line: JournalLine) throws(EngineError) -> [JournalLine]? {
        let now = line.time
        if let event = line.event {
            try engine.observe(event, at: now)
            return []
        }
        switch (line.verb, line.word("kind")) {
        case ("event", "device_awake"): engine.deviceAwake(until: line.until ?? now, at: now)
        case ("event", "device_asleep"): engine.deviceSleeps(at: now)
        case ("event", "granted"): engine.granted(until: line.until ?? now, at: now)
        case ("restarted", _): engine.hostRestarted(at: now)
        case ("position", _):
            guard
                let place = GeoPosition(
                    latitude: line[real: "latitude"] ?? .nan, longitude: line[real: "longitude"] ?? .nan,
                    accuracy: line[real: "accuracy"] ?? 0)
            else { return nil }
            engine.observe(place, at: now)
        case ("end", _): try engine.end(BackgroundTaskID(line.id), at: now)
        case ("cancel", _): try engine.cancel(TransferID(line.id), at: now)
        case ("progress", _):
            try engine.reportProgress(of: TransferID(line.id), bytes: line["bytes"] ?? 0, at: now)
        case ("interrupted", _):
            try engine.reportInterruption(of: TransferID(line.id), atByte: line["bytes"] ?? 0, at: now)
        case ("finished", _): try engine.reportCompletion(of: TransferID(line.id), at: now)
        case ("set_group", _):
            guard let group = line.group(of: engine) else { return nil }
            engine.setLimits(line.groupLimits, of: group)
        default: return try callOfApp(line)
        }
        return []
    }

    private mutating func callOfApp(_ line: JournalLine) throws(EngineError) -> [JournalLine]? {
        guard let app = line.app else { return nil }
        let now = line.time
        switch line.verb {
        case "remove": try engine.remove(app, at: now)
        case "interval":
            guard let interval = line.interval else { return nil }
            try engine.setInterval(interval, of: app, at: now)
        case "announces": try engine.setAnnouncesContent(line["value"] == 1, of: app)
        case "complete":
            guard let outcome = line.number("outcome").flatMap(FetchOutcome.init) else { return nil }
            try engine.completeFetch(
                of: app, with: outcome, bytes: line["bytes"] ?? 0, joules: line[real: "joules"], at: now)
        case "request": try engine.requestFetch(of: app, at: now)
        case "force": try engine.forceFetch(of: app, at: now)
        case "watch": try engine.add(line.watched, to: app)
        case "unwatch": try engine.remove(RegionID(Int(line["region"] ?? 0)), from: app)
        case "watch_changes": try engine.setWantsSignificantChanges(line["value"] == 1, for: app)
        case "crossing":
            guard let crossing = line.number("value").flatMap(Crossing.init) else { return nil }
            try engine.reportCrossing(crossing, of: RegionID(Int(line["region"] ?? 0)), in: app, at: now)
        case "change": try engine.reportSignificantChange(for: app, at: now)
        case "set_source": try engine.setLimits(line.limits(in: engine), of: app, at: now)
        case "defer": try engine.deferFetch(of: app, until: line.until ?? now, at: now)
        case "read": try engine.read(app, at: now)
        default: return nil
        }
        return []
    }

    /// Asks the engine something. Nil if the line asks nothing.
    private mutating func ask(_ line: JournalLine) throws(EngineError) -> [JournalLine]? {
        let now = line.time
        switch line.verb {
        case "register":
            guard let interval = line.interval else { return nil }
            return [.answer(now, "app").with(engine.register(interval, at: now))]
        case "source":
            let app = engine.registerSource(line.limits(in: engine), at: now)
            return [.answer(now, "app").with(app)]
        case "add_group":
            return [.answer(now, "group").with("group", engine.addGroup(line.groupLimits).number)]
        case "receive":
            guard let app = line.app, let kind = line.number("value").flatMap(PushKind.init) else {
                return nil
            }
            let number = UInt64(line["number"] ?? 0)
            return [.reception(engine.receive(kind, for: app, number: number, at: now), at: now)]
        case "begin":
            guard let app = line.app else { return nil }
            return [.answer(now, "task").with("id", try engine.beginTask(of: app, at: now).number)]
        case "enqueue":
            guard let request = line.transfer else { return nil }
            return [.answer(now, "transfer").with("id", try engine.enqueue(request, at: now).number)]
        case "next":
            engine.isFetchingAllowed = line["may"] != 0
            guard let action = engine.nextAction(at: now) else { return [.none(now)] }
            return JournalLine.actions(action, engine.lastDecision, at: now)
        case "deadline":
            engine.isFetchingAllowed = line["may"] != 0
            return [.next(engine.nextDeadline(after: now), at: now)]
        case "run": return [.next(engine.nextRun(after: now), at: now)]
        case "due":
            guard let app = engine.nextDue(at: now) else { return [.none(now)] }
            return [.answer(now, "source").with(app)]
        case "asked":
            guard let app = line.app, let answer = line.sourceAnswer else { return nil }
            return [.next(try engine.asked(app, answer, at: now), at: now)]
        case "next_fetch":
            guard let app = line.app else { return nil }
            return [.next(try engine.nextFetch(of: app, at: now), at: now)]
        case "idle":
            return [.answer(now, "idle").with("value", engine.idleReason(at: now)?.rawValue ?? 0)]
        case "snapshot": return [.snapshot(engine.snapshot(), at: now)]
        default: return nil
        }
    }
}
