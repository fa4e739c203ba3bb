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
/// It reads no clock and prints nothing. All calls are O(1), or O(apps) while pushes are stored; nothing is allocated
/// once all apps are known.
public struct PushService: Sendable {
    fileprivate struct AppPushes: Sendable {
        var bucket = TokenBucket()
        var stored: PushMessage?
        /// The stored one goes out at the next question: an alert came after it.
        var isReleased = false
        var quit = false
    }

    /// How many silent pushes wake an app.
    public let limits: PushLimits
    private var apps: [AppPushes] = []
    /// How many stored pushes wait for a token or for the radio; those of apps that were quit do not.
    private var waiting = 0

    /// Whether a stored push waits for a token or for the radio.
    var isWaiting: Bool { waiting > 0 }

    /// Makes a service without apps.
    public init(limits: PushLimits = PushLimits()) {
        self.limits = limits
    }

    /// Makes room for the apps 0 to `appCount` - 1; never fewer than before.
    ///
    /// - Complexity: O(new apps).
    public mutating func grow(to appCount: Int) {
        while apps.count < appCount { apps.append(AppPushes()) }
    }

    /// Takes a push that has just arrived and says what to do with it. Afterwards ask
    /// ``nextDelivery(radioIsAwake:at:)``: an alert makes the radio awake for what is stored.
    ///
    /// A silent push never overtakes an older one of its app: where one is stored, it takes that one's place, even if
    /// there is a token.
    ///
    /// - Complexity: O(1), O(apps) for an alert while pushes are stored.
    public mutating func receive(
        _ kind: PushKind, for app: AppID, number: UInt64, at now: Instant
    ) -> PushReception {
        guard apps.indices.contains(app.index) else { return .refused(.unknownApp) }
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
        if old == nil { waiting += 1 }
        apps[app.index].stored = PushMessage(app: app, number: number, kind: kind, arrived: now)
        return .stored(replacing: old)
    }

    /// What is stored goes out with an alert.
    private mutating func release() {
        guard waiting > 0 else { return }
        for app in apps.indices where apps[app].stored != nil && !apps[app].quit {
            apps[app].isReleased = true
        }
    }

    /// A stored push to deliver now, the one first that arrived first, then by app; nil if there is none (any more).
    /// Ask again until nil: whenever the radio is awake, after each push, and at ``nextTime``.
    ///
    /// - Parameters:
    ///   - radioIsAwake: whether something else has woken the radio, so that a delivery takes no token.
    ///   - now: the present time.
    /// - Complexity: O(1) if none waits, else O(apps).
    public mutating func nextDelivery(radioIsAwake: Bool, at now: Instant) -> PushMessage? {
        guard waiting > 0 else { return nil }
        var first: PushMessage?
        for app in apps {
            guard let stored = app.stored, !app.quit, first.map({ stored.arrived < $0.arrived }) ?? true
            else {
                continue
            }
            if radioIsAwake || app.isReleased || app.bucket.tokenTime(limits) <= now { first = stored }
        }
        guard let first else { return nil }
        let app = first.app.index
        if !radioIsAwake, !apps[app].isReleased { apps[app].bucket.take(at: now, limits) }
        apps[app].stored = nil
        apps[app].isReleased = false
        waiting -= 1
        return first
    }

    /// When to ask ``nextDelivery(radioIsAwake:at:)`` if nothing happens before: when the first app with a stored push
    /// has a token. It may have passed; nil if none waits.
    ///
    /// - Complexity: O(1) if none waits, else O(apps).
    public var nextTime: Instant? {
        guard waiting > 0 else { return nil }
        var next: Instant?
        for app in apps {
            guard let stored = app.stored, !app.quit else { continue }
            let time = app.isReleased ? stored.arrived : app.bucket.tokenTime(limits)
            next = min(next ?? time, time)
        }
        return next
    }

    /// Learns that the user quit the app. Unknown apps are ignored.
    ///
    /// - Complexity: O(1).
    public mutating func quit(_ app: AppID) {
        guard apps.indices.contains(app.index), !apps[app.index].quit else { return }
        apps[app.index].quit = true
        apps[app.index].isReleased = false
        if apps[app.index].stored != nil { waiting -= 1 }
    }

    /// Learns that the user opened the app. Unknown apps are ignored.
    ///
    /// - Complexity: O(1).
    public mutating func launched(_ app: AppID) {
        guard apps.indices.contains(app.index), apps[app.index].quit else { return }
        apps[app.index].quit = false
        if apps[app.index].stored != nil { waiting += 1 }
    }

    /// Learns that the clock was set back: no token is further away than from an empty bucket, and nothing arrived
    /// after `now`.
    ///
    /// - Complexity: O(apps).
    public mutating func clockWentBack(to now: Instant) {
        for app in apps.indices {
            apps[app].bucket.hold(to: now, limits)
            if let arrived = apps[app].stored?.arrived { apps[app].stored?.arrived = min(arrived, now) }
        }
    }

    /// The push that is stored for the app, and why; nil if none is.
    ///
    /// - Complexity: O(1).
    public func held(of app: AppID) -> HeldPush? {
        guard apps.indices.contains(app.index), let stored = apps[app.index].stored else { return nil }
        let veto =
            apps[app.index].quit
            ? PushVeto.quitByUser : .overLimit(until: apps[app.index].bucket.tokenTime(limits))
        return HeldPush(message: stored, veto: veto)
    }

    /// Whether a silent push for the app would be refused or stored now, and why; nil if it would be delivered.
    ///
    /// - Complexity: O(1).
    public func veto(of app: AppID, at now: Instant) -> PushVeto? {
        guard apps.indices.contains(app.index) else { return .unknownApp }
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
    /// Whether the user quit the app; not if it is unknown.
    func wasQuit(_ app: AppID) -> Bool { apps.indices.contains(app.index) && apps[app.index].quit }
}

extension PushService: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&apps)
        guard Coder.isReader else { return }
        waiting = 0
        for app in apps.indices {
            try coder.check(apps[app].stored.map { $0.app.index == app } ?? true)
            waiting += apps[app].stored != nil && !apps[app].quit ? 1 : 0
        }
    }
}
