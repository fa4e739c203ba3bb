import FetchSched
import FetchSim

/// A policy whose decisions come from somewhere else, line by line: see docs/exec-policy.md.
///
/// Passes on every event and query of a ``/FetchSim/Policy``. The program gives no reasons and has no budgets.
struct ExecPolicy<Channel: LineChannel>: Policy {
    private let session: ExecSession<Channel>
    let parallelFetches: Int
    private(set) var usesRadioFrom = FetchTime.distantPast
    /// When to query the program next, if it said so and nothing has happened since.
    private var wake: FetchTime?
    /// Whether nothing has happened since it had nothing to fetch.
    private var isIdle = false

    init(_ session: ExecSession<Channel>, _ setup: PolicySetup) {
        self.session = session
        parallelFetches = session.hello(setup)
    }

    private mutating func somethingHappens() {
        wake = nil
        isIdle = false
    }

    mutating func setInterval(_ interval: FetchInterval, of app: AppID, at now: FetchTime) {
        somethingHappens()
        session.setInterval(interval, of: app, at: now)
    }

    mutating func observe(_ observation: FetchEvent, at now: FetchTime) {
        somethingHappens()
        session.tell(EventLine.observation(observation, now))
    }

    mutating func nextFetch(at now: FetchTime) -> AppID? {
        let answer = session.fetch(at: now, isWoken: isIdle)
        if let app = answer.app {
            somethingHappens()
            return AppID(app)
        }
        isIdle = true
        take(answer)
        return nil
    }

    mutating func complete(_ fetch: FinishedFetch, at now: FetchTime) {
        somethingHappens()
        session.tell(EventLine.fetched(fetch, now))
    }

    mutating func startPushFetch(of app: AppID, isAllowed: Bool, at now: FetchTime) -> Bool {
        somethingHappens()
        return session.push(app, isAllowed: isAllowed, at: now)
    }

    mutating func nextWakeup(after now: FetchTime) -> FetchTime? {
        if wake == nil { take(session.wake(at: now)) }
        return wake == .distantFuture ? nil : wake
    }

    private mutating func take(_ answer: Answer.Fetch) {
        wake = answer.wake
        usesRadioFrom = answer.radio ?? .distantPast
    }
}
