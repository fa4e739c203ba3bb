/// The price at which requests on an always-on network reach a daily number: a factor on the cost of a request.
///
/// The price is the multiplier of the limit on requests (dual ascent): more than the number in the last 24 hours raise
/// its logarithm, fewer lower it, whatever the value of updates and launches, and also without launches. The price does
/// not follow the hours of a day, so that requests may be saved for useful hours. Its first value is that at which
/// unknown sources would make as many. It falls at once with sources that are removed, and rises after the first day in
/// the mean interval of a source with those that are added.
///
/// Requests take from a credit that time fills. Before a day has passed, and where the number is far from what it
/// should be, the price follows the credit within hours: full, it falls fast; empty, it rises. Outages do not change
/// the price: time in which no request is possible (no network, a host that sleeps) counts as if requests had been
/// made, and those that catch up do not count, up to one for every second source: on average, a source that is polled
/// at the wake would have been polled half an interval later. Whatever the price, 24 hours have at most ``most``
/// requests.
struct RequestPrice: Sendable {
    /// Requests per day; nil for a price of 1.
    let perDay: Double?
    /// Logarithm of the price, relative to that of sources of which nothing is known.
    private var level = 0.0
    /// All requests, and those that the price explains.
    private var window = RequestWindow()
    private var explained = RequestWindow()
    /// Part of the logarithm by which added sources will raise the price. Requests above the number reduce it first.
    private var discount = 0.0
    /// Requests do not reduce a smaller discount: sources that come and go one by one would hold the price down.
    private static let smallDiscount = 0.5
    private static let discounts = 0.0...1e3
    /// For how long the price was observed, in days, up to one.
    private var span = 0.0
    /// Requests that may be made at once, and further ones that catch up on time in which no request was possible.
    private var credit = 1.0
    private var missed = 0.0
    /// When the last request was made.
    private var lastSpent = FetchTime.distantPast
    private var since: FetchTime?
    /// Price of unknown sources, and how many there are.
    private var unknown = (price: 1.0, sources: 0)

    /// By how much a day's requests raise the logarithm, and a day lowers it, where sources are polled four times a day
    /// or more often. Where they are polled less often, it is as much less: price and sources follow each other.
    private static let mostGain = 3.0
    private var gain: Double {
        Self.mostGain * min(1, 0.25 * (perDay ?? 0) / Double(max(1, unknown.sources)))
    }
    /// By how much, in gains, a day raises the logarithm if as many sources wait as the day has requests.
    private static let waitGain = 4.0
    /// By how much a day raises the logarithm while a source waits for credit, and lowers it while the credit is full:
    /// less from three quarters on. The first day has to find the price.
    private static let shortGain = 12.0
    /// Most that the wait for one request raises the logarithm: a price too high costs requests, one too low none.
    private static let mostRise = 0.5
    private static let firstGain = 36.0
    private static let fullGain = 6.0
    /// Shares of the number at which the price is about right.
    private static let steadyShares = 0.8...1.15
    /// Most credit, in days: the hours of a night, in which little changes, may be used by day.
    private static let mostCredit = 0.25
    private static let steadyCredit = 0.75
    /// Until when the price is that of several engines, which hold the number together.
    private var sharedUntil = FetchTime.distantPast
    private var isShared: Bool { since.map { $0 < sharedUntil } ?? false }
    /// Time for which a set price is shared; an engine may then make `sharedRoom` times its own number.
    private static let sharedFor = TimeSpan.hours(1)
    private static let sharedRoom = 4.0
    /// Most requests of 24 hours, relative to the number: what is left over at one time may follow at another.
    private static let mostShare = 1.1
    /// How late the host comes, in days: the longest delay of the last days, which fades. A host that comes later than
    /// that, and than an hour, was asleep.
    private var usualDelay = 0.0
    private static let leastDelay = 1 / 24.0
    private static let mostDelay = 0.25
    private static let delayMemory = 3.0
    /// So much a day can correct.
    private static let mostLevel = 20.0

