import FetchSched

/// How long ago an app was used, as Android sees it: the deepest bucket whose time since the last use *and* whose
/// screen-on time since then are both exceeded.
///
///     bucket            active   working   frequent   rare    restricted
///     time since use    0        12 h      24 h       48 h    8 d
///     screen-on time    0        0         1 h        2 h     6 h
///
/// Source: AOSP, `AppStandbyController` (Android 14). A new app counts as used when it is registered; the screen is
/// assumed to be on while an app is in use. Buckets raised by notifications or predictions are left out: the host
/// reports neither.
struct StandbyBuckets: Sendable {
    enum Bucket: Int, Sendable {
        case active, working, frequent, rare, restricted
    }

    private struct App {
        var lastUse: FetchTime
        /// Screen-on time of the device when it was used last.
        var screenAtUse: TimeSpan
    }

    private static let elapsed: [TimeSpan] = [.zero, .hours(12), .hours(24), .hours(48), .days(8)]
    private static let screen: [TimeSpan] = [.zero, .zero, .hours(1), .hours(2), .hours(6)]
    /// A use makes an app active for so long at the least.
    private static let strongUse = TimeSpan.hours(1)

    private var apps: [App] = []
    private var screenTime = TimeSpan.zero
    private var screenSince: FetchTime?

    mutating func register(_ app: Int, at now: FetchTime) {
        while apps.count <= app { apps.append(App(lastUse: now, screenAtUse: screenTime)) }
    }

    mutating func observe(_ observation: FetchEvent, at now: FetchTime) {
        switch observation {
        case .launch(let app):
            settle(at: now)
            screenSince = now
            used(app.index, at: now)
        case .endOfUse(let app):
            settle(at: now)
            used(app.index, at: now)
        default: break
        }
    }

    private mutating func used(_ app: Int, at now: FetchTime) {
        apps[app] = App(lastUse: now, screenAtUse: screenTime)
    }

    private mutating func settle(at now: FetchTime) {
        if let since = screenSince { screenTime = screenTime + (now - since) }
        screenSince = nil
    }

    func bucket(_ app: Int, at now: FetchTime) -> Bucket {
        let elapsed = now - apps[app].lastUse
        if elapsed < Self.strongUse { return .active }
        let onNow = screenTime + (screenSince.map { now - $0 } ?? .zero)
        let screen = onNow - apps[app].screenAtUse
        for bucket in [Bucket.restricted, .rare, .frequent, .working]
        where elapsed >= Self.elapsed[bucket.rawValue] && screen >= Self.screen[bucket.rawValue] {
            return bucket
        }
        return .active
    }
}
