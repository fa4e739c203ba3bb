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
