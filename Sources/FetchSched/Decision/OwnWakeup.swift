/// The wakeup for fetches alone: the one that is planned, and the one under way.
struct OwnWakeup: Sendable {
    /// The wakeup found last, until something happens that may change it.
    enum Plan: Sendable {
        case unknown
        /// When to wake the radio (nil for not at all), and when an app's back-off ends, so that the plan is made anew.
        case at(Instant?, review: Instant)
    }

    var plan = Plan.unknown
    /// Whether one is under way.
    private(set) var isUnderWay = false
    /// The app from which on the wakeup under way has not looked yet. Each app is looked at once for its own sake, and from
    /// the number of apps on once more, as what else is due rides along.
    var cursor = 0
    var scratch = PlanScratch()

    mutating func begin() {
        if !isUnderWay { cursor = 0 }
        isUnderWay = true
    }

    /// It is over.
    mutating func end() { isUnderWay = false }

    /// It is over as it found nothing more to fetch; what comes next is planned anew.
    mutating func finish() {
        isUnderWay = false
        plan = .unknown
    }
}

extension OwnWakeup {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder, apps: Int) throws(Coder.Failure) {
        try coder.code(&plan)
        try coder.code(&isUnderWay)
        try coder.code(&cursor, in: 0...2 * apps)
    }
}

extension OwnWakeup.Plan: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        var isKnown = false
        var (wakeup, review): (Instant?, Instant) = (nil, .distantFuture)
        if case .at(let first, let second) = self { (isKnown, wakeup, review) = (true, first, second) }
        try coder.code(&isKnown)
        guard isKnown else {
            self = .unknown
            return
        }
        try coder.code(&wakeup)
        try coder.code(&review)
        self = .at(wakeup, review: review)
    }
}
