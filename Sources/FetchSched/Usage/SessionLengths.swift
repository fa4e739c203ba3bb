/// How sessions go on: by the launches that a session has had, whether another one follows, and how many are to come.
///
/// Most sessions are short, and a few go on and on: the more launches a session has had, the more are to come.
struct SessionLengths: Sendable, SnapshotCoded {
    /// By the launches that a session has had: 1, 2 or 3, 4 to 7, and so on; the last is 128 and more.
    private typealias Lengths = SIMD8<Double>
    /// By launches so far: number of sessions; of those with another launch; and of all launches that followed.
    private var launches = Lengths.zero
    private var followed = Lengths.zero
    private var followers = Lengths.zero
    /// Launches after another one in their session, and the seconds since that one.
    private var gaps = (count: 0.0, seconds: 0.0)
    /// Share of all counts that remains at each session.
    private let retention: Double

    /// Launches that weigh as the belief: in all, that another follows half of them; of a length, that it is like all.
    private static let prior = (all: 4.0, length: 20.0)
    /// Seconds that are believed to lie between two launches, and the most that count.
    private static let gap = (believed: 80.0, longest: 3600.0)

    init(halfLife: Double) { retention = PortableMath.retention(halfLife: halfLife) }

    mutating func learn(at now: FetchTime, _ session: SessionTracker) {
        let count = session.launches
        if session.isOver(at: now) || count == 0 {
            launches *= retention
            followed *= retention
            followers *= retention
            gaps = (gaps.count * retention, gaps.seconds * retention)
            launches[0] += 1
            return
        }
        followed[Self.lane(count)] += 1
        followers += Self.lengths(upTo: count)
        launches[Self.lane(count + 1)] += 1
        if let last = session.lastLaunch {
            gaps.count += 1
            gaps.seconds += min(max(0, (now - last).seconds), Self.gap.longest)
        }
    }

    private static func lane(_ launches: Int32) -> Int {
        min(Lengths.scalarCount - 1, Int32.bitWidth - 1 - max(1, launches).leadingZeroBitCount)
    }

    /// How many launches of a session of that length came with each length.
    private static func lengths(upTo launches: Int32) -> Lengths {
        let first = Lengths(1, 2, 4, 8, 16, 32, 64, 128)
        var most = first
        most[Lengths.scalarCount - 1] = 1e6
        return (Double(launches) - first + 1).clamped(lowerBound: .zero, upperBound: most)
    }

    /// Mean over all launches: the probability that another one follows in the session, and their number.
    private var mean: (follows: Double, followers: Double) {
        let (prior, sum) = (Self.prior.all, launches.sum())
        return ((followed.sum() + 0.5 * prior) / (sum + prior), (followers.sum() + prior) / (sum + prior))
    }

    /// The probability that another launch follows in the present session.
    private func goesOn(_ session: SessionTracker) -> Double {
        let (prior, lane) = (Self.prior.length, Self.lane(session.launches))
        return (followed[lane] + prior * mean.follows) / (launches[lane] + prior)
    }

    func rest(of session: SessionTracker) -> SessionRest {
        SessionRest(goesOn: goesOn(session), launchesAfter: launchesToCome(after: session.launches + 1))
    }

    /// Launches to come in a session after its first one.
    var launchesAfterFirst: Double { launchesToCome(after: 1) }

    /// Launches to come in a session after `count` launches.
    func launchesToCome(after count: Int32) -> Double {
        let (prior, lane) = (Self.prior.length, Self.lane(count))
        return (followers[lane] + prior * mean.followers) / (launches[lane] + prior)
    }

    /// Mean seconds from one launch to the next in a session.
    var secondsToNext: Double {
        let prior = Self.prior.length
        return (gaps.seconds + prior * Self.gap.believed) / (gaps.count + prior)
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&launches, &followed, &followers)
        try coder.code(amounts: &gaps.count, &gaps.seconds)
        try coder.check(all(followed .<= launches))
    }
}

/// The rest of a session.
struct SessionRest: Sendable {
    /// The probability that there is another launch.
    var goesOn: Double
    /// Launches expected after that one; their number is assumed to be geometric.
    var launchesAfter: Double

    /// The probability that an app is launched in it.
    ///
    /// - Parameters:
    ///   - next: the probability that the next launch is of the app.
    ///   - later: the probability that one of the launches after that is.
    func probability(next: Double, later: Double) -> Double {
        let expected = launchesAfter * later
        return goesOn * (next + (1 - next) * expected / (1 + expected))
    }
}

/// The device's present session: its number, its launches so far, and whether an app is in use.
///
/// A session is over when no app has been in use for longer than ``FetchConfiguration/sessionGap``.
struct SessionTracker: Sendable, SnapshotCoded {
    /// The longest pause within a session.
    let gap: TimeSpan
    /// The number of the last session; 0 before the first one.
    private(set) var number: Int32 = 0
    /// Launches that it has had.
    private(set) var launches: Int32 = 0
    private(set) var isInUse = false
    private(set) var lastLaunch: FetchTime?
    private(set) var lastUseEnd: FetchTime?

    init(gap: TimeSpan) { self.gap = gap }

    /// Whether a launch at `now` would start a session.
    func isOver(at now: FetchTime) -> Bool { !isInUse && (lastUseEnd.map { now - $0 > gap } ?? true) }

    /// How long no app has been in use; zero while one is, `max` if none ever was.
    func pause(at now: FetchTime) -> TimeSpan {
        isInUse ? .zero : lastUseEnd.map { max(.zero, now - $0) } ?? .max
    }

    /// How long the present use or pause has lasted; `max` if no app was ever launched.
    func elapsed(at now: FetchTime) -> TimeSpan {
        (isInUse ? lastLaunch : lastUseEnd).map { max(.zero, now - $0) } ?? .max
    }

    mutating func launch(at now: FetchTime) {
        if isOver(at: now) {
            number = number == .max ? 1 : number + 1
            launches = 0
        }
        launches = min(launches, .max - 1) + 1
        (isInUse, lastLaunch) = (true, now)
    }

    mutating func endUse(at now: FetchTime) { (isInUse, lastUseEnd) = (false, now) }

    mutating func clockWentBack(to now: FetchTime) {
        lastLaunch = lastLaunch.map { min($0, now) }
        lastUseEnd = lastUseEnd.map { min($0, now) }
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&number, &launches, &isInUse, &lastLaunch)
        try coder.code(&lastUseEnd)
        try coder.check(number >= 0 && launches >= 0 && (launches > 0) == (lastLaunch != nil))
    }
}
