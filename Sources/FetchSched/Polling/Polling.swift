/// The scheduler's state on an always-on network: how often each app is launched, what the host requires for its
/// source, and when it is due.
///
/// There are no wakeups to share, and all times cost the same. So each source has a time before which no request pays,
/// and a heap has these times in order. See ``PollingRule``.
///
/// - Complexity: O(log apps) per event; some 36 bytes an app, and 32 more where limits are set.
struct Polling: Sendable {
    /// Whether the network is always on.
    let isOn: Bool
    /// Whether the host wants requests that no launch pays for: by their number, or by the age of what is missing.
    let isWanted: Bool
    var demand: Demand
    var price: RequestPrice
    /// When each source is due.
    var due = DeadlineHeap()
    /// Since when sources that are due wait for their turn in the number of requests; until then `due` has their
    /// longest time, or about when that is.
    var waiting = DeadlineHeap()
    /// Limits of sources; as many as needed for the last that has any.
    private var limits: [SourceLimits] = []
    /// Requests that longest times of sources need in a thousand days.
    private var promised: Int64 = 0
    var groups: [GroupState] = []
    /// Sources that wait for their group. The first of each is due when its group may be polled, the others never.
    var lines = ServerLines()
    /// The surplus of requests to sources of a line, as computed for the question under way: sources that are put
    /// off one after another leave the same ones to be compared.
    var compared: [(app: Int, surplus: Double)] = []
    /// Places of groups that were removed.
    private var vacantGroups: [Int32] = []
    /// The seed of the jitter.
    private var seed: UInt64
    /// When the next source that was never polled may be polled.
    private var nextFirst = FetchTime.distantPast
    /// The app of the last event, whose time is to be computed again, and the time of the event. One event seldom comes
    /// alone: an app is launched, loads its source, and is closed.
    private(set) var touched: (app: Int, at: FetchTime)?
    /// The value of a fresh launch over the price of a request for which the times were computed.
    var computedValue = 0.0
    /// How far the times of all sources are computed again; nil if they are.
    var sweep: Sweep?
    var lookAhead = LookAhead()
    /// How many sources are ever new.
    var everNew = 0
    var lateNetwork = LateNetwork()

    struct Sweep: Hashable, Sendable, SnapshotElement {
        /// The first source whose time is still to be computed.
        var next = 0
        /// Whether sources are to be due no later than they are.
        var sooner = false

        mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
            try coder.code(&next, &sooner)
            try coder.check(next >= 0)
        }
    }

    /// Sources that a question for the next time puts off, and where they stood.
    private var foreseen: [Foreseen] = []

    private struct Foreseen: Sendable {
        var app: Int
        var due: FetchTime
        var waiting: FetchTime?
    }

    init(_ configuration: FetchConfiguration, seed: UInt64) {
        isOn = configuration.radio.isAlwaysOn && configuration.experiment.coalesces
        demand = Demand(configuration.forecast)
        price = RequestPrice(perDay: isOn ? configuration.budget.requestsPerDay : nil)
        isWanted = isOn && (configuration.polling.ageJoules > 0 || price.perDay != nil)
        self.seed = isOn ? seed : 0
        computedValue = configuration.valueJoules
    }

    /// Notes an event of an app.
    ///
    /// - Returns: another app, whose time is to be computed now.
    mutating func touch(_ app: Int, at now: FetchTime) -> (app: Int, at: FetchTime)? {
        let before = touched
        touched = (app, now)
        return before?.app == app ? nil : before
    }

    /// The app whose time is still to be computed, if there is one; it counts as done.
    mutating func takeTouched() -> (app: Int, at: FetchTime)? {
        defer { touched = nil }
        return touched
    }

    /// Sets when the source is due; `distantFuture` for never. It waits for its group no longer.
    mutating func setDue(_ app: Int, to moment: FetchTime) {
        leaveLine(app)
        due.set(app, to: moment < .distantFuture ? moment : nil)
    }

    /// A source is about to be put off by a question.
    mutating func foresee(_ app: Int, _ due: FetchTime) {
        foreseen.append(Foreseen(app: app, due: due, waiting: waiting[app]))
    }

    /// All that questions put off is due as before.
    mutating func takeBack() {
        while let source = foreseen.popLast() {
            due.set(source.app, to: source.due)
            waiting.set(source.app, to: source.waiting)
        }
    }

    /// Whether a time, or an event, of the app is noted.
    func knows(_ app: Int) -> Bool {
        due[app] != nil || waiting[app] != nil || lines.contains(app) || touched?.app == app
    }

    /// Makes room for the state of `apps` apps, before it is read.
    mutating func makeRoom(for apps: Int) {
        demand.grow(to: apps)
        demand.appCount = apps
    }

    mutating func remove(_ app: Int) {
        demand.remove(app)
        setDue(app, to: .distantFuture)
        waiting.remove(app)
        if app < limits.count { self[limits: app] = SourceLimits() }
        while limits.last == SourceLimits() { limits.removeLast() }
        if touched?.app == app { touched = nil }
    }

    // MARK: Sources

    subscript(limits app: Int) -> SourceLimits {
        get { app < limits.count ? limits[app] : SourceLimits() }
        set {
            limits.grow(to: app + 1, with: SourceLimits(), part: 8)
            if newValue.group != limits[app].group, lines.contains(app) { setDue(app, to: .distantPast) }
            if let group = group(of: app) { groups[group].sources -= 1 }
            promised -= limits[app].promised
            limits[app] = newValue
            // A group that is not there, so that a later one of its number has none of its sources.
            if newValue.group.map({ !hasGroup($0.number) }) ?? false { limits[app].group = nil }
            promised += limits[app].promised
            if let group = group(of: app) { groups[group].sources += 1 }
        }
    }

    /// Requests a day that longest times of sources need; 0 where that is more than half of the number, and no promise.
    var promisedPerDay: Double {
        let promised = Double(promised) / 1000
        return promised <= 0.5 * (price.perDay ?? 0) ? promised : 0
    }

    /// The group of the source, as an index of ``groups``.
    func group(of app: Int) -> Int? {
        self[limits: app].group.map { Int($0.number) }
    }

    func hasGroup(_ number: Int32) -> Bool {
        groups.indices.contains(Int(number)) && groups[Int(number)].sources >= 0
    }

    /// Adds a group; its number may be that of one that was removed.
    mutating func addGroup(_ limits: GroupLimits) -> Int {
        var group = GroupState()
        group.limits = limits
        if let place = vacantGroups.popLast() {
            groups[Int(place)] = group
            return Int(place)
        }
        groups.append(group)
        return groups.count - 1
    }

    /// Removes a group without sources.
    mutating func removeGroup(_ group: Int) {
        guard groups.indices.contains(group), groups[group].sources == 0 else { return }
        groups[group] = GroupState()
        groups[group].sources = -1
        vacantGroups.append(Int32(group))
        if vacantGroups.count == groups.count { (groups, vacantGroups) = ([], []) }
    }

    /// When a source that was never polled may be polled: now, but one source per second, and one of a group every five
    /// seconds. First requests do not count in the limit, as each is useful.
    mutating func firstTurn(of app: Int, at now: FetchTime) -> FetchTime {
        var turn = max(now, nextFirst)
        nextFirst = turn + .seconds(1)
        if let group = group(of: app) { turn = groups[group].firstTurn(at: turn) }
        return turn
    }

    /// A number from 0 to 1 that follows from the seed, the source and the moment.
    func draw(_ app: Int, _ moment: FetchTime) -> Double {
        var random = SplitMix64(
            seed: seed ^ UInt64(truncatingIfNeeded: app) &* 0xD134_2543_DE82_EF95
                ^ UInt64(bitPattern: moment.milliseconds))
        return random.nextUnit()
    }

    mutating func clockWentBack(from before: FetchTime, to now: FetchTime, _ clock: LocalClock) {
        for group in groups.indices {
            groups[group].clockWentBack(from: before, to: now)
            if let first = lines.first(of: group) { due.set(first, to: groups[group].opens) }
        }
        guard isOn else { return }
        demand.clockWentBack(from: before, to: now, clock)
        price.clockWentBack(from: before, to: now)
        nextFirst = nextFirst.setBack(from: before, to: now)
        lateNetwork.clockWentBack(from: before, to: now)
    }
}

