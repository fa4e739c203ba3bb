import FetchSched

extension PolicyFamily {
    static let none = PolicyFamily("none", "no background fetches") { _ in PushPolicy() }

    /// Rules for pushes alone, which fetch nothing else: rivals where a trace has pushes. `none` fetches at each.
    static let ofPushes: [PolicyFamily] = [
        PolicyFamily(
            "push-hold", "fetches at each push; a silent one waits until the radio is awake",
            [.seconds("delay", 14_400, "longest delay of a silent push")], sweep: delays
        ) { PushPolicy(delay: $0.settings.span("delay")) },
        PolicyFamily(
            "push-every", "fetches at a push, each app once in a period",
            [.seconds("period", 3600, "least time between two fetches of an app")],
            sweep: [43_200, 14_400, 7200, 3600, 1800, 900]
        ) { PushPolicy(period: $0.settings.span("period")) },
        PolicyFamily(
            "push-never", "fetches at no push; a silent one waits until the radio is awake",
            [.seconds("delay", 172_800, "longest delay of a silent push")], sweep: delays
        ) { PushPolicy(delay: $0.settings.span("delay"), period: .max) },
    ]

    private static let delays: [Double] = [172_800, 86_400, 43_200, 28_800, 14_400, 7200, 3600, 1800, 900]
}

/// Fetches what pushes announce, by a plain rule: silent pushes are held while the radio sleeps, up to a delay, and each app
/// is fetched at most once in a period, and gets as many silent pushes. By default it fetches at each push and holds none:
/// what every other policy's energy is measured against.
struct PushPolicy: Policy {
    private let delay: TimeSpan
    private let period: TimeSpan
    /// When each app was fetched last.
    private var fetched: [Int: FetchTime] = [:]

    init(delay: TimeSpan = .zero, period: TimeSpan = .zero) {
        self.delay = delay
        self.period = period
    }

    func limitPushes(_ limits: inout PushLimits) {
        limits.longestDelay = delay
        guard period > .zero, period < .max else { return }
        limits.perHour = Int(max(1, TimeSpan.hours(1).milliseconds / period.milliseconds))
        limits.burst = 1
    }

    mutating func startPushFetch(of app: AppID, isAllowed: Bool, at now: FetchTime) -> Bool {
        guard isAllowed, period < .max, fetched[app.index].map({ now - $0 >= period }) ?? true else {
            return false
        }
        fetched[app.index] = now
        return true
    }

    mutating func setInterval(_ interval: FetchInterval, of app: AppID, at now: FetchTime) {}
    mutating func observe(_ observation: FetchEvent, at now: FetchTime) {}
    mutating func nextFetch(at now: FetchTime) -> AppID? { nil }
    mutating func complete(_ fetch: FinishedFetch, at now: FetchTime) {}
    mutating func nextWakeup(after now: FetchTime) -> FetchTime? { nil }
    var usesRadioFrom: FetchTime { .distantFuture }
}
