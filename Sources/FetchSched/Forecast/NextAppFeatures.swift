/// What ``NextAppTables`` say of every row about a launch to come: what ``NextAppModel`` scores and learns from.
struct NextAppFeatures: Sendable {
    /// Logarithms of each row's popularity, of that among the last launches, and of that in this hour. A number that is the same
    /// for all rows is left out, as it is no part of any chance.
    private(set) var popularity: [FloatLanes] = []
    private(set) var recent: [FloatLanes] = []
    private(set) var hourly: [FloatLanes] = []

    /// Rows of which something more is known, and its logarithm; row 0 and nought where there is none.
    struct Followers: Sendable {
        var rows = IntLanes.zero
        var logarithms = FloatLanes.zero

        /// Adds their logarithms times `weight` to their rows' numbers.
        @inline(__always)
        func add(times weight: Float, to numbers: inout MutableSpan<FloatLanes>) {
            let terms = weight * logarithms
            for lane in 0..<FloatLanes.scalarCount { numbers[number: Int(rows[lane])] += terms[lane] }
        }

        /// The sum of their logarithms, each times its row's number.
        @inline(__always)
        func sum(of numbers: Span<FloatLanes>) -> Float {
            func number(_ lane: Int) -> Float { numbers[number: Int(rows[lane])] }
            let own = FloatLanes(
                number(0), number(1), number(2), number(3), number(4), number(5), number(6), number(7))
            return (own * logarithms).total
        }
    }

    /// By situation: how many times as often as the tables before it say an app follows the one launched last, these two, and
    /// the one in this situation.
    private(set) var followers = [FollowerFeatures](repeating: FollowerFeatures(), count: 2)

    struct FollowerFeatures: Sendable {
        var ofOne = Followers()
        var ofPair = Followers()
        var inSituation = Followers()
    }

    /// The step of time of the launch, and the session before it.
    private(set) var step: Int32 = 0
    private var session: Int32 = 0

    /// The session of a launch in that situation.
    @inline(__always)
    func present(_ kind: Int) -> Int32 { kind == 0 ? session : session &+ 1 }

    /// Finds what is the same in both situations.
    ///
    /// - Complexity: O(rows).
    mutating func look(_ tables: NextAppTables, hour: Int, step: Int64) {
        self.step = NextAppCells.held(step)
        session = tables.session
        let blocks = tables.scoredBlocks
        popularity.resize(to: blocks, with: .zero)
        recent.resize(to: blocks, with: .zero)
        hourly.resize(to: blocks, with: .zero)
        // Each is the share times what is the same for all rows.
        let all = tables.overall.total + tables.unit
        let prior = Float(tables.unit / Double(max(1, tables.count)))
        let recentStrength = Float(tables.shrinkage * tables.recentUnit / all)
        let hourStrength = Float(tables.hourStrength / all)
        Self.add(prior, to: tables.overall.weights, &popularity)
        Self.add(popularity, times: recentStrength, to: tables.recent.weights, &recent)
        tables.hours.counts(hour: hour, to: &hourly)
        Self.add(popularity, times: hourStrength, to: &hourly)
        PortableMath.log(each: &popularity)
        PortableMath.log(each: &recent)
        PortableMath.log(each: &hourly)
    }

    @inline(never)
    private static func add(_ term: Float, to counts: RowTable<Float>, _ shares: inout [FloatLanes]) {
        var span = shares.mutableSpan
        let counts = counts.lanes.span
        for block in span.indices { span[block] = counts[block] + term }
    }

    @inline(never)
    private static func add(
        _ terms: [FloatLanes], times factor: Float, to counts: RowTable<Float>, _ shares: inout [FloatLanes]
    ) {
        var span = shares.mutableSpan
        let (terms, counts) = (terms.span, counts.lanes.span)
        for block in span.indices { span[block] = counts[block] + factor * terms[block] }
    }

    @inline(never)
    private static func add(_ terms: [FloatLanes], times factor: Float, to shares: inout [FloatLanes]) {
        var span = shares.mutableSpan
        let terms = terms.span
        for block in span.indices { span[block] += factor * terms[block] }
    }

