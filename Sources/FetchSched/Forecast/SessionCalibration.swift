/// By how much more or less often than is said an app is launched in what is left of a session.
///
/// What is said of it follows from how sessions go on and which apps were used of late, and people differ: in the long sessions
/// of one, apps follow each other that the session did not have before; another only looks again at what he has looked at. So
/// the odds of each app are multiplied by a factor of how many sessions ago it was used last, and one of how many launches the
/// session has had. Both are learned from what each session had in the end, by the gradient of the logarithm of the chance
/// (AdaGrad, as in ``NextAppModel``). How far the factors are believed goes by how much likelier they have made what came.
///
/// - Complexity: O(1) per query, O(apps launched so far) per launch; 8 bytes for each.
struct SessionCalibration: Sendable {
    /// Logarithms of the factors: by sessions since the last use, then by launches so far. And their squared gradients.
    private var numbers = [FloatLanes](repeating: .zero, count: blocks)
    private var squares = [FloatLanes](repeating: .one, count: blocks)
    /// Nats by which the factors have made outcomes likelier; older ones count less.
    private var lead = 0.0
    private var session = SessionHindsight()
    /// Working memory: by how much the cells were missed.
    private var misses = [FloatLanes](repeating: .zero, count: blocks)

    /// These follow from the numbers, and from the lead.
    private var factors = [FloatLanes](repeating: .one, count: blocks)
    private var weight = 0.5

    /// The cell of the app launched last, which is not told from the others that the session had by ``NextAppCells``. Of apps
    /// that were never launched nothing is learned, so that theirs is free.
    static let lastLaunched = NextAppCells.sessions - 1
    private static let firstPlace = NextAppModel.firstPlace
    private static let blocks = NextAppModel.firstPlace / 8 + 1

    private static let step: Float = 0.1
    /// e^4: beyond that no factor goes.
    private static let most: Float = 4
    /// What is left of the lead at the next session, how much a nat of it counts, and the most nats of it.
    private static let trust = (kept: 0.98, scale: 0.1, most: 60.0)

    /// The place of a session's factor after so many launches: 1, 2, 3 or 4, 5 to 8, more.
    @inline(__always)
    private static func place(launches: Int) -> Int {
        firstPlace + min(4, Int.bitWidth - max(0, launches - 1).leadingZeroBitCount)
    }

    // MARK: Answers

    /// The chance that an app is launched in what is left of the present session, where `chance` is said.
    @inline(__always)
    func calibrated(_ chance: Double, cell: Int) -> Double {
        let factor = Double(factor(cell) * factor(Self.place(launches: session.launches)))
        let own = chance * factor / (1 - chance + chance * factor)
        return chance + weight * (own - chance)
    }

    @inline(__always)
    private func factor(_ cell: Int) -> Float { factors[cell >> 3][cell & 7] }

    // MARK: Learning

    /// Whether it is still to be noted what is said after the last launch.
    var looksBack: Bool { session.looksBack }

    /// Notes what is said of all apps after the last launch, before another one is counted anywhere.
    ///
    /// - Complexity: O(apps launched so far).
    mutating func note(_ chances: ChancesOfRest, _ tables: NextAppTables) {
        let place = factor(Self.place(launches: session.launches))
        let cells = SIMD16(lowHalf: place * factors[0], highHalf: place * factors[1])
        session.note(chances, factors: cells, tables)
    }

    /// Counts a launch.
    ///
    /// - Parameter cell: the app's before this launch; nil if it was never launched.
    mutating func launch(_ app: Int, cell: Int?, newSession: Bool) {
        if newSession { learn() }
        // The begin of the session is not known.
        guard newSession || session.launches > 0 else { return }
        let numbers = numbers
        session.launch(app, cell: cell) { cell, launches in
            let place = Self.place(launches: launches)
            return Double(numbers[cell >> 3][cell & 7] + numbers[place >> 3][place & 7])
        }
    }

    /// Learns from the session that is over.
    private mutating func learn() {
        for launch in 0..<session.noted {
            let place = Self.place(launches: launch + 1)
            (misses[0], misses[1]) = session.misses(after: launch)
            misses[2] = .zero
            misses[2][place & 7] = misses[0].total + misses[1].total
            NextAppModel.learn(&numbers, &squares, from: 0, misses, step: Self.step)
        }
        let most = FloatLanes(repeating: Self.most)
        for block in numbers.indices {
            numbers[block] = numbers[block].raised(to: FloatLanes.zero - most).lowered(to: most)
        }
        lead = (Self.trust.kept * lead + session.lead).clamped(to: -Self.trust.most...Self.trust.most)
        renew()
        session.begin()
    }

    private mutating func renew() {
        for block in numbers.indices { factors[block] = PortableMath.exp(numbers[block]) }
        weight = 1 / (1 + PortableMath.exp(-Self.trust.scale * lead))
    }

    /// Nothing that is kept names the app any more.
    mutating func forget(_ app: Int) { session.forget(app) }
}

extension SessionCalibration: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        for cell in 0..<Self.firstPlace + 5 where cell < NextAppCells.sessions || cell >= Self.firstPlace {
            try coder.code(&numbers[cell >> 3][cell & 7])
            try coder.code(&squares[cell >> 3][cell & 7])
            let (number, square) = (numbers[cell >> 3][cell & 7], squares[cell >> 3][cell & 7])
            try coder.check(abs(number) <= Self.most && square >= 1 && square <= 1e30)
        }
        try coder.code(&lead, in: -Self.trust.most...Self.trust.most)
        try coder.code(&session)
        if Coder.isReader { renew() }
    }
}
