/// Remote notifications: decides which push to deliver when.
///
/// Alerts are delivered at once and take no token. A silent push takes one of its app's tokens. If there is none, one
/// push per app is held, the newest: it replaces the one before, here the third by the fourth. It is delivered when the
/// app gains a token, so no push is held longer than ``PushLimits/tokenSpan``, 20 minutes by default:
///
///     min       0   20  40  60  80
///     silent    aaaa-----aa---b
///     replaced     a
///     given     aa  a    a  a b
///
/// A token costs the device a wakeup. If an alert or other traffic wakes the radio, held pushes are delivered then and
/// take none:
///
///     min       0   20  40  60
///     silent    aaa-----aaa
///     radio        ^
///     alert                b
///     given     aa a    aa b
///     given                a
///
/// An app that the user quit receives none until the user opens it again. New pushes are refused; a held push is
/// delivered at the first opportunity after the next launch:
///
///     min       0   20  40  60
///     silent    aaa--a
///     quit         a
///     radio         ^
///     open             a
///     refused        a
///     given     aa     a
///
/// - Complexity: O(apps that received a silent push) per call.
struct PushService: Sendable {
    struct AppPushes: AppOwned {
        var app: AppID
        var bucket = TokenBucket()
        var held: PushMessage?
        /// Whether an alert arrived after the held push, which is then delivered next.
        var isReleased = false
    }

    let limits: PushLimits
    /// The apps that received a silent push.
    private(set) var records: [AppPushes] = []

    init(limits: PushLimits = PushLimits()) {
        self.limits = limits
    }

    /// Takes a push that has arrived. An alert makes the radio awake for what is held.
    ///
    /// A silent push never overtakes an older one of its app: it replaces a held push even if there is a token.
    mutating func receive(
        _ kind: PushKind, for app: AppID, number: UInt64, at now: Instant, apps: AppTable
    ) -> PushReception {
        // Even an alert that its app does not receive arrived by radio.
        if kind == .alert {
            for index in records.indices where isWaiting(index, apps) { records[index].isReleased = true }
        }
        guard !apps.isQuit(app) else { return .refused(Veto(.quitByUser)) }
        guard kind == .silent else { return .deliver }
        let index = records.index(of: app, inserting: AppPushes(app: app))
        records[index].bucket.limit(to: now, limits)
        let old = records[index].held
        if old == nil, records[index].bucket.tokenTime(limits) <= now {
            records[index].bucket.take(at: now, limits)
            return .deliver
        }
        records[index].held = PushMessage(app: app, number: number, kind: kind, arrived: now)
        return .stored(replacing: old)
    }

    /// The next held push to deliver: the first that arrived, then the first by app; nil if there is none. Call it until
    /// nil whenever the radio is awake, after each push, and at ``nextTime(apps:)``.
    ///
    /// - Parameter isRadioAwake: whether the radio is awake for another reason, so that a delivery takes no token.
    mutating func nextDelivery(
        isRadioAwake: Bool, at now: Instant, apps: AppTable
    ) -> PushMessage? {
        var first: (index: Int, push: PushMessage)?
        for index in records.indices {
            guard let push = records[index].held, isWaiting(index, apps),
                isRadioAwake || records[index].isReleased || records[index].bucket.tokenTime(limits) <= now
            else { continue }
            if let first, first.push.arrived <= push.arrived { continue }
            first = (index, push)
        }
        guard let (index, push) = first else { return nil }
        if !isRadioAwake, !records[index].isReleased { records[index].bucket.take(at: now, limits) }
        (records[index].held, records[index].isReleased) = (nil, false)
        return push
    }

    /// When to call ``nextDelivery(isRadioAwake:at:apps:)`` if nothing happens before; nil for never. The time may have
    /// passed.
    func nextTime(apps: AppTable) -> Instant? {
        var next: Instant?
        for index in records.indices where isWaiting(index, apps) {
            let time = records[index].isReleased ? .distantPast : records[index].bucket.tokenTime(limits)
            next = min(next ?? time, time)
        }
        return next
    }

    /// Whether a held push of the app may be delivered.
    private func isWaiting(_ index: Int, _ apps: AppTable) -> Bool {
        records[index].held != nil && !apps.isQuit(records[index].app)
    }

    /// Records that the user quit the app.
    mutating func quit(_ app: AppID) {
        if let index = records.index(of: app) { records[index].isReleased = false }
    }

    /// Limits all times with a clock that was set back: no token takes longer than from an empty bucket, and nothing
    /// arrived after `now`.
    mutating func clockWentBack(to now: Instant) {
        for index in records.indices {
            records[index].bucket.limit(to: now, limits)
            if let push = records[index].held { records[index].held?.arrived = min(push.arrived, now) }
        }
    }

    /// Removes everything that belongs to an app.
    mutating func forget(_ app: AppID) { records.removeRecord(of: app) }

    /// The held push of the app; nil if there is none.
    func held(of app: AppID) -> PushMessage? { records.index(of: app).flatMap { records[$0].held } }

    /// The app's held push, and what keeps it.
    func heldWork(of app: AppID, isQuit: Bool) -> [HeldWork] {
        guard let index = records.index(of: app), let push = records[index].held else { return [] }
        let veto =
            isQuit
            ? Veto(.quitByUser)
            : Veto(.pushOverLimit, until: records[index].bucket.tokenTime(limits))
        return [HeldWork(kind: .push, number: push.number, since: push.arrived, vetoes: [veto])]
    }
}

extension PushService.AppPushes: SnapshotElement {
    static var blank: Self { Self(app: .blank) }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&app)
        try coder.code(&bucket)
        try coder.code(&held)
        try coder.code(&isReleased)
        try coder.check(held.map { $0.app == app } ?? true)
    }
}

extension PushService: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&records)
        try coder.check(records.isInOrder)
    }

    /// Whether each record belongs to a registered app.
    func agrees(with apps: AppTable) -> Bool { records.allSatisfy { apps.contains($0.app) } }
}
