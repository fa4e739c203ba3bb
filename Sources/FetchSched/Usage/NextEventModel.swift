/// The next event after an opportunity (a moment at which the radio is awake anyway): another one, a launch in the
/// session, or the first launch of a new session; and the time until it.
///
/// The choice "fetch now or at the next free moment" depends on it: waiting risks only the launches that come before
/// the next free moment. Each context has a small table of decayed counts: the time that an app has been in use, the
/// time that none has been, or a ``ScreenSign``.
struct NextEventModel: Sendable {
    enum Next: Int, Sendable { case moment, sameSession, newSession }

    /// Probabilities of the events that may come next, and the mean time until each, in seconds.
    struct Outlook: Sendable {
        var moment: Double, momentSeconds: Double
        var sameSession: Double, sameSessionSeconds: Double
        var newSession: Double
        /// Nil where the hours ahead predict better than this context: everywhere but after a ``ScreenSign``.
        var newSessionSeconds: Double?
        /// Probability that the radio's next activity, whatever it is, comes before its tail ends, and the mean time
        /// until then.
        var near: Double, nearSeconds: Double

        /// Multiplies the probability of a new session by `factor`.
        mutating func scaleNewSession(by factor: Double) {
            newSession *= factor
            let sum = moment + sameSession + newSession
            moment /= sum
            sameSession /= sum
            newSession /= sum
        }
    }

    /// Buckets of time: up to 4 s, 8 s, 16 s, and so on.
    static let scale = 16
    /// Contexts without a screen sign: time in use, then time since the last use.
    private static let spans = 2 * scale
    private static let contexts = spans + ScreenSign.kinds

    fileprivate struct Cell: Sendable {
        /// By ``Next``; the last one counts launches that came too soon after a screen sign for a fetch.
        var counts = SIMD4<Double>(2, 0.3, 0.3, 0)
        var seconds = SIMD4<Double>(2 * 60, 0.3 * 30, 0, 0)
        /// Events within a tail, and the time until them.
        var near = SIMD2<Double>(1, 5)

        /// The belief about a screen sign: every other one leads to a launch, within seconds.
        static let screen = Cell(
            counts: SIMD4(1, 0.1, 0.9, 0), seconds: SIMD4(60, 0.5, 4.5, 0), near: SIMD2(1, 5))
    }

    private struct Pending: Sendable, SnapshotElement {
        var context = 0
        var at = FetchTime.distantPast

        mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
            try coder.code(&context, in: 0...contexts - 1)
            try coder.code(&at)
        }
    }

    /// The last free moment, and the last end of use, before the next event.
    private struct Waiting: Sendable, SnapshotCoded {
        var moment: Pending?
        var useEnd: Pending?

        mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
            try coder.code(&moment, &useEnd)
        }
    }

    private var cells =
        [Cell](repeating: Cell(), count: spans) + [Cell](repeating: .screen, count: ScreenSign.kinds)
    private var waiting = Waiting()
    /// Counts before the last opportunity. They are credited only when time advances, because the host may report a
    /// launch at the same instant later.
    private var credited = Waiting()
    private var creditedAt = FetchTime.distantPast
    /// The last screen sign of each kind.
    private var signs = [FetchTime?](repeating: nil, count: ScreenSign.kinds)
    /// When the radio was woken at a screen sign.
    private var openedAt: FetchTime?
    private let tail: Double
    /// A screen sign that is followed by a launch sooner leaves no time for a fetch.
    private let leastLead: TimeSpan
    /// Share of a context's counts that remains at each event.
    private static let retention = 0.998

    /// Makes a model for a radio of those costs.
    init(_ radio: borrowing RadioCosts) {
        tail = radio.tailSeconds
        leastLead = .seconds(radio.promotion.seconds + radio.requestSeconds)
    }

    // MARK: Contexts

    static func bucket(_ elapsed: TimeSpan) -> Int { min(scale - 1, elapsed.doublings(ofMilliseconds: 4000)) }

    /// When the bucket of `elapsed` ends; nil for never.
    static func bucketEnd(_ elapsed: TimeSpan) -> TimeSpan? {
        let bucket = bucket(elapsed)
        return bucket < scale - 1 ? TimeSpan(milliseconds: 4000 << Int64(bucket)) : nil
    }

    /// Where the last bucket starts, after 18 hours.
    static let lastBucketStart = TimeSpan(milliseconds: 4000 << Int64(scale - 2))

    static func context(isInUse: Bool, elapsed: TimeSpan) -> Int { (isInUse ? 0 : scale) + bucket(elapsed) }

    static func context(_ sign: ScreenSign) -> Int { spans + sign.kind }

    // MARK: Learning

    /// Whether a launch now leaves a screen sign time for a fetch.
    func isInTime(_ sign: FetchTime, launch now: FetchTime) -> Bool { now - sign >= leastLead }

    mutating func freeMoment(at now: FetchTime, context: Int) {
        if waiting.moment?.at != now { credit(before: now) }
        resolveSigns(.moment, at: now)
        waiting.moment = Pending(context: context, at: now)
    }

    /// Learns of a screen sign. One of the same kind before it came to nothing.
    mutating func screen(_ sign: ScreenSign) {
        if let since = signs[sign.kind] { count(Next.moment.rawValue, Self.context(sign), sign.at - since) }
        signs[sign.kind] = sign.at
    }

    /// Learns that the radio is woken at a screen sign, which so is a free moment.
    mutating func open(at now: FetchTime) {
        credit(before: now)
        openedAt = now
    }

    /// Learns that a use ended: a moment to fetch, but not one to wait for, as the radio may be asleep.
    mutating func endUse(at now: FetchTime) {
        waiting.useEnd = Pending(context: Self.context(isInUse: false, elapsed: .zero), at: now)
    }

    mutating func launch(at now: FetchTime, isNewSession: Bool) {
        let next = isNewSession ? Next.newSession : .sameSession
        let cameFirst = creditedAt == now || openedAt.map { !isInTime($0, launch: now) } ?? false
        count(cameFirst ? next : .moment, credited, at: cameFirst ? now : creditedAt)
        count(next, waiting, at: now)
        (credited, waiting) = (Waiting(), Waiting())
        resolveSigns(next, at: now)
    }

    /// The moments before `now` are credited with the one at `now`, unless a launch comes with it.
    private mutating func credit(before now: FetchTime) {
        count(.moment, credited, at: creditedAt)
        (credited, creditedAt, waiting) = (waiting, now, Waiting())
    }

    private mutating func count(_ next: Next, _ waiting: Waiting, at now: FetchTime) {
        if let pending = waiting.moment { count(next.rawValue, pending.context, now - pending.at) }
        if let pending = waiting.useEnd { count(next.rawValue, pending.context, now - pending.at) }
    }

    private mutating func resolveSigns(_ next: Next, at now: FetchTime) {
        for kind in signs.indices {
            guard let since = signs[kind] else { continue }
            signs[kind] = nil
            let isInTime = next == .moment || isInTime(since, launch: now)
            count(isInTime ? next.rawValue : 3, Self.spans + kind, now - since)
        }
        openedAt = nil
    }

    private mutating func count(_ lane: Int, _ context: Int, _ wait: TimeSpan) {
        guard wait > .zero else { return }
        let seconds = min(wait.seconds, 86_400)
        cells[context].counts *= Self.retention
        cells[context].seconds *= Self.retention
        cells[context].near *= Self.retention
        cells[context].counts[lane] += 1
        cells[context].seconds[lane] += seconds
        if seconds < tail { cells[context].near += SIMD2(1, seconds) }
    }

    // MARK: Answers

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

extension NextEventModel.Cell: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&counts, &seconds, &near)
        // The counts start with two and a half, and forget no faster than they learn.
        try coder.check(counts.sum() > 0.5)
    }
}

extension NextEventModel: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(each: &cells)
        try coder.code(&waiting, &credited, &creditedAt, &openedAt)
        try coder.code(each: &signs)
    }
}
