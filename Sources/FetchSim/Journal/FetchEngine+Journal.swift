import FetchSched

extension FetchEngine {
    /// Does what a line of a journal says.
    ///
    /// - Returns: the answers; nil if the line is no call of an engine.
    package mutating func play(_ line: JournalLine) throws(EngineError) -> [JournalLine]? {
        if let answers = try tell(line) { return answers }
        return try ask(line)
    }

    /// Tells the engine something. Nil if the line tells nothing.
    private mutating func tell(_ line: JournalLine) throws(EngineError) -> [JournalLine]? {
        let now = line.time
        if let event = line.event {
            try observe(event, at: now)
            return []
        }
        switch (line.verb, line.word("kind")) {
        case ("event", "device_awake"): deviceAwake(until: line.until ?? now, at: now)
        case ("event", "device_asleep"): deviceSleeps(at: now)
        case ("event", "granted"): granted(until: line.until ?? now, at: now)
        case ("restarted", _): hostRestarted(at: now)
        case ("position", _):
            guard
                let place = GeoPosition(
                    latitude: line[real: "latitude"] ?? .nan, longitude: line[real: "longitude"] ?? .nan,
                    accuracy: line[real: "accuracy"] ?? 0)
            else { return nil }
            observe(place, at: now)
        case ("end", _): try end(BackgroundTaskID(line.id), at: now)
        case ("cancel", _): try cancel(TransferID(line.id), at: now)
        case ("progress", _):
            try reportProgress(of: TransferID(line.id), bytes: line["bytes"] ?? 0, at: now)
        case ("interrupted", _):
            try reportInterruption(of: TransferID(line.id), atByte: line["bytes"] ?? 0, at: now)
        case ("finished", _): try reportCompletion(of: TransferID(line.id), at: now)
        default: return try callOfApp(line)
        }
        return []
    }

    private mutating func callOfApp(_ line: JournalLine) throws(EngineError) -> [JournalLine]? {
        guard let app = line.app else { return nil }
        let now = line.time
        switch line.verb {
        case "remove": try remove(app, at: now)
        case "interval":
            guard let interval = line.interval else { return nil }
            try setInterval(interval, of: app, at: now)
        case "announces": try setAnnouncesContent(line["value"] == 1, of: app)
        case "complete":
            guard let outcome = line.number("outcome").flatMap(FetchOutcome.init) else { return nil }
            try completeFetch(
                of: app, with: outcome, bytes: line["bytes"] ?? 0, joules: line[real: "joules"], at: now)
        case "request": try requestFetch(of: app, at: now)
        case "force": try forceFetch(of: app, at: now)
        case "watch": try add(line.watched, to: app)
        case "unwatch": try remove(RegionID(Int(line["region"] ?? 0)), from: app)
        case "watch_changes": try setWantsSignificantChanges(line["value"] == 1, for: app)
        case "crossing":
            guard let crossing = line.number("value").flatMap(Crossing.init) else { return nil }
            try reportCrossing(crossing, of: RegionID(Int(line["region"] ?? 0)), in: app, at: now)
        case "change": try reportSignificantChange(for: app, at: now)
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
            return [.answer(now, "app").with(register(interval, at: now))]
        case "receive":
            guard let app = line.app, let kind = line.number("value").flatMap(PushKind.init) else {
                return nil
            }
            let number = UInt64(line["number"] ?? 0)
            return [.reception(receive(kind, for: app, number: number, at: now), at: now)]
        case "begin":
            guard let app = line.app else { return nil }
            return [.answer(now, "task").with("id", try startTask(of: app, at: now).number)]
        case "enqueue":
            guard let request = line.transfer else { return nil }
            return [.answer(now, "transfer").with("id", try enqueue(request, at: now).number)]
        case "next":
            isFetchingAllowed = line["may"] != 0
            guard let action = nextAction(at: now) else { return [.none(now)] }
            return JournalLine.actions(action, lastDecision, at: now)
        case "deadline":
            isFetchingAllowed = line["may"] != 0
            return [.next(nextDeadline(after: now), at: now)]
        case "run": return [.next(nextRun(after: now), at: now)]
        case "snapshot": return [.snapshot(snapshot(), at: now)]
        default: return nil
        }
    }
}
