@testable import FetchSched

/// The rules for pushes in the plainest way: tokens are counted, everything is searched for.
struct NaivePushes {
    struct App {
        /// Tokens times the milliseconds that one takes, so that they can be counted in whole numbers.
        var level: Int64
        var counted = FetchTime.monday
        var quit = false
        var delivered = FetchTime.distantPast
    }

    /// A stored push.
    struct Stored: Equatable {
        var app: Int
        var number: UInt64
        var kind: PushKind
        var arrived: FetchTime
        var due = FetchTime.distantPast
        var released: FetchTime?
    }

    let span: Int64
    let capacity: Int64
    let delays: [PushKind: TimeSpan]
    let atServer: Bool
    let stores: Bool
    var apps: [App] = []
    var stored: [Stored] = []

    init(_ limits: PushLimits, apps count: Int) {
        span = (3_600_000 + Int64(limits.perHour) - 1) / Int64(limits.perHour)
        capacity = span * Int64(limits.burst)
        (atServer, stores) = (limits.waitAtServer, limits.hostStores)
        delays = [
            .silentHigh: .zero, .silent: atServer ? limits.longestDelay : .zero,
            .silentLow: limits.longestDelay * 3,
            .silentVeryLow: limits.longestDelay * 6,
        ]
        // Full since long ago.
        apps = Array(repeating: App(level: capacity + TimeSpan.days(36_500).milliseconds), count: count)
    }

    /// The bucket runs over only when something is taken: until then it is known since when it is full.
    private mutating func count(_ app: Int, at now: FetchTime) {
        apps[app].level += (now - apps[app].counted).milliseconds
        apps[app].counted = now
    }

    private mutating func takeToken(_ app: Int, at now: FetchTime) -> Bool {
        count(app, at: now)
        guard apps[app].level >= span else { return false }
        apps[app].level = min(apps[app].level, capacity) - span
        return true
    }

    mutating func receive(_ kind: PushKind, _ app: Int, _ number: UInt64, at now: FetchTime) -> String {
        if kind == .alert {
            for index in stored.indices where !apps[stored[index].app].quit {
                let earliest =
                    atServer ? .distantPast : max(now, apps[stored[index].app].delivered + .minutes(1))
                stored[index].released = min(stored[index].released ?? earliest, earliest)
            }
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
        if due <= now || !stores, takeToken(app, at: now) {
            apps[app].delivered = now
            return "deliver"
        }
        if !stores { return "over limit" }
        stored.append(Stored(app: app, number: number, kind: kind, arrived: now, due: due))
        return "stored"
    }

    mutating func nextDelivery(isRadioAwake: Bool, at now: FetchTime) -> Stored? {
        for push in stored.sorted(by: { ($0.arrived, $0.app) < ($1.arrived, $1.app) })
        where !apps[push.app].quit {
            let isFree = atServer && isRadioAwake || push.released.map { $0 <= now } ?? false
            guard isFree || push.due <= now && takeToken(push.app, at: now) else { continue }
            if isFree, !atServer, !takeToken(push.app, at: now) { apps[push.app].level = 0 }
            apps[push.app].delivered = now
            stored.removeAll { $0 == push }
            return push
        }
        return nil
    }

    /// When to ask next, not before now.
    mutating func nextTime(at now: FetchTime) -> FetchTime? {
        var times: [FetchTime] = []
        for push in stored where !apps[push.app].quit {
            count(push.app, at: now)
            let missing = max(0, span - apps[push.app].level)
            times.append(max(push.due, now + TimeSpan(milliseconds: missing)))
            if let released = push.released { times.append(max(now, released)) }
        }
        return times.min()
    }

    mutating func quit(_ app: Int) {
        apps[app].quit = true
        for index in stored.indices where stored[index].app == app { stored[index].released = nil }
    }

    mutating func launched(_ app: Int, at now: FetchTime) {
        apps[app].quit = false
        for index in stored.indices where stored[index].app == app && !atServer {
            stored[index].released = now
        }
    }

    /// What was gained in the time undone is not there, but no bucket is emptier than empty.
    mutating func clockWentBack(to now: FetchTime) {
        for app in apps.indices {
            count(app, at: now)
            apps[app].level = max(apps[app].level, 0)
            apps[app].delivered = min(apps[app].delivered, now)
        }
        for index in stored.indices {
            stored[index].arrived = min(stored[index].arrived, now)
            stored[index].due = min(stored[index].due, now + (delays[stored[index].kind] ?? .zero))
            stored[index].released = stored[index].released.map { min($0, now + .minutes(1)) }
        }
    }
}