    /// Finds what followed the app launched last, and the two launched last: with absolute discounts, as in Kneser and
    /// Ney, "Improved backing-off for m-gram language modeling", ICASSP 1995.
    ///
    /// - Complexity: O(``SuccessorTable/width``).
    mutating func lookForFollowers(_ tables: NextAppTables, kind: Int) {
        followers[kind] = FollowerFeatures()
        guard let previous = tables.previous else { return }
        let from = tables.row(of: previous)
        let discount = Float(Self.discountedLaunches * tables.unit)
        let shares = NextAppTables.Shares(tables, kind: kind)
        let one = tables.successors.followers(of: from)
        var times = FloatLanes.one
        var left: Float = 1
        if one.total > 0 {
            let (total, rows) = (Float(one.total), tables.rows(of: one.apps))
            let beyond = (one.counts - discount).raised(to: .zero)
            left = max(0.001, 1 - beyond.total / total)
            times += beyond / (total * left * shares.ofSituation(tables, rows))
            followers[kind].ofOne = Followers(rows: rows, logarithms: PortableMath.log(times))
        }
        if let beforePrevious = tables.beforePrevious,
            let pair = tables.pairs.followers(of: (beforePrevious, previous)), pair.total > 0
        {
            let (total, rows) = (Float(pair.total), tables.rows(of: pair.apps))
            let beyond = (pair.counts - discount).raised(to: .zero)
            let leftOfPair = max(0.001, 1 - beyond.total / total)
            // What the table of one says.
            let known =
                left * shares.ofSituation(tables, rows)
                * Self.find(pair.apps, in: one.apps, times).raised(to: .one)
            let more = 1 + beyond / (total * leftOfPair * known)
            followers[kind].ofPair = Followers(rows: rows, logarithms: PortableMath.log(more))
        }
        let situation = tables.bySituationSuccessors[kind].followers(of: from)
        let rows = tables.rows(of: situation.apps)
        let own = Self.find(situation.apps, in: one.apps, one.counts)
        let strength = Float(tables.hourStrength)
        // The share of those that follow in any situation is this over `all`.
        let follows = own + (strength + Float(one.rest)) * shares.ofAll(tables, rows)
        let all = Float(one.total) + strength
        let rest = Float(4 * tables.unit + situation.rest)
        let more = 1 + all * situation.counts / (rest * follows)
        followers[kind].inSituation = Followers(rows: rows, logarithms: PortableMath.log(more))
    }

    /// The numbers of apps, which are those of others that may be the same apps; 0 where none is.
    @inline(__always)
    private static func find(_ apps: IntLanes, in others: IntLanes, _ numbers: FloatLanes) -> FloatLanes {
        var bits = IntLanes.zero
        for lane in 0..<FloatLanes.scalarCount {
            bits |= FloatLanes(repeating: numbers[lane]).bits & apps.isSame(as: others[lane])
        }
        return FloatLanes(bits: bits)
    }

    /// Launches taken off each count of successors, and given to all apps.
    private static let discountedLaunches = 0.6
}

extension NextAppTables {
    /// Shares of eight rows at once.
    fileprivate struct Shares {
        private let kind: Int
        private let prior, strength: Float
        /// 1 over the launches of all, and over those in the situation.
        private let perAll, perSituation: Float

        init(_ tables: NextAppTables, kind: Int) {
            self.kind = kind
            prior = Float(tables.unit / Double(max(1, tables.count)))
            strength = Float(tables.hourStrength)
            perAll = Float(1 / (tables.overall.total + tables.unit))
            perSituation = Float(1 / (tables.bySituation[kind].total + tables.hourStrength))
        }

        /// Their shares of all launches.
        @inline(__always)
        func ofAll(_ tables: NextAppTables, _ rows: IntLanes) -> FloatLanes {
            (tables.overall.weights[rows: rows] + prior) * perAll
        }

        /// Their shares of the launches in the situation, mixed with those of all.
        @inline(__always)
        func ofSituation(_ tables: NextAppTables, _ rows: IntLanes) -> FloatLanes {
            let counts = tables.bySituation[kind].weights[rows: rows]
            return (counts + strength * ofAll(tables, rows)) * perSituation
        }
    }
}

extension RowTable<Float> {
    /// The numbers of eight rows, whichever they are.
    @inline(__always)
    fileprivate subscript(rows rows: IntLanes) -> FloatLanes {
        func number(_ lane: Int) -> Float { self[Int(rows[lane])] }
        return FloatLanes(
            number(0), number(1), number(2), number(3), number(4), number(5), number(6), number(7))
    }
}