extension Polling {
    /// Launches of all apps per second in the present hour.
    func demandNow(at now: FetchTime, _ clock: LocalClock) -> Double {
        var demand = demand
        demand.turn(to: now, clock)
        return demand.totalRate(at: now) * demand.byHour.factor(at: now, clock)
    }

    /// Openings of all apps that are expected within a span.
    func demand(from now: FetchTime, within span: TimeSpan, _ clock: LocalClock) -> Double {
        var demand = demand
        demand.turn(to: now, clock)
        let mean = demand.totalRate(at: now)
        // Whole weeks are all alike.
        let week = TimeSpan.days(7)
        let weeks = max(0, span.milliseconds) / week.milliseconds
        let end = now + max(.zero, span - week * weeks)
        var (moment, sum) = (now, Double(weeks) * week.seconds * mean)
        while moment < end {
            // From the middle of an hour to that of the next the factor is a straight line.
            let next = min(end, clock.nextHour(after: moment - .minutes(30)) + .minutes(30))
            guard next > moment else { break }
            let factor = demand.byHour.factor(at: moment + .seconds(0.5 * (next - moment).seconds), clock)
            sum += mean * factor * (next - moment).seconds
            moment = next
        }
        return sum
    }

    /// An app's part of all openings.
    func share(of app: Int, at now: FetchTime) -> Double {
        min(1, demand.rate(app, at: now) / demand.totalRate(at: now))
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder, apps: Int) throws(Coder.Failure) {
        guard isOn else { return }
        try codeSources(&coder, apps: apps)
        try coder.code(&demand)
        try due.code(&coder, below: apps)
        try waiting.code(&coder, below: apps)
        try codeLines(&coder, apps: apps)
        var (app, moment) = (touched.map { $0.app }, touched?.at ?? .epoch)
        try coder.code(&app, below: apps)
        try coder.code(&moment)
        touched = app.map { ($0, moment) }
        try coder.code(any: &computedValue)
        try coder.code(&sweep)
        try coder.code(&price)
        try coder.code(fixed: &seed)
        try coder.code(&nextFirst, &lateNetwork)
    }

    /// Codes the host's limits for sources.
    private mutating func codeSources<Coder: SnapshotCoder>(
        _ coder: inout Coder, apps: Int
    ) throws(Coder.Failure) {
        try coder.code(&limits)
        try coder.check(limits.count <= apps)
        try coder.code(&groups, &vacantGroups)
        try coder.check(vacantGroups.allSatisfy { groups.indices.contains(Int($0)) })
        if Coder.isReader {
            for group in vacantGroups {
                try coder.check(groups[Int(group)].sources == 0)
                groups[Int(group)].sources = -1
            }
        }
        try coder.check(limits.allSatisfy { $0.group.map { hasGroup($0.number) } ?? true })
        if Coder.isReader {
            promised = limits.reduce(0) { $0 + $1.promised }
            for group in limits.compactMap({ $0.group }) { groups[Int(group.number)].sources += 1 }
        }
    }
}

extension RadioCosts {
    /// Whether the network is always awake, and being awake costs nothing: a cable.
    public var isAlwaysOn: Bool {
        tail.isEmpty && promotion.seconds <= 0 && promotion.joules <= 0 && baseWatts <= 0
    }
}
