import FetchSched

/// Decides which source is asked when, by the host's clock. Sources have the numbers 0, 1, 2, ... in the order in which they are
/// added. A value: what a host saved is a copy.
package protocol PollingPolicy: Sendable {
    /// - Parameters:
    ///   - dial: how rarely it asks, for those that have no number of requests.
    init(perDay: Double, dial: Double, seed: UInt64)
    mutating func add(host: Int, at now: Instant)
    /// The next source to ask; nil if none is due. Its request is under way until `asked`.
    mutating func next(at now: Instant) -> Int?
    mutating func asked(_ source: Int, _ answer: SourceAnswer, at now: Instant)
    mutating func announced(_ source: Int, at now: Instant)
    /// The process began again with what it had saved, and requests under way are gone.
    mutating func restarted(at now: Instant)
    /// When to call `next` again, if nothing happens before.
    mutating func nextTime(after now: Instant) -> Instant?
}

/// The engine's ``Poller``, as `fetchsched.poll` sets it up: each host is a group, five minutes between two requests to a source.
struct EnginePolicy: PollingPolicy {
    private var poller: Poller
    private var ids: [AppID] = []
    private var groups: [Int: SourceGroup] = [:]

    init(perDay: Double, dial: Double, seed: UInt64) {
        var configuration = Configuration.poller(requestsPerDay: perDay)
        configuration.minimumSpacing = .seconds(1)
        configuration.fetchLimit = .minutes(10)
        poller = Poller(unchecked: configuration, seed: seed)
    }

    mutating func add(host: Int, at now: Instant) {
        var limits = SourceLimits()
        limits.least = .minutes(5)
        limits.group = groups[host] ?? poller.addGroup()
        groups[host] = limits.group
        ids.append(poller.add(limits, at: now))
    }

    // None is removed, so that the places are the numbers.
    mutating func next(at now: Instant) -> Int? { poller.startNextRequest(at: now)?.index }

    mutating func asked(_ source: Int, _ answer: SourceAnswer, at now: Instant) {
        _ = try? poller.recordAnswer(answer, from: ids[source], at: now)
    }

    mutating func announced(_ source: Int, at now: Instant) {
        try? poller.noteAnnouncement(of: ids[source], at: now)
    }

    mutating func restarted(at now: Instant) {
        // By the bytes, as a host does.
        if let restored = try? Poller(restoring: poller.snapshot(), configuration: poller.configuration) {
            poller = restored
        }
        poller.hostRestarted(at: now)
    }

    mutating func nextTime(after now: Instant) -> Instant? { poller.nextDeadline(after: now) }
}
