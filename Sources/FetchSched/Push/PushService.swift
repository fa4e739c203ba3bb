/// Remote notifications: says which push to deliver when.
///
///     var pushes = PushService(limits: PushLimits())
///     pushes.grow(to: 1)
///     if pushes.receive(.silent, for: mail, number: 7, at: now) == .deliver { /* wake the app */ }
///     while let push = pushes.nextDelivery(radioIsAwake: true, at: now) { /* deliver it */ }
///     let timer = pushes.nextTime
///
/// Alerts are delivered at once and take no token. A silent push takes one of its app's tokens. Where there is none,
/// one push per app is stored, the newest: it replaces the one before, here the third by the fourth. It is delivered
/// when a token comes, so none is held longer than ``PushLimits/tokenSpan``, 20 minutes by default:
///
///     min       0   20  40  60  80
///     silent    aaaa-----aa---b
///     replaced     a
///     given     aa  a    a  a b
///
/// A token costs the device a wakeup. When the radio is awake anyway, by an alert or anything else, what is stored
/// goes out with it and takes none:
///
///     min       0   20  40  60
///     silent    aaa-----aaa
///     radio        ^
///     alert                b
///     given     aa a    aa b
///     given                a
///
/// An app that the user quit gets none until it is opened again, and new ones are refused. What was stored before is
/// kept, and goes out at the first occasion after the next launch:
///
///     min       0   20  40  60
///     silent    aaa--a
///     quit         a
///     radio         ^
///     open             a
///     refused        a
///     given     aa     a
///
/// It reads no clock and prints nothing. No call takes longer than O(log apps), amortised, but ``clockWentBack(to:)``;
/// nothing is allocated once all apps have had a push. There is never more than one push stored for an app.
public struct PushService: Sendable {
    fileprivate struct AppPushes: Equatable, Sendable {
        var bucket = TokenBucket()
        var stored: PushMessage?
        /// The stored one goes out at the next question: an alert came after it.
        var isReleased = false
        var quit = false
    }

    /// How many silent pushes wake an app.
    public let limits: PushLimits
    private var apps = AppStates(blank: AppPushes())
    /// The apps with a push that waits, by its arrival: those that an alert released, those for which a token has come
    /// as far as is known, and the others. None of an app that was quit waits.
    private var released = DeadlineHeap()
    private var ready = DeadlineHeap()
    private var unready = DeadlineHeap()
    /// The others, by the time of their tokens.
    private var tokens = DeadlineHeap()

    /// How many apps were looked at so far: the work that tests hold against what is documented.
    private(set) var looks = 0

    /// Whether a stored push waits for a token or for the radio.
    var isWaiting: Bool { !released.isEmpty || !ready.isEmpty || !unready.isEmpty }

    /// Makes a service without apps.
    public init(limits: PushLimits = PushLimits()) {
        self.limits = limits
    }

    /// Makes room for the apps 0 to `appCount` - 1; never fewer than before.
    ///
    /// - Complexity: O(1).
    public mutating func grow(to appCount: Int) { apps.grow(to: appCount) }

    /// Takes a push that has just arrived and says what to do with it. Afterwards ask
    /// ``nextDelivery(radioIsAwake:at:)``: an alert makes the radio awake for what is stored.
    ///
    /// A silent push never overtakes an older one of its app: where one is stored, it takes that one's place, even if
    /// there is a token.
    ///
    /// - Complexity: O(log apps), amortised: an alert takes that for each stored push, once.
    public mutating func receive(
        _ kind: PushKind, for app: AppID, number: UInt64, at now: Instant
    ) -> PushReception {
        guard apps.contains(app) else { return .refused(.unknownApp) }
        // Also what the app itself does not get came by radio.
        if kind == .alert { release() }
        guard !apps[app.index].quit else { return .refused(.quitByUser) }
        guard kind == .silent else { return .deliver }
        apps[app.index].bucket.hold(to: now, limits)
        let old = apps[app.index].stored
        if old == nil, apps[app.index].bucket.tokenTime(limits) <= now {
            apps[app.index].bucket.take(at: now, limits)
            return .deliver
        }
        apps[app.index].stored = PushMessage(app: app, number: number, kind: kind, arrived: now)
        place(app.index)
        return .stored(replacing: old)
    }

    /// What is stored goes out with an alert.
    private mutating func release() {
        while let app = (ready.first ?? unready.first)?.number {
            apps[app].isReleased = true
            place(app)
        }
    }

    /// Puts an app where its push belongs.
    private mutating func place(_ app: Int) {
        looks &+= 1
        let state = apps[app]
        let arrived = state.quit ? nil : state.stored?.arrived
        released.set(app, to: state.isReleased ? arrived : nil)
        ready.remove(app)
        unready.set(app, to: state.isReleased ? nil : arrived)
        tokens.set(app, to: unready[app] == nil ? nil : state.bucket.tokenTime(limits))
    }

