import FetchSched

extension PolicyFamily {
    static let tailender = PolicyFamily(
        "tailender", "defers requests to a deadline, then sends all",
        source:
            "Balasubramanian, Balasubramanian, Venkataramani, \"Energy consumption in mobile phones\" (IMC 2009)",
        [
            .seconds("period", 3600, "time between an app's requests"),
            PolicyParameter("delay", 0.5, in: 0...1, "how long a request may wait, as a part of the period"),
            PolicyParameter(
                "tailPart", 0.62, in: 0...1, "part of the tail in which requests go along at once"),
        ], sweep: periods
    ) {
        TailEnderPolicy(
            period: $0.settings.span("period"), delay: $0.settings["delay"],
            tail: .seconds($0.radio.tailSeconds * $0.settings["tailPart"]))
    }
}

/// TailEnder: each app asks for a fetch every `period`, and the request may wait. When a deadline comes, all pending
/// requests are sent; those that come within 0.62 of the tail after it go at once, as the radio is still up.
///
///     A asks    r......................D
///     B asks              r............F   (sent with A's)
///     C asks                             rF  (in the tail)
///
/// Other traffic counts like its own: pending requests go along, and so do requests in the first 0.62 of the tail. With
/// a tail, a launch brings the app up to date and takes back its request. A custom interval longer than the period is
/// the app's period.
///
/// Without a tail the requests are alarms, batched lazily: the device wakes at the end of the window that ends first, and
/// delivers every alarm whose window is open. Alarms know neither radio activity nor launches; one that comes while
/// its app is in use is lost.
///
/// Requests repeat on their own grid: the next one comes a whole number of periods after the first. An app's first is
/// shifted like that of a timer of its own, see ``FixedPolicy``.
struct TailEnderPolicy: Policy {
    private struct App {
        var period: TimeSpan
        /// The next request, or the pending one.
        var request: FetchTime
    }

    private let period: TimeSpan
    private let delay: Double
    /// Nil if nothing but deadlines counts.
    private let tail: TimeSpan?
    private var times = AppTimes()
    private var apps: [App] = []
    /// Deadlines of the requests that were made, and of those to come.
    private var deadlines = DueQueue()
    private var requests = DueQueue()
    /// End of the last traffic.
    private var sentUntil = FetchTime.distantPast
    private var batch: [Int] = []

    init(period: TimeSpan, delay: Double, tail: TimeSpan?) {
        self.period = period
        self.delay = delay
        self.tail = tail
    }

    mutating func setInterval(_ interval: FetchInterval, of app: AppID, at now: FetchTime) {
        times.setInterval(interval, of: app, at: now)
        let wanted = interval.period(atLeast: period)
        let new = App(period: wanted, request: now + phase(of: app.index, within: wanted))
        if apps.count <= app.index { apps.append(new) } else { apps[app.index] = new }
        schedule(app.index)
    }

    mutating func observe(_ observation: FetchEvent, at now: FetchTime) {
        times.observe(observation, at: now)
        if tail == nil { return }
        switch observation {
        case .launch(let app), .endOfUse(let app): moveOn(app.index, at: now)
        case .radio(_, let until): sentUntil = max(sentUntil, until)
        default: break
        }
    }

    mutating func nextFetch(at now: FetchTime) -> AppID? {
        if batch.isEmpty {
            if let (_, due) = deadlines.first(), due <= now { send(at: now) }
            if let tail, sentUntil != .distantPast, now <= sentUntil + tail,
                let (_, requested) = requests.first(),
                requested <= now
            {
                send(at: now)
            }
        }
        return times.takeLast(of: &batch, at: now)
    }

    mutating func complete(_ fetch: FinishedFetch, at now: FetchTime) {
        times.complete(fetch, at: now)
        sentUntil = max(sentUntil, now)
    }

    /// Pending requests are sent at once.
    var parallelFetches: Int { .max }

    var usesRadioFrom: FetchTime { tail == nil ? .distantFuture : .distantPast }

    mutating func nextWakeup(after now: FetchTime) -> FetchTime? {
        guard let deadline = deadlines.first()?.due else { return nil }
        // In the tail, a request is served as soon as it comes.
        guard let tail, sentUntil != .distantPast, let requested = requests.first()?.due,
            requested <= sentUntil + tail
        else { return deadline }
        return min(deadline, requested)
    }

    private mutating func send(at now: FetchTime) {
        for app in apps.indices.reversed() where times[app].interval != .never && apps[app].request <= now {
            let allowed = times.allowedFrom(app)
            if allowed > now {
                // The next request is at the end of the interval, not a whole period later.
                apps[app].request = allowed
                schedule(app)
            } else {
                if !times[app].inForeground { batch.append(app) }
                moveOn(app, at: now)
            }
        }
    }

    /// Sets the app's next request, on its own grid, after a fetch or use at `now`.
    private mutating func moveOn(_ app: Int, at now: FetchTime) {
        if apps[app].request <= now {
            apps[app].request = apps[app].request.next(every: apps[app].period, after: now)
        }
        schedule(app)
    }

    private mutating func schedule(_ app: Int) {
        let isWanted = times[app].interval != .never
        let wait = TimeSpan.seconds(apps[app].period.seconds * delay)
        requests.set(app, due: isWanted ? apps[app].request : .distantFuture)
        deadlines.set(app, due: isWanted ? apps[app].request + wait : .distantFuture)
    }
}
