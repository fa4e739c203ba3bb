import FetchSched

extension PolicyFamily {
    static let lambdacrawl = PolicyFamily(
        "lambdacrawl", "crawler: splits a daily poll budget by launches and update rate",
        source:
            "Kolobov et al., \"Staying up to Date with Online Content Changes Using Reinforcement Learning for "
            + "Scheduling\" (NeurIPS 2019); Azar et al., \"Tractable near-optimal policies for crawling\" (PNAS 2018)",
        [
            PolicyParameter("perDay", 200, "/day", in: 0.1...1e6, "polls to share among all apps"),
            .seconds("resolve", 86_400, "time between new divisions of the polls"),
        ], sweep: [5, 10, 20, 50, 100, 200, 400, 800, 1600, 3200]
    ) {
        LambdaCrawlPolicy($0.settings)
    }
}

/// Divides a budget of looks among sources so that as many launches as possible find them fresh: with rate of change
/// r, launch rate mu and looks at random times at a rate of rho, a launch finds the source fresh with probability
/// rho / (rho + r), and the sum of mu rho / (rho + r) is greatest at
///
///     rho = max(0, sqrt(mu r / lambda) - r)
///
/// looks a second, lambda such that they sum to the budget. A source that changes too fast to follow gets none, because
/// freshness is binary (Azar et al.; LambdaCrawl proper counts the changes that were missed).
/// It learns both rates, but no habits: launches are to it as likely at any time. Looks are evenly spaced. It knows
/// nothing of a device's conditions.
struct LambdaCrawlPolicy: TimedPolicy {
    private struct Source {
        var since: FetchTime
        var launches = 0.0
        var changes: ChangeRate
        var lastLook: FetchTime
        var perSecond = 0.0
    }

    private let settings: PolicySettings
    private var sources: [Source] = []
    var times = AppTimes()
    private var queue = DueQueue()
    private var nextDivision: FetchTime?

    init(_ settings: PolicySettings) {
        self.settings = settings
    }

    mutating func setInterval(_ interval: FetchInterval, of app: AppID, at now: FetchTime) {
        times.setInterval(interval, of: app, at: now)
        while sources.count <= app.index {
            sources.append(Source(since: now, changes: ChangeRate(from: now), lastLook: now))
        }
        nextDivision = now
    }

    mutating func observe(_ observation: FetchEvent, at now: FetchTime) {
        times.observe(observation, at: now)
        switch observation {
        case .launch(let app): sources[app.index].launches += 1
        case .foregroundSync(let app, let outcome, _): looked(app.index, outcome, at: now)
        case .endOfUse(let app): schedule(app.index)
        default: break
        }
    }

    mutating func nextFetch(at now: FetchTime) -> AppID? {
        if let nextDivision, nextDivision <= now { divide(at: now) }
        return queue.takeAllowed(&times, at: now)
    }

    mutating func complete(_ fetch: FinishedFetch, at now: FetchTime) {
        times.complete(fetch, at: now)
        looked(fetch.app.index, fetch.outcome, at: fetch.start)
    }

    mutating func nextWakeup(after now: FetchTime) -> FetchTime? {
        let first = queue.first()?.due
        guard let nextDivision else { return first }
        return first.map { min($0, nextDivision) } ?? nextDivision
    }

    private mutating func looked(_ app: Int, _ outcome: FetchOutcome, at time: FetchTime) {
        sources[app].changes.looked(outcome, at: time)
        sources[app].lastLook = max(sources[app].lastLook, time)
        schedule(app)
    }

    private mutating func schedule(_ app: Int) {
        let allowed = times.allowedFrom(app)
        guard allowed != .distantFuture, sources[app].perSecond > 0 else {
            queue.set(app, due: .distantFuture)
            return
        }
        let gap = min(max(1 / sources[app].perSecond, 60), 31_536_000)
        queue.set(app, due: max(sources[app].lastLook + .seconds(gap), allowed))
    }

    private mutating func divide(at now: FetchTime) {
        nextDivision = now + settings.span("resolve")
        let wanted = sources.indices.filter { times.allowedFrom($0) != .distantFuture }
        let rates = wanted.map { app in
            // Half a launch in a day before it was known: no source is given up.
            let seconds = (now - sources[app].since).seconds + 86_400
            return CrawlRates.Source(
                changes: sources[app].changes.perSecond, launches: (sources[app].launches + 0.5) / seconds)
        }
        let perSecond = CrawlRates.divide(settings["perDay"] / 86_400, among: rates)
        for app in sources.indices { sources[app].perSecond = 0 }
        for (app, rate) in zip(wanted, perSecond) { sources[app].perSecond = rate }
        for app in sources.indices { schedule(app) }
    }
}

/// The optimal division of a crawler's looks.
enum CrawlRates {
    /// A source's rates of change and of launches, per second.
    struct Source {
        var changes: Double
        var launches: Double
    }

    /// Looks per second for each source, `total` in all.
    static func divide(_ total: Double, among sources: [Source]) -> [Double] {
        func rates(_ lambda: Double) -> [Double] {
            sources.map { source in
                max(0, (source.launches * source.changes / lambda).squareRoot() - source.changes)
            }
        }
        // The sum falls as lambda grows.
        var low = 1e-18
        var high = 1e18
        for _ in 0..<80 {
            let middle = (low * high).squareRoot()
            if rates(middle).reduce(0, +) > total { low = middle } else { high = middle }
        }
        return rates((low * high).squareRoot())
    }
}
