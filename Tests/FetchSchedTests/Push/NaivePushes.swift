@testable import FetchSched

/// The rules for pushes in the plainest way: tokens are counted, everything is searched for.
struct NaivePushes {
    struct App {
        /// Tokens times the milliseconds that one takes, so that they can be counted in whole numbers.
        var level: Int64
        var counted = Instant.monday
        var quit = false
    }

    /// A stored push.
    struct Stored: Equatable {
        var app: Int
        var number: UInt64
        var kind: PushKind
        var arrived: Instant
        var due = Instant.distantPast
        var released = false
    }

    let span: Int64
    let capacity: Int64
    let delays: [PushKind: TimeSpan]
    var apps: [App] = []
    var stored: [Stored] = []

    init(_ limits: PushLimits, apps count: Int) {
        span = (3_600_000 + Int64(limits.perHour) - 1) / Int64(limits.perHour)
        capacity = span * Int64(limits.burst)
        delays = [
            .silentHigh: .zero, .silent: limits.longestDelay, .silentLow: limits.longestDelay * 3,
            .silentVeryLow: limits.longestDelay * 6,
        ]
        // Full since long ago.
        apps = Array(repeating: App(level: capacity + TimeSpan.days(36_500).milliseconds), count: count)
    }

    /// The bucket runs over only when something is taken: until then it is known since when it is full.
    private mutating func count(_ app: Int, at now: Instant) {
        apps[app].level += (now - apps[app].counted).milliseconds
        apps[app].counted = now
    }

    private mutating func takeToken(_ app: Int, at now: Instant) -> Bool {
        count(app, at: now)
        guard apps[app].level >= span else { return false }
        apps[app].level = min(apps[app].level, capacity) - span
        return true
    }

    mutating func receive(_ kind: PushKind, _ app: Int, _ number: UInt64, at now: Instant) -> String {
        if kind == .alert {
            for index in stored.indices where !apps[stored[index].app].quit { stored[index].released = true }
        }
        if apps[app].quit { return "refused" }
        if kind == .alert { return "deliver" }
        let due = now + (delays[kind] ?? .zero)
        if let index = stored.firstIndex(where: { $0.app == app }) {
            let old = stored[index].number
            stored[index] = Stored(
                app: app, number: number, kind: kind, arrived: now, due: min(due, stored[index].due),
                released: stored[index].released)
            return "stored for \(old)"
        }
        if due <= now, takeToken(app, at: now) { return "deliver" }
        stored.append(Stored(app: app, number: number, kind: kind, arrived: now, due: due))
        return "stored"
    }

    mutating func nextDelivery(isRadioAwake: Bool, at now: Instant) -> Stored? {
        for push in stored.sorted(by: { ($0.arrived, $0.app) < ($1.arrived, $1.app) })
        where !apps[push.app].quit {
            if isRadioAwake || push.released || push.due <= now && takeToken(push.app, at: now) {
                stored.removeAll { $0 == push }
                return push
            }
        }
        return nil
    }

    /// When to ask next, not before now.
    mutating func nextTime(at now: Instant) -> Instant? {
        var times: [Instant] = []
        for push in stored where !apps[push.app].quit {
            count(push.app, at: now)
            let missing = push.released ? 0 : max(0, span - apps[push.app].level)
            let due = push.released ? now : max(now, push.due)
            times.append(max(due, now + TimeSpan(milliseconds: missing)))
        }
        return times.min()
    }

    mutating func quit(_ app: Int) {
        apps[app].quit = true
        for index in stored.indices where stored[index].app == app { stored[index].released = false }
    }

    /// What was gained in the time undone is not there, but no bucket is emptier than empty.
    mutating func clockWentBack(to now: Instant) {
        for app in apps.indices {
            count(app, at: now)
            apps[app].level = max(apps[app].level, 0)
        }
        for index in stored.indices {
            stored[index].arrived = min(stored[index].arrived, now)
            stored[index].due = min(stored[index].due, now + (delays[stored[index].kind] ?? .zero))
        }
    }
}
