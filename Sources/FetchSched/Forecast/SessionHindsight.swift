/// What was said after each of a session's first launches about what is left of it, and what came: kept until it is over.
///
/// After each launch the chances of all apps are added up by cell; an app that is launched counts in the cell that it had after
/// each launch since its last one.
///
/// - Complexity: O(apps launched so far) per launch among the first ``most``, O(``most``) for others.
struct SessionHindsight: Sendable {
    /// After so many launches of a session it is not looked back at any more.
    static let most = 12

    /// Launches of the session, as far as they are told apart.
    private(set) var launches = 0
    /// The app of each; -1 where that is not to be known any more.
    private var apps = [Int32](repeating: -1, count: most)
    /// By launch and cell: the apps that came later less those that were expected.
    private var misses = [FloatLanes](repeating: .zero, count: 2 * most)
    /// Nats by which the factors made likelier what came.
    private(set) var lead = 0.0

    /// Working memory: by row, the factor of its odds, and what is said of it.
    private var factors: [FloatLanes] = []
    private var said: [FloatLanes] = []

    /// Of how many launches it is looked back at what was said after them.
    var noted: Int { min(launches, Self.most) }

    /// Whether the last launch is one of them.
    var looksBack: Bool { launches > 0 && launches <= Self.most }

    /// Notes what is said after the last launch, before another one is counted anywhere.
    ///
    /// - Parameter cells: the factors of the odds, by cell.
    mutating func note(_ chances: ChancesOfRest, factors cells: SIMD16<Float>, _ tables: NextAppTables) {
        said.resize(to: tables.scoredBlocks, with: .zero)
        factors.resize(to: tables.scoredBlocks, with: .zero)
        chances.find(tables, to: &said)
        Self.fill(cells[0], to: &factors)
        let bounds = NextAppCells.bounds(present: tables.session)
        NextAppModel.addSessions(cells, tables.lastSession, bounds, to: &factors)
        let last = tables.previous.map { tables.row(of: $0) } ?? 0
        factors[last >> 3][last & 7] = cells[SessionCalibration.lastLaunched]
        // Row 0 stands for apps of which nothing is known.
        said[0][0] = 0
        lead -= Self.multiply(&said, by: factors)
        let own = said[last >> 3][last & 7]
        said[last >> 3][last & 7] = 0
        var sums = SIMD16<Float>.zero
        sums[0] = NextAppModel.sum(said)
        for bound in 0..<NextAppCells.sessionBoundCount {
            sums[bound + 1] = NextAppModel.sum(said, tables.lastSession, before: bounds[bound])
            sums[bound] -= sums[bound + 1]
        }
        sums[SessionCalibration.lastLaunched] = own
        let block = 2 * (launches - 1)
        misses[block] = FloatLanes.zero - sums.lowHalf
        misses[block + 1] = FloatLanes.zero - sums.highHalf
    }

    @inline(never)
    private static func fill(_ number: Float, to numbers: inout [FloatLanes]) {
        var span = numbers.mutableSpan
        for block in span.indices { span[block] = FloatLanes(repeating: number) }
    }

    /// Multiplies the odds of chances.
    ///
    /// - Returns: the logarithm of the product of what there was beside chances and odds: 1 - p + p f.
    @inline(never)
    private static func multiply(_ chances: inout [FloatLanes], by factors: [FloatLanes]) -> Double {
        var span = chances.mutableSpan
        let factors = factors.span
        var product = FloatLanes.one
        for block in span.indices {
            let (chance, factor) = (span[block], factors[block].raised(to: .zero))
            let all = 1 + chance * (factor - 1)
            span[block] = chance * factor / all
            product = (product * all).raised(to: FloatLanes(repeating: 1e-30))
                .lowered(to: FloatLanes(repeating: 1e30))
        }
        return Double(PortableMath.log(product).total)
    }

    /// Counts a launch.
    ///
    /// - Parameters:
    ///   - cell: the app's before this launch; nil if it was never launched.
    ///   - nats: the logarithm of a cell's factor after so many launches.
    mutating func launch(_ app: Int, cell: Int?, nats: (_ cell: Int, _ launches: Int) -> Double) {
        let last = apps.lastIndex(of: Int32(truncatingIfNeeded: app))
        // One that the session had and that is not found was launched last when nothing was noted any more.
        if let cell, last != nil || cell > 0 {
            for note in (last ?? 0)..<noted {
                let own = last == nil ? cell : note == last ? SessionCalibration.lastLaunched : 0
                misses[2 * note + own >> 3][own & 7] += 1
                lead += nats(own, note + 1)
            }
        }
        if launches < Self.most {
            apps[launches] = Int32(truncatingIfNeeded: app)
        } else {
            forget(app)
        }
        launches = min(launches + 1, Self.most + 1)
    }

    /// By how much the cells were missed after one of the launches noted.
    func misses(after launch: Int) -> (low: FloatLanes, high: FloatLanes) {
        (misses[2 * launch], misses[2 * launch + 1])
    }

    /// Another session begins.
    mutating func begin() {
        (launches, lead) = (0, 0)
        for launch in apps.indices { apps[launch] = -1 }
        for block in misses.indices { misses[block] = .zero }
    }

    /// Forgets which launches were of that app.
    mutating func forget(_ app: Int) {
        for launch in apps.indices where Int(apps[launch]) == app { apps[launch] = -1 }
    }
}

extension SessionHindsight: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&launches, in: 0...Self.most + 1)
        for launch in 0..<noted {
            try coder.code(&apps[launch])
            try coder.check(apps[launch] >= -1)
        }
        // After the last one nothing is noted before the next.
        for note in 0..<max(0, launches - 1) {
            for cell in 0..<NextAppCells.sessions {
                try coder.code(&misses[2 * note + cell >> 3][cell & 7])
                try coder.check(abs(misses[2 * note + cell >> 3][cell & 7]) <= 1e6)
            }
        }
        try coder.code(&lead, in: -1e6...1e6)
    }
}
