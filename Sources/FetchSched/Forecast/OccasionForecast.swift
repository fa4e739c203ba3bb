/// What comes after a free moment (a moment at which the radio is awake anyway): another free moment, a
/// launch in the same session, or the first launch of a new session; and how soon.
///
/// This is what the choice "fetch now or at the next free moment" hangs on: waiting only risks the launches
/// that come before the next free moment. Learned per context (is an app in use, and for how long; for how long has none
/// been; or has the user just turned to the device, see ``Arrival``), each a small table of decayed counts.
///
/// - Complexity: O(1) per event and query.
struct OccasionForecast: Sendable {
    /// What may come next.
    enum Next: Int, Sendable {
        case moment, sameSession, newSession
    }

    /// Chances of what comes next, which sum to 1, and mean times until then, in seconds.
    struct Outlook: Sendable {
        /// Chance that the next thing is another free moment, and the mean time until it.
        var moment: Double, momentSeconds: Double
        /// Chance of a launch in the same session before any free moment, and the mean time until it.
        var sameSession: Double, sameSessionSeconds: Double
        /// Chance that the next thing is the first launch of a new session.
        var newSession: Double
        /// The mean time until then where it is known better than by the hours ahead: after an ``Arrival``.
        var newSessionSeconds: Double?

        /// Chance that the next activity of the radio, whatever it is, comes before its tail ends, and the mean
        /// time until then, in seconds.
        var near: Double, nearSeconds: Double
    }

    /// Contexts: time since the launch while an app is in use, and time since the end of use otherwise, on a
    /// scale of powers of two from 4 s on; then one for each sign of an arrival.
    static let contexts = spans + Arrival.signs
    /// How many of them are spans of time.
    static let spans = 2 * scale
    private static let scale = 16

    fileprivate struct Cell: Sendable {
        var counts = SIMD4<Double>(2, 0.3, 0.3, 0)
        var seconds = SIMD4<Double>(2 * 60, 0.3 * 30, 0, 0)
        /// Of the counts, those that came within a tail, and the time until then.
        var near = SIMD2<Double>(1, 5)

        /// What was counted before weighs less at each new count.
        mutating func fade() {
            counts *= OccasionForecast.kept
            seconds *= OccasionForecast.kept
            near *= OccasionForecast.kept
        }

        /// What is believed of an arrival: that every other one leads to a launch, within seconds.
        static let arrival = Cell(
            counts: SIMD4(1, 0.1, 0.9, 0), seconds: SIMD4(60, 0.5, 4.5, 0), near: SIMD2(1, 5))
    }

    private var cells =
        [Cell](repeating: Cell(), count: spans) + [Cell](repeating: .arrival, count: Arrival.signs)
    private var pending: (context: Int, at: Instant)?
    /// An end of use: a moment to fetch, but not one that others should be left for, as it is not free.
    private var pendingEnd: (context: Int, at: Instant)?
    /// The last arrival by each sign, which is an occasion only if it pays to wake the radio at it.
    private var pendingArrivals = [Instant?](repeating: nil, count: Arrival.signs)
    /// When the radio was woken at an arrival.
    private var opened: Instant?
    /// What the pending moment was taken for: what came after these.
    private var answered: (moment: (context: Int, at: Instant)?, end: (context: Int, at: Instant)?)
    private let tail: Double
    /// An arrival that is followed by a launch sooner leaves no time for a fetch.
    private let leastLead: TimeSpan
    /// What is kept of a context's counts at each new one.
    fileprivate static let kept = 0.998

    /// Makes a forecast that knows nothing yet, for a radio of those costs.
    init(_ radio: borrowing RadioCosts) {
        tail = radio.tailSeconds
        leastLead = .seconds(radio.promotion.seconds + radio.requestSeconds)
    }

    /// The context of an arrival.
    static func context(_ arrival: Arrival) -> Int { spans + arrival.sign }

    /// Whether a launch now leaves an arrival time for a fetch.
    func isInTime(_ arrival: Instant, launch now: Instant) -> Bool { now - arrival >= leastLead }

