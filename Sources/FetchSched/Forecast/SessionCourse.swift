/// How sessions go on: by how many launches a session has had, whether another one follows, and how many are still to come.
///
/// Most sessions are short, and a few go on and on: the more launches one has had, the more are to come. Were all launches
/// counted alike, after each of them as many would be expected.
///
/// - Complexity: O(1) per launch and query.
struct SessionCourse: Sendable {
    /// By how many launches a session has had: 1, 2 or 3, 4 to 7 …, 128 and more.
    private typealias Lengths = SIMD8<Double>
    /// Decayed: launches that were so many's last; how many of them were followed by another in the same session; and by how
    /// many in all.
    private var launches = Lengths.zero
    private var followed = Lengths.zero
    private var followers = Lengths.zero
    /// Launches of the present session, in all and by that length.
    private var count: Int32 = 0
    private var present = Lengths.zero
    private var unit = 1.0
    private let growth: Double

    /// Launches of belief: in all, that a session goes on after half of them, with one launch to come; and of a length, that it
    /// is as all are.
    private static let prior = (all: 4.0, length: 20.0)

    /// Makes one in which sessions weigh half after `halfLife` more.
    init(halfLife: Double) {
        growth = PortableMath.exp(0.693_147_180_559_945_3 / max(1, halfLife))
    }

    /// Learns a launch.
    mutating func learn(newSession: Bool) {
        if newSession || count == 0 {
            unit *= growth
            if unit > 1e6 { rescale() }
            count = 0
            present = .zero
        } else {
            followed[Self.lane(count)] += unit
            followers += unit * present
        }
        count = min(count + 1, 1 << 20)
        let lane = Self.lane(count)
        launches[lane] += unit
        present[lane] += 1
    }

    private mutating func rescale() {
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
        return yes / (yes + no)
    }

    /// What is left of the present session if it goes on with that chance.
    func rest(goesOn: Double) -> Rest { Rest(goesOn: goesOn, launchesAfter: launchesAfterNext) }

    /// Launches to come after the present session's next one.
    var launchesAfterNext: Double { launchesToCome(after: count + 1) }

    /// Launches to come in a session after its first one.
    var launchesAfterFirst: Double { launchesToCome(after: 1) }

    private func launchesToCome(after count: Int32) -> Double {
        let (prior, lane) = (unit * Self.prior.length, Self.lane(count))
        return (followers[lane] + prior * mean.followers) / (launches[lane] + prior)
    }
}

extension SessionCourse {
    /// What is left of a session.
    struct Rest: Sendable {
        /// The chance that there is another launch.
        var goesOn: Double
        /// Launches expected after that one.
        var launchesAfter: Double

        /// The chance that an app is launched in it.
        ///
        /// - Parameters:
        ///   - next: the chance that the next launch is its.
        ///   - later: the chance that one of the launches after that is.
        func chance(next: Double, later: Double) -> Double {
            // How many they are is open: their number is taken to be geometric, so that the chance that one of them is the
            // app's is less than for so many launches for certain.
            let expected = launchesAfter * later
            return goesOn * (next + (1 - next) * expected / (1 + expected))
        }
    }
}

extension SessionCourse: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        for lane in 0..<Lengths.scalarCount {
            try coder.code(amount: &launches[lane])
            try coder.code(amount: &followed[lane])
            try coder.code(amount: &followers[lane])
            try coder.code(amount: &present[lane])
        }
        try coder.code(&count)
        try coder.code(&unit)
        try coder.check((0...1 << 20).contains(count) && (1...2e6).contains(unit))
    }
}
