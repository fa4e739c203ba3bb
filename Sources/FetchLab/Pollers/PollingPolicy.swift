import FetchSched

/// Decides which source is polled when, by the host's clock. Sources have the numbers 0, 1, 2, ... in the order in
/// which they are added. A value: what a host saved is a copy.
package protocol PollingPolicy: Sendable {
    init(_ setup: PollingSetup)
    mutating func add(host: Int, at now: FetchTime)
    /// The next source to poll; nil if none is due. Its request is under way until `polled`.
    mutating func next(at now: FetchTime) -> Int?
    mutating func polled(_ source: Int, _ answer: SourceAnswer, at now: FetchTime)
    mutating func announced(_ source: Int, at now: FetchTime)
    /// The process started again with what it had saved, and requests under way are gone.
    mutating func restarted(at now: FetchTime)
    /// When to call `next` again, if nothing happens before.
    mutating func nextTime(after now: FetchTime) -> FetchTime?
}

/// Settings of a policy.
package struct PollingSetup: Sendable {
    /// Requests a day that are allowed.
    var perDay = 0.0
    /// How rarely a policy asks that has no number of requests: the greater, the longer it waits.
    var dial: Double
    /// The longest wait in seconds, for rules that have a bound: a day, as most feed readers have it, or four times the mean wait.
    var longest = 86_400.0
    var seed: UInt64 = 1
}

/// The engine's ``Poller``, as `fetchsched.poll` sets it up: each host is a group, five minutes between two requests to a source.
struct EnginePolicy: PollingPolicy {
    private var poller: Poller
    private var ids: [AppID] = []
    private var groups: [Int: SourceGroup] = [:]

    init(_ setup: PollingSetup) {
        var configuration = FetchConfiguration.poller(requestsPerDay: setup.perDay)
        configuration.minimumSpacing = .seconds(1)
        configuration.fetchLimit = .minutes(10)
        poller = Poller(unchecked: configuration, seed: setup.seed)
    }

    mutating func add(host: Int, at now: FetchTime) {
        var limits = SourceLimits()
        limits.least = .minutes(5)
        limits.group = groups[host] ?? poller.addGroup()
        groups[host] = limits.group
        ids.append(poller.add(limits, at: now))
    }

    // None is removed, so that the places are the numbers.
    mutating func next(at now: FetchTime) -> Int? { poller.startNextRequest(at: now)?.index }

    mutating func polled(_ source: Int, _ answer: SourceAnswer, at now: FetchTime) {
        _ = try? poller.recordAnswer(answer, from: ids[source], at: now)
    }

    mutating func announced(_ source: Int, at now: FetchTime) {
        try? poller.noteAnnouncement(of: ids[source], at: now)
    }

    mutating func restarted(at now: FetchTime) {
        // By the bytes, as a host does.
        if let restored = try? Poller(restoring: poller.snapshot(), configuration: poller.configuration) {
            poller = restored
        }
        poller.hostRestarted(at: now)
    }

    mutating func nextTime(after now: FetchTime) -> FetchTime? { poller.nextDeadline(after: now) }
}