    /// A stored push to deliver now, the one first that arrived first, then by app; nil if there is none (any more).
    /// Ask again until nil: whenever the radio is awake, after each push, and at ``nextTime``.
    ///
    /// - Parameters:
    ///   - radioIsAwake: whether something else has woken the radio, so that a delivery takes no token.
    ///   - now: the present time.
    /// - Complexity: O(log apps), amortised.
    public mutating func nextDelivery(radioIsAwake: Bool, at now: Instant) -> PushMessage? {
        sortOut(at: now)
        var first = Self.earlier(released.first, ready.first)
        if radioIsAwake { first = Self.earlier(first, unready.first) }
        guard let app = first?.number, let push = apps[app].stored else { return nil }
        if !radioIsAwake, !apps[app].isReleased { apps[app].bucket.take(at: now, limits) }
        apps[app].stored = nil
        apps[app].isReleased = false
        place(app)
        return push
    }

    /// Finds the pushes for which a token has come.
    private mutating func sortOut(at now: Instant) {
        // A clock that was set back may have taken a token away.
        while let app = ready.first?.number, apps[app].bucket.tokenTime(limits) > now { place(app) }
        while let app = tokens.popFirst(dueAt: now) {
            looks &+= 1
            unready.remove(app)
            ready.set(app, to: apps[app].stored?.arrived)
        }
    }

    private static func earlier(
        _ one: (number: Int, due: Instant)?, _ other: (number: Int, due: Instant)?
    ) -> (number: Int, due: Instant)? {
        guard let one, let other else { return one ?? other }
        return (one.due, one.number) <= (other.due, other.number) ? one : other
    }

    /// When to ask ``nextDelivery(radioIsAwake:at:)`` if nothing happens before: when the first app with a stored push
    /// has a token. It may have passed; nil if none waits.
    ///
    /// - Complexity: O(1).
    public var nextTime: Instant? {
        Self.earlier(Self.earlier(released.first, ready.first), tokens.first)?.due
    }

    /// Learns that the user quit the app. Unknown apps are ignored.
    ///
    /// - Complexity: O(log apps).
    public mutating func quit(_ app: AppID) {
        guard apps.contains(app), !apps[app.index].quit else { return }
        apps[app.index].quit = true
        apps[app.index].isReleased = false
        place(app.index)
    }

    /// Learns that the user opened the app. Unknown apps are ignored.
    ///
    /// - Complexity: O(log apps).
    public mutating func launched(_ app: AppID) {
        guard apps.contains(app), apps[app.index].quit else { return }
        apps[app.index].quit = false
        place(app.index)
    }

    /// Learns that the clock was set back: no token is further away than from an empty bucket, and nothing arrived
    /// after `now`.
    ///
    /// - Complexity: O(n log n) in the apps that ever had a push.
    public mutating func clockWentBack(to now: Instant) {
        for index in 0..<apps.writtenCount {
            let app = apps.written(index)
            apps[app].bucket.hold(to: now, limits)
            if let arrived = apps[app].stored?.arrived { apps[app].stored?.arrived = min(arrived, now) }
            place(app)
        }
    }

    /// The push that is stored for the app, and why; nil if none is.
    ///
    /// - Complexity: O(1).
    public func held(of app: AppID) -> HeldPush? {
        guard apps.contains(app), let stored = apps[app.index].stored else { return nil }
        let veto =
            apps[app.index].quit
            ? PushVeto.quitByUser : .overLimit(until: apps[app.index].bucket.tokenTime(limits))
        return HeldPush(message: stored, veto: veto)
    }

    /// Whether a silent push for the app would be refused or stored now, and why; nil if it would be delivered.
    ///
    /// - Complexity: O(1).
    public func veto(of app: AppID, at now: Instant) -> PushVeto? {
        guard apps.contains(app) else { return .unknownApp }
        let state = apps[app.index]
        if state.quit { return .quitByUser }
        let token = state.bucket.tokenTime(limits)
        return state.stored != nil || token > now
            ? .overLimit(until: min(token, now + limits.tokenSpan)) : nil
    }
}

extension PushService.AppPushes: SnapshotElement {
    static var blank: PushService.AppPushes { PushService.AppPushes() }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&bucket)
        try coder.code(&stored)
        try coder.code(&isReleased)
        try coder.code(&quit)
    }
}

extension PushService {
    /// Forgets an app. What is held for it is never delivered.
    ///
    /// - Complexity: O(log apps).
    mutating func forget(_ app: Int) {
        guard !apps.isBlank(app) else { return }
        released.remove(app)
        ready.remove(app)
        unready.remove(app)
        tokens.remove(app)
        apps.clear(app)
    }

    mutating func lend(_ numbers: AppNumbers) { apps.numbers = numbers }

    /// Whether nothing is known of places without an app, and nothing names an app that is not there.
    func agrees(with numbers: AppNumbers) -> Bool {
        numbers.vacant.allSatisfy { apps.isBlank($0) }
            && apps.written.allSatisfy { apps[$0].stored.map { numbers.has($0.app) } ?? true }
    }

    /// Whether the user quit the app; not if it is unknown.
    func wasQuit(_ app: AppID) -> Bool { apps.contains(app) && apps[app.index].quit }
}

extension PushService: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try apps.code(&coder)
        guard Coder.isReader else { return }
        for index in 0..<apps.writtenCount {
            let app = apps.written(index)
            try coder.check(apps[app].stored.map { $0.app.index == app } ?? true)
            place(app)
        }
    }
}