    init(perDay: Double?) {
        // Written so that NaN is 0.
        self.perDay = perDay.map { $0 > 0 ? min($0, 1e12) : 0 }
    }

    /// The factor on the cost of a request.
    var factor: Double { perDay == nil ? 1 : unknown.price * PortableMath.exp(level - discount) }

    private var most: Double {
        perDay.map { max(1, (isShared ? Self.sharedRoom : Self.mostShare) * $0) } ?? .infinity
    }
    private var fullCredit: Double {
        max(2, (isSteady ? Self.steadyCredit : Self.mostCredit) * (perDay ?? 0))
    }
    private var share: Double { explained.perDay / max(1e-300, perDay ?? 0) }
    private var isSteady: Bool { span >= 1 && (isShared || Self.steadyShares.contains(share)) }

    /// Whether a request may be made at a moment, if none is before.
    ///
    /// - Parameter promised: requests a day that sources need, as their hosts let them wait no longer.
    func allows(at moment: FetchTime, reserving promised: Double = 0) -> Bool {
        guard let perDay else { return true }
        let days = since.map { max(0, (moment - $0).seconds / 86_400) } ?? 0
        return (isShared || credit + missed + perDay * days >= 1) && roomOpens(reserving: promised) <= moment
    }

    /// First time at which a request may be made after `waiting` others; `distantFuture` for never.
    func turn(after waiting: Int, reserving promised: Double) -> FetchTime {
        guard let perDay, perDay > 0 else { return .distantFuture }
        let spacing = 86_400 / perDay
        // A millisecond more, as moments are rounded.
        let enough = (since ?? .distantPast) + .seconds(max(0, 1 - credit - missed) * spacing + 0.001)
        return max(enough, roomOpens(reserving: promised)) + .seconds(Double(waiting) * spacing)
    }

    /// First time at which the last 24 hours leave room for one more request and for the `promised` ones.
    ///
    /// - Parameter evenly: whether requests that use the last room are spread out.
    func roomOpens(reserving promised: Double, evenly: Bool = true) -> FetchTime {
        guard let perDay else { return .distantPast }
        guard perDay > 0 else { return .distantFuture }
        let room = window.room(for: 1, most: most, reserving: promised)
        // The room that a whole quarter leaves is not used at once.
        guard evenly, window.sum + 1 + max(1, perDay / 48) > most, let since, lastSpent <= since else {
            return room
        }
        return max(room, lastSpent + .seconds(86_400 / most))
    }

    /// When the price will have fallen if no request is made before; nil if it stays.
    func fall(after now: FetchTime) -> FetchTime? {
        guard let perDay, perDay > 0 else { return nil }
        // After some hours at most, so that the price falls in small steps.
        let days = min((0.75 * fullCredit - credit) / perDay, 0.5 * max(Self.mostDelay, 4 / perDay))
        // On the first day sooner, unless requests wait for something else than the price.
        let quiet = min((now - lastSpent).seconds, 86_400 * span)
        let least = span < 1 ? min(max(900, quiet / 4), 3600) : 3600
        return now + .seconds(max(least, 86_400 * days))
    }

    /// Takes the price of several engines, once a day has shown what its own is: before, all would seek it at once.
    mutating func join(_ price: Double, at now: FetchTime) {
        guard perDay != nil, span >= 1 else { return }
        level = PortableMath.log(price / unknown.price).clamped(to: -Self.mostLevel...Self.mostLevel)
        discount = 0
        sharedUntil = now + Self.sharedFor
    }

    /// Adjusts to a new number of sources.
    ///
    /// - Parameter price: the price at which an unknown source is polled after `seconds`.
    mutating func setSources(_ count: Int, price: (_ seconds: Double) -> Double) {
        guard let perDay, perDay > 0, count != unknown.sources else { return }
        guard count > 0 else { return unknown = (1, 0) }
        // Requests of those that were removed explain no price.
        if count < unknown.sources { explained.keep(Double(count) / Double(unknown.sources)) }
        let before = unknown
        unknown = (price(86_400 * Double(count) / perDay).clamped(to: 1e-30...1e30), count)
        // All copies are new then: at the final price nothing would be due for hours, and their requests would be lost.
        guard span >= 1, before.sources > 0, !isShared else { return }
        discount = (discount + PortableMath.log(unknown.price / before.price)).clamped(to: Self.discounts)
    }

