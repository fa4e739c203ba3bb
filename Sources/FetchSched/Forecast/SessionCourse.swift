/// How sessions go on: by how many launches a session has had, whether another one follows, and how many are still to come.
///
/// Most sessions are short, and a few go on and on: the more launches one has had, the more are to come. Were all launches
/// counted alike, the same number would be expected after each.
///
/// - Complexity: O(1) per launch and query.
struct SessionCourse: Sendable {
    /// By how many launches a session has had: 1, 2 or 3, 4 to 7 …, 128 and more.
    private typealias Lengths = SIMD8<Double>
    /// Decayed: launches with which a session had so many; those of them that another one followed in the same session; and
    /// how many followed them in all.
    private var launches = Lengths.zero
    private var followed = Lengths.zero
    private var followers = Lengths.zero
    /// Decayed: how many launches had one before them in their session, the seconds since that one, and the squares of these.
    private var gaps = Gaps()
    private(set) var lastLaunch: Instant?
    /// Launches of the present session.
    private var count: Int32 = 0
    private var unit = 1.0
    private let growth: Double

    private struct Gaps {
        var count = 0.0
        var seconds = 0.0
        var squares = 0.0
    }

    /// Launches of belief: in all, that a session goes on after half of them, with one launch to come; and of a length, that it
    /// is as all are.
    private static let prior = (all: 4.0, length: 20.0)
    /// The seconds that are believed to lie between two of them, and the most that count.
    static let gap = (believed: 80.0, longest: 3600.0)
    /// More are not counted.
    private static let mostLaunches: Int32 = 1 << 20

    /// Makes one in which sessions weigh half after `halfLife` more.
    init(halfLife: Double) {
        growth = PortableMath.exp(0.693_147_180_559_945_3 / max(1, halfLife))
    }

    /// Learns a launch.
    mutating func learn(at now: Instant, newSession: Bool) {
        if newSession || count == 0 {
            unit *= growth
            if unit > 1e6 { rescale() }
            count = 0
        } else {
            followed[Self.lane(count)] += unit
            followers += unit * Self.lengths(upTo: count)
            if let lastLaunch { learn(gap: (now - lastLaunch).seconds) }
        }
        lastLaunch = now
        if count < Self.mostLaunches { count += 1 }
        launches[Self.lane(count)] += unit
    }

    private mutating func learn(gap seconds: Double) {
        let seconds = min(max(0, seconds), Self.gap.longest)
        gaps.count += unit
        gaps.seconds += unit * seconds
        gaps.squares += unit * seconds * seconds
    }

    private mutating func rescale() {
        gaps = Gaps(count: gaps.count / unit, seconds: gaps.seconds / unit, squares: gaps.squares / unit)
        launches /= unit
        followed /= unit
        followers /= unit
        unit = 1
    }

    /// The place of a session of so many launches, 1 or more.
    @inline(__always)
    private static func lane(_ launches: Int32) -> Int {
        min(Lengths.scalarCount - 1, Int32.bitWidth - 1 - max(1, launches).leadingZeroBitCount)
    }

    /// Of a session of so many launches: how many came at each length.
    private static func lengths(upTo launches: Int32) -> Lengths {
        let first = Lengths(1, 2, 4, 8, 16, 32, 64, 128)
        var most = first
        most[Lengths.scalarCount - 1] = Double(mostLaunches)
        return (Double(launches) - first + 1).clamped(lowerBound: .zero, upperBound: most)
    }

    /// The clock was set back: nothing has happened after `now`.
    mutating func clockWentBack(to now: Instant) { lastLaunch = lastLaunch.map { min($0, now) } }

    // MARK: Answers

    /// Of all launches: the chance that another one follows in the same session, and how many.
    private var mean: (follows: Double, followers: Double) {
        let (prior, sum) = (unit * Self.prior.all, launches.sum())
        return ((followed.sum() + 0.5 * prior) / (sum + prior), (followers.sum() + prior) / (sum + prior))
    }

    /// The chance that another launch follows in the present session.
    var goesOn: Double {
        let (prior, lane) = (unit * Self.prior.length, Self.lane(count))
        return (followed[lane] + prior * mean.follows) / (launches[lane] + prior)
    }

    /// The chance that the present session goes on, where one of any length would with chance `habitual`.
    func goesOn(ifAnyDoesWith habitual: Double) -> Double {
        let (own, mean) = (goesOn, mean.follows)
        let (yes, no) = (habitual * own * (1 - mean), (1 - habitual) * (1 - own) * mean)
        return yes + no > 0 ? yes / (yes + no) : habitual
    }

    /// What is left of the present session if it goes on with that chance.
    func rest(goesOn: Double) -> Rest { Rest(goesOn: goesOn, launchesAfter: launchesAfterNext) }

    /// Launches to come after the present session's next one.
    var launchesAfterNext: Double { launchesToCome(after: count + 1) }

    /// Launches to come in a session after its first one.
    var launchesAfterFirst: Double { launchesToCome(after: 1) }

    /// No fewer than either.
    var mostLaunchesAfter: Double { max(launchesAfterNext, launchesAfterFirst) }

    /// Mean seconds from one launch to the next in the same session.
    var secondsToNext: Double {
        let prior = unit * Self.prior.length
        return (gaps.seconds + prior * Self.gap.believed) / (gaps.count + prior)
    }

    /// The same from any moment between the two: long gaps have more of these.
    var secondsLeftToNext: Double {
        let prior = unit * Self.prior.length * Self.gap.believed
        return (gaps.squares / 2 + prior * Self.gap.believed) / (gaps.seconds + prior)
    }

    private func launchesToCome(after count: Int32) -> Double {
        let (prior, lane) = (unit * Self.prior.length, Self.lane(count))
        return (followers[lane] + prior * mean.followers) / (launches[lane] + prior)
    }
}

extension SessionCourse: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        // Follows from the count.
        var present = Self.lengths(upTo: count)
        for lane in 0..<Lengths.scalarCount {
            try coder.code(amount: &launches[lane])
            try coder.code(amount: &followed[lane])
            try coder.code(amount: &followers[lane])
            try coder.code(amount: &present[lane])
        }
        try coder.code(&count)
        try coder.code(amount: &gaps.count)
        try coder.code(amount: &gaps.seconds)
        try coder.code(amount: &gaps.squares)
        try coder.code(&lastLaunch)
        try coder.code(&unit)
        try coder.check(all(followed .<= launches) && present == Self.lengths(upTo: count))
        try coder.check((0...Self.mostLaunches).contains(count) && (1...2e6).contains(unit))
    }
}
