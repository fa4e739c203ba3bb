import FetchSched

/// When one source is polled again, by what requests to it found.
protocol IntervalRule: Sendable {
    /// Whether its program looks after hosts, the network and announcements, too.
    static var isCareful: Bool { get }
    init(_ setup: PollingSetup, from now: FetchTime)
    /// Seconds until the next request after an answer that says whether there is something new.
    mutating func wait(after answer: SourceAnswer, at now: FetchTime) -> Double
}

extension IntervalRule {
    static var isCareful: Bool { false }
}

/// Asks each source when its rule says so, as feed readers do, with what a careful programmer would add for bad days.
///
/// All have: a back-off of 5 minutes that doubles to a day at failures in a row, `Retry-After`, five days after a 410, a request at
/// once at an announcement, requests written down before they are made, and a clock that was set back. What the projects do at
/// failures is replaced by that. Careful rules look after hosts, the network and announcements, too.
struct ScheduledPolicy<Rule: IntervalRule>: PollingPolicy {
    private struct Source {
        var rule: Rule
        var failures = 0.0
        /// Updates in a row that an announcement told of, and whether one has since the last request.
        var announcements = 0
        var isAnnounced = false
    }

    private struct Host {
        var opens = FetchTime.distantPast
        /// Time between requests, learned: longer after refusals, shorter when it serves.
        var spacing = 0.0
        var isSilent = false
    }

    private let setup: PollingSetup
    private var draw: SplitMix64
    private var sources: [Source] = []
    /// When each source is due, and whether its request is under way.
    private var due: [FetchTime] = []
    private var isUnderWay: [Bool] = []
    private var hostOf: [Int] = []
    private var hosts: [Host] = []
    private var lastTime = FetchTime.distantPast
    /// Hosts that failed since any request succeeded; with three of them it is the network, which is tried now and then.
    private var silentHosts = 0
    private var tries = 0.0
    private var opens = FetchTime.distantPast

    init(_ setup: PollingSetup) {
        self.setup = setup
        draw = SplitMix64(seed: setup.seed)
    }

    mutating func add(host: Int, at now: FetchTime) {
        while hosts.count <= host { hosts.append(Host()) }
        sources.append(Source(rule: Rule(setup, from: now)))
        due.append(now + .seconds(draw.nextUnit() * 60))
        isUnderWay.append(false)
        hostOf.append(host)
    }

    /// The source whose turn is first, and when: of those that wait for their host the one that has waited longest.
    private var first: (source: Int, due: FetchTime)? {
        var first = (source: -1, turn: (at: FetchTime.distantFuture, due: FetchTime.distantPast))
        for source in due.indices where due[source] <= first.turn.at && !isUnderWay[source] {
            let turn = (at: max(due[source], hosts[hostOf[source]].opens, opens), due: due[source])
            if turn < first.turn { first = (source, turn) }
        }
        return first.source < 0 ? nil : (first.source, first.turn.at)
    }

    mutating func next(at now: FetchTime) -> Int? {
        notice(now)
        // One request at a time tries a network that is down.
        if Rule.isCareful, silentHosts >= 3, isUnderWay.contains(true) { return nil }
        guard let (source, moment) = first, moment <= now else { return nil }
        isUnderWay[source] = true
        let host = hostOf[source]
        if Rule.isCareful { hosts[host].opens = max(hosts[host].opens, now + .seconds(hosts[host].spacing)) }
        return source
    }

    mutating func polled(_ number: Int, _ answer: SourceAnswer, at now: FetchTime) {
        isUnderWay[number] = false
        let host = hostOf[number]
        guard answer.outcome.isSuccess else { return failed(number, host, answer, at: now) }
        if silentHosts > 0 { for host in hosts.indices { hosts[host].isSilent = false } }
        (silentHosts, tries, opens) = (0, 0, .distantPast)
        hosts[host].spacing *= 0.98
        if hosts[host].spacing < 1 { hosts[host].spacing = 0 }
        var wait = sources[number].rule.wait(after: answer, at: now)
        if answer.outcome == .newData {
            sources[number].announcements =
                sources[number].isAnnounced ? sources[number].announcements + 1 : 0
        }
        if Rule.isCareful, sources[number].announcements >= 3 { wait = max(wait, 28_800) }
        sources[number].isAnnounced = false
        sources[number].failures = 0
        due[number] = now + .seconds(max(wait, 300) * (1 + 0.05 * draw.nextUnit()))
    }

    private mutating func failed(_ number: Int, _ host: Int, _ answer: SourceAnswer, at now: FetchTime) {
        if Rule.isCareful, answer.outcome == .failed, answer.retryAfter == nil {
            if !hosts[host].isSilent { silentHosts += 1 }
            hosts[host].isSilent = true
            if silentHosts >= 3 {
                // A batch that fails is one try.
                if now >= opens {
                    opens = now + .seconds(min(600, 15 * PortableMath.power(2, min(10, tries))))
                    tries += 1
                }
                due[number] = now
                return
            }
        }
        sources[number].failures += 1
        if Rule.isCareful, let wait = answer.retryAfter, sources[number].failures == 1 {
            // The first in a row may be the host's and not its own.
            hosts[host].spacing = min(1800, max(30, 2 * hosts[host].spacing))
            hosts[host].opens = now + .seconds(max(hosts[host].spacing, min(wait.seconds, 3600)))
        }
        let backOff = min(86_400, 300 * PortableMath.power(2, min(20, sources[number].failures - 1)))
        let wait = answer.outcome == .gone ? 432_000 : max(backOff, answer.retryAfter?.seconds ?? 0)
        due[number] = now + .seconds(wait)
    }

    mutating func announced(_ number: Int, at now: FetchTime) {
        sources[number].isAnnounced = true
        due[number] = min(due[number], now)
    }

    mutating func restarted(at now: FetchTime) {
        notice(now)
        for number in sources.indices where isUnderWay[number] {
            isUnderWay[number] = false
            failed(number, hostOf[number], SourceAnswer(.failed), at: now)
        }
    }

    mutating func nextTime(after now: FetchTime) -> FetchTime? { first?.due }

    /// Moves all times with a clock that was set back.
    private mutating func notice(_ now: FetchTime) {
        if now < lastTime - .minutes(1) {
            let back = lastTime - now
            for number in sources.indices { due[number] = due[number] - back }
            for host in hosts.indices { hosts[host].opens = now }
            opens = now
        }
        lastTime = now
    }
}