    /// Learns of an arrival. If one by the same sign came to nothing, it was one.
    mutating func arrive(_ arrival: Arrival) {
        if let since = pendingArrivals[arrival.sign] {
            count(.moment, Self.context(arrival), arrival.at - since)
        }
        pendingArrivals[arrival.sign] = arrival.at
    }

    /// Learns that the radio is woken at an arrival, which so is a free moment.
    mutating func open(at now: Instant) {
        answered = (pending, pendingEnd)
        resolvePending(.moment, at: now)
        (pending, opened) = (nil, now)
    }

    /// The context of a moment `elapsed` after the last launch (in use) or the last end of use.
    static func context(inUse: Bool, elapsed: TimeSpan) -> Int {
        (inUse ? 0 : scale) + min(scale - 1, elapsed.doublings(ofMilliseconds: 4000))
    }

    /// When the context after `elapsed` gives way to the next one, as time since the same beginning; nil for never.
    static func contextEnd(after elapsed: TimeSpan) -> TimeSpan? {
        let bucket = elapsed.doublings(ofMilliseconds: 4000)
        return bucket < scale - 1 ? TimeSpan(milliseconds: 4000 << Int64(bucket)) : nil
    }

    /// Learns that a free moment came.
    mutating func moment(at now: Instant, context: Int) {
        if pending?.at != now { answered = (pending, pendingEnd) }
        resolve(.moment, at: now)
        pending = (context, now)
    }

    /// Learns that a use ended.
    mutating func endOfUse(at now: Instant) {
        pendingEnd = (Self.context(inUse: false, elapsed: .zero), now)
    }

    /// Learns that a launch came.
    ///
    /// One that comes together with a free moment (a host that tells of the radio first, or counts in seconds), or at once
    /// after an arrival, comes after the one before: no fetch at this one could be done in time.
    mutating func launch(at now: Instant, newSession: Bool) {
        let next = newSession ? Next.newSession : .sameSession
        if pending?.at == now || opened.map({ !isInTime($0, launch: now) }) ?? false {
            if let (context, since) = answered.moment { recount(next, context, now - since) }
            if let (context, since) = answered.end { recount(next, context, now - since) }
        }
        resolve(next, at: now)
        pending = nil
        answered = (nil, nil)
    }

    private mutating func resolve(_ next: Next, at now: Instant) {
        resolvePending(next, at: now)
        for sign in pendingArrivals.indices {
            guard let since = pendingArrivals[sign] else { continue }
            pendingArrivals[sign] = nil
            if next == .moment || isInTime(since, launch: now) {
                count(next, Self.spans + sign, now - since)
            } else {
                countTooLate(Self.spans + sign, now - since)
            }
        }
        opened = nil
    }

    /// The same for moments and ends of use alone.
    private mutating func resolvePending(_ next: Next, at now: Instant) {
        if let (context, since) = pending { count(next, context, now - since) }
        if let (context, since) = pendingEnd { count(next, context, now - since) }
        pendingEnd = nil
    }

    /// A launch came too soon after an arrival: nothing of what is told apart, but the radio's next activity.
    private mutating func countTooLate(_ context: Int, _ wait: TimeSpan) {
        guard wait >= .zero else { return }
        cells[context].fade()
        cells[context].counts[3] += 1
        cells[context].near += SIMD2(1, wait.seconds)
    }

    private mutating func count(_ next: Next, _ context: Int, _ wait: TimeSpan) {
        guard wait > .zero else { return }
        let seconds = min(wait.seconds, 86_400)
        cells[context].fade()
        cells[context].counts[next.rawValue] += 1
        cells[context].seconds[next.rawValue] += seconds
        if seconds < tail { cells[context].near += SIMD2(1, seconds) }
    }

