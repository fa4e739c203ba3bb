import FetchSched

extension Poller {
    /// Does what a line of a journal says.
    ///
    /// - Returns: the answers; nil if the line is no call of a poller.
    package mutating func play(_ line: JournalLine) throws(EngineError) -> [JournalLine]? {
        if let answers = try tell(line) { return answers }
        return try ask(line)
    }

    /// Tells the poller something. Nil if the line tells nothing.
    private mutating func tell(_ line: JournalLine) throws(EngineError) -> [JournalLine]? {
        let now = line.time
        switch (line.verb, line.app) {
        case ("restarted", _): hostRestarted(at: now)
        case ("set_network", _): setNetwork(isUp: line["value"] == 1, at: now)
        case ("set_group", _):
            guard let group = group(of: line) else { return nil }
            setLimits(line.groupLimits, of: group)
        case ("remove_group", _):
            guard let group = group(of: line) else { return nil }
            removeGroup(group)
        case ("join_price", _): try joinPrice(line[real: "price"] ?? .nan, at: now)
        case ("set_source", let source?): try setLimits(limits(of: line), of: source, at: now)
        case ("remove_source", let source?): try remove(source, at: now)
        case ("pause_source", let source?): try setPaused(line["value"] == 1, of: source, at: now)
        case ("defer_request", let source?): try deferRequest(to: source, until: line.until ?? now, at: now)
        case ("note_read", let source?): try noteRead(of: source, at: now)
        case ("note_announcement", let source?): try noteAnnouncement(of: source, at: now)
        default: return nil
        }
        return []
    }

    /// Asks the poller something. Nil if the line asks nothing.
    private mutating func ask(_ line: JournalLine) throws(EngineError) -> [JournalLine]? {
        let now = line.time
        switch (line.verb, line.app) {
        case ("add_source", _): return [.answer(now, "app").with(add(limits(of: line), at: now))]
        case ("add_group", _):
            return [.answer(now, "group").with("group", addGroup(line.groupLimits).number)]
        case ("due", _):
            guard let source = startNextRequest(at: now) else { return [.none(now)] }
            return [.answer(now, "source").with(source)]
        case ("deadline", _): return [.next(nextDeadline(after: now), at: now)]
        case ("next_request", let source?): return [.next(try nextRequest(to: source, at: now), at: now)]
        case ("record_answer", let source?):
            guard let answer = line.sourceAnswer else { return nil }
            return [.next(try recordAnswer(answer, from: source, at: now), at: now)]
        case ("idle", _): return [.answer(now, "idle").with("value", idleReason(at: now)?.rawValue ?? 0)]
        case ("price", _): return [.answer(now, "price").with("price", real: price(at: now))]
        case ("snapshot", _): return [.snapshot(snapshot(), at: now)]
        default: return nil
        }
    }

    private func limits(of line: JournalLine) -> SourceLimits {
        var limits = SourceLimits()
        limits.least = TimeSpan(milliseconds: line["least"] ?? 0)
        limits.most = TimeSpan(milliseconds: line["most"] ?? .max)
        limits.weight = line[real: "weight"] ?? 1
        limits.group = group(of: line)
        return limits
    }

    private func group(of line: JournalLine) -> SourceGroup? {
        line["group"].flatMap { $0 < 0 ? nil : group(number: Int32(clamping: $0)) }
    }
}