    /// Advances to `now`. Requests were possible unless `isBlocked`; `waiting` sources wait for their turn.
    ///
    /// - Parameter due: when the host was to come again.
    mutating func pass(to now: FetchTime, due: FetchTime, isBlocked: Bool, waiting: Int) {
        guard let perDay, perDay > 0 else { return }
        let days = since.map { max(0, (now - $0).seconds / 86_400) } ?? 0
        let delay = isBlocked ? 0 : max(0, min(days, (now - due).seconds / 86_400))
        let absent = isBlocked ? days : max(0, delay - max(Self.leastDelay, 1.25 * usualDelay))
        let present = days - absent
        usualDelay = max(min(delay, Self.mostDelay), usualDelay * PortableMath.exp(-days / Self.delayMemory))
        since = now
        window.pass(to: now)
        explained.pass(to: now)
        // A month at once is rather a clock that was set.
        if days < 31 { missed = min(perDay, 0.5 * Double(unknown.sources), missed + perDay * absent) }
        explained.spread(perDay, over: min(1, absent))
        span = days < 31 ? min(1, span + days) : 0
        discount -= discount * min(1, present * perDay / Double(max(1, unknown.sources)))
        let steady = isSteady
        credit = min(fullCredit, credit + (steady ? Self.mostShare : 1) * perDay * present)
        if steady {
            // The first source that waits may have come early.
            let wait = min(1, Double(max(0, waiting - 1)) / perDay)
            raise(gain * (share - 1 + Self.waitGain * wait) * present)
        } else {
            let rest = max(0, 4 * credit / fullCredit - 3)
            let isFirst = span < 1
            let falls = gain + (isFirst ? Self.firstGain : Self.fullGain) * rest
            // Where the last 24 hours leave no room, waiting sources do not show that the price is too low; nor do most
            // of all, as after a long absence.
            let shows = credit + missed < 1 && 2 * waiting <= unknown.sources
            let rises = shows ? min(Self.shortGain, Self.mostRise * perDay) : 0
            raise((waiting > 0 && isFirst ? rises : -falls) * present)
        }
    }

    /// A request is made.
    mutating func spend() {
        guard let perDay, perDay > 0 else { return }
        window.add(1)
        lastSpent = since ?? .distantPast
        guard missed < 1 else { return missed -= 1 }
        explained.add(1)
        credit = max(0, credit - 1)
        if !isSteady { raise(gain / perDay) }
    }

    /// The last request was not made.
    mutating func refund() {
        guard let perDay, perDay > 0 else { return }
        window.add(-1)
        explained.add(-1)
        credit = min(fullCredit, credit + 1)
        if !isSteady { raise(-gain / perDay) }
    }

    /// The clock was set back.
    mutating func clockWentBack(from before: FetchTime, to now: FetchTime) {
        since = since.map { min($0, now) }
        sharedUntil = sharedUntil.setBack(from: before, to: now)
        lastSpent = min(lastSpent, now)
        window.clockWentBack(from: before, to: now)
        explained.clockWentBack(from: before, to: now)
    }

    private mutating func raise(_ amount: Double) {
        // NaN passes nothing.
        let passed = min(amount, discount - Self.smallDiscount).clamped(to: Self.discounts)
        discount -= passed
        level = (level + amount - passed).clamped(to: -Self.mostLevel...Self.mostLevel)
    }
}

extension RequestPrice: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&level, in: -Self.mostLevel...Self.mostLevel)
        try coder.code(&discount, in: Self.discounts)
        try coder.code(&span, in: 0...1)
        try coder.code(&usualDelay, in: 0...Self.mostDelay)
        try coder.code(amounts: &credit, &missed)
        try coder.code(&since, &window, &explained)
        try coder.code(&sharedUntil, &lastSpent)
    }
}
