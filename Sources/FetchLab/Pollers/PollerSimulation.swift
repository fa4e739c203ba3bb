import FetchSched

/// Replays a world with a policy, as a host does: it asks what is due, twenty at most in a batch, and sleeps until the next time.
/// The state is saved before each batch.
struct PollerSimulation<Policy: PollingPolicy> {
    private let world: PollerWorld
    private var policy: Policy
    private var saved: Policy
    private(set) var log: PollerLog
    private var now = PollerWorld.start
    /// Events with their times, the last first.
    private var events: [(at: FetchTime, event: Event)] = []
    private var seen: [FetchTime]
    private var served: [FetchTime]
    /// The day of each host's last request, and how many it has served on it.
    private var servedOnDay: [(day: Int64, count: Int)]
    /// Draws which requests fail, of hosts where a part does.
    private var draw: SplitMix64
    /// The policy's numbers of sources, and the sources of these.
    private var numbers: [Int]
    private var sources: [Int] = []
    /// The network's outage and the sleep that is present or comes next.
    private var outage = 0
    private var sleep = 0

    private enum Event { case add(Int), announcement(Int), restart }

    static func log(of world: PollerWorld, _ policy: Policy) -> PollerLog {
        var simulation = PollerSimulation(world, policy)
        simulation.run()
        return simulation.log
    }

    private init(_ world: PollerWorld, _ policy: Policy) {
        self.world = world
        self.policy = policy
        saved = policy
        log = PollerLog(sources: world.sources.count)
        seen = world.sources.map(\.added)
        served = Array(repeating: .distantPast, count: world.hosts.count)
        servedOnDay = Array(repeating: (0, 0), count: world.hosts.count)
        draw = world.draw
        numbers = Array(repeating: -1, count: world.sources.count)
        for (source, what) in world.sources.enumerated() {
            events.append((what.added, .add(source)))
            guard what.isAnnounced else { continue }
            for change in what.changes where change < world.hubEnd {
                events.append((change, .announcement(source)))
            }
        }
        events += world.restarts.map { ($0, .restart) }
        // A stable order of what happens at one time.
        events = events.enumerated().sorted { ($0.element.at, $0.offset) > ($1.element.at, $1.offset) }.map(
            \.element)
    }

    /// Time by the host's clock.
    private var clock: FetchTime { now < world.clock.until ? now + world.clock.ahead : now }

    private mutating func run() {
        while now < PollerWorld.end {
            while sleep < world.asleep.count, world.asleep[sleep].upperBound <= now { sleep += 1 }
            if sleep < world.asleep.count, world.asleep[sleep].contains(now) {
                now = world.asleep[sleep].upperBound
            }
            if now >= PollerWorld.end { return }
            while let (at, event) = events.last, at <= now {
                events.removeLast()
                happen(event)
            }
            askAll()
            var next = min(now + .minutes(10), events.last?.at ?? .distantFuture)
            if now < world.clock.until { next = min(next, world.clock.until) }
            if let due = policy.nextTime(after: clock) { next = min(next, now + (due - clock)) }
            now = max(now + .seconds(1), next)
        }
    }

    private mutating func happen(_ event: Event) {
        switch event {
        case .add(let source):
            numbers[source] = sources.count
            sources.append(source)
            policy.add(host: world.sources[source].host, at: clock)
        case .announcement(let source):
            if numbers[source] >= 0 { policy.announced(numbers[source], at: clock) }
        case .restart: policy.restarted(at: clock)
        }
    }

    private mutating func askAll() {
        var batch: [Int] = []
        while batch.count < 20, let number = policy.next(at: clock) { batch.append(number) }
        if batch.isEmpty { return }
        saved = policy
        for number in batch {
            let source = sources[number]
            let answer = ask(source)
            if world.sources[source].kills {
                now = now + .seconds(10)
                policy = saved
                return policy.restarted(at: clock)
            }
            policy.polled(number, answer, at: clock)
        }
    }

    /// Whether the host has served its requests of the present day.
    private mutating func isDaySpent(of host: Int) -> Bool {
        let day = now.milliseconds / 86_400_000
        if servedOnDay[host].day < day { servedOnDay[host] = (day, 0) }
        return servedOnDay[host].count >= world.hosts[host].perDay
    }

    /// The answer of a source's server.
    private mutating func ask(_ number: Int) -> SourceAnswer {
        let (source, host) = (world.sources[number], world.hosts[world.sources[number].host])
        func note(_ kind: PollerLog.Kind, _ answer: SourceAnswer) -> SourceAnswer {
            log.requests[number].append((now, kind))
            return answer
        }
        while outage < world.withoutNetwork.count, world.withoutNetwork[outage].upperBound <= now {
            outage += 1
        }
        let isCutOff = outage < world.withoutNetwork.count && world.withoutNetwork[outage].contains(now)
        if isCutOff || host.down.contains(where: { $0.contains(now) }) {
            return note(.failed, SourceAnswer(.failed))
        }
        var refused = SourceAnswer(.failed)
        if let wait = source.refusal {
            refused.retryAfter = wait
            return note(.refused, refused)
        }
        let isBusy = host.busy?.contains { $0.contains(now) } ?? true
        let opens = served[source.host] + (isBusy ? host.spacing : .zero)
        if now < opens || isDaySpent(of: source.host) {
            refused.retryAfter = host.saysWait ? max(.zero, opens - now) : .zero
            return note(.refused, refused)
        }
        served[source.host] = now
        servedOnDay[source.host].count += 1
        if host.failing > 0, draw.nextUnit() < host.failing { return note(.failed, SourceAnswer(.failed)) }
        if let last = source.last, now >= source.end { return note(.failed, SourceAnswer(last)) }
        if source.errors.contains(where: { $0.contains(now) }) { return note(.failed, SourceAnswer(.failed)) }
        var answer = SourceAnswer(source.isEverNew ? .newData : .noData)
        if !source.isEverNew {
            let new = source.changes.drop { $0 <= seen[number] }.prefix { $0 <= now }
            answer.changed = new.suffix(PollerLog.window)
            if !new.isEmpty { answer.outcome = .newData }
        }
        seen[number] = now
        return note(answer.outcome == .newData ? .new : .nothing, answer)
    }
}

/// The requests to each source.
struct PollerLog: Sendable {
    enum Kind: Sendable { case new, nothing, failed, refused }

    /// Entries that a feed shows.
    static let window = 20

    var requests: [[(at: FetchTime, kind: Kind)]]

    init(sources: Int) { requests = Array(repeating: [], count: sources) }

    /// Requests a day that are scored.
    var perDay: Double {
        let count = requests.reduce(0) { $0 + $1.count { $0.at >= PollerWorld.scored } }
        return Double(count) / Double(PollerWorld.days - PollerWorld.warmupDays)
    }
}