    /// What was counted as a free moment just now was a launch.
    private mutating func recount(_ next: Next, _ context: Int, _ wait: TimeSpan) {
        guard wait > .zero else { return }
        let seconds = min(wait.seconds, 86_400)
        cells[context].counts[Next.moment.rawValue] = max(0, cells[context].counts[Next.moment.rawValue] - 1)
        cells[context].seconds[Next.moment.rawValue] = max(
            0, cells[context].seconds[Next.moment.rawValue] - seconds)
        cells[context].counts[next.rawValue] += 1
        cells[context].seconds[next.rawValue] += seconds
    }

    /// The most that any outlook gives a launch from that context on, until the next launch or end of use.
    func most(from context: Int, inUse: Bool) -> Outlook {
        var most = outlook(context)
        let end = inUse ? Self.scale : Self.spans
        for later in min(context + 1, end)..<end { most.raise(to: outlook(later)) }
        return most
    }

    /// The same, where the user may turn to the device as well.
    func mostWithArrivals(from context: Int) -> Outlook {
        var most = most(from: context, inUse: false)
        for arrival in Self.spans..<Self.contexts { most.raise(to: outlook(arrival)) }
        return most
    }

    /// The outlook at a free moment in that context.
    func outlook(_ context: Int) -> Outlook {
        let cell = cells[context]
        let total = cell.counts.sum()
        return Outlook(
            moment: cell.counts[0] / total,
            momentSeconds: cell.seconds[0] / max(cell.counts[0], 1e-9),
            sameSession: cell.counts[1] / total,
            sameSessionSeconds: cell.seconds[1] / max(cell.counts[1], 1e-9),
            newSession: cell.counts[2] / total,
            newSessionSeconds: context >= Self.spans ? cell.seconds[2] / max(cell.counts[2], 1e-9) : nil,
            near: cell.near[0] / total, nearSeconds: cell.near[1] / max(cell.near[0], 1e-9))
    }
}

extension OccasionForecast.Outlook {
    /// Makes a new session so many times as likely beside all else.
    mutating func scaleNewSession(by factor: Double) {
        newSession *= factor
        let sum = moment + sameSession + newSession
        moment /= sum
        sameSession /= sum
        newSession /= sum
    }

    /// Makes its chances of a launch no less than they are with any scale of that range.
    mutating func raise(toScalesFrom range: ClosedRange<Double>) {
        sameSession /= 1 - (1 - range.lowerBound) * min(newSession, 1)
        newSession *= range.upperBound / (1 + (range.upperBound - 1) * newSession)
    }

    /// Makes its chances of a launch no less than those of another.
    fileprivate mutating func raise(to other: Self) {
        sameSession = max(sameSession, other.sameSession)
        newSession = max(newSession, other.newSession)
    }
}

extension OccasionForecast.Cell: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&counts)
        try coder.code(&seconds)
        try coder.code(&near)
        // They begin with two and a half, and forget no faster than they learn.
        try coder.check(counts.sum() > 0.5)
    }
}

extension OccasionForecast: SnapshotCoded {
    private static func code<Coder: SnapshotCoder>(
        _ pending: inout (context: Int, at: Instant)?, _ coder: inout Coder
    ) throws(Coder.Failure) {
        var (context, moment) = (pending?.context, pending?.at)
        try coder.code(&context, below: contexts)
        try coder.code(&moment)
        try coder.check((context == nil) == (moment == nil))
        guard Coder.isReader else { return }
        pending = nil
        if let context, let moment { pending = (context, moment) }
    }
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        for context in 0..<Self.spans { try coder.code(&cells[context], orBlank: Cell()) }
        try Self.code(&pending, &coder)
        try Self.code(&pendingEnd, &coder)
        try Self.code(&answered.moment, &coder)
        try Self.code(&answered.end, &coder)
        try codeArrivals(&coder)
    }

    private mutating func codeArrivals<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        for context in Self.spans..<Self.contexts { try coder.code(&cells[context], orBlank: .arrival) }
        // By way of a copy: Swift 6.3.1 makes a broken module for wasm32 of elements coded in place.
        for sign in 0..<Arrival.signs {
            var pending = pendingArrivals[sign]
            try coder.code(&pending)
            pendingArrivals[sign] = pending
        }
        try coder.code(&opened)
    }
}
