/// Everything that apps do in the background, planned together: fetches, pushes, location wakeups, tasks, transfers.
///
///     var engine = BackgroundEngine(configuration: Configuration(), seed: 1)
///     let mail = engine.register(.minimum, at: now)
///     engine.observe(.launch(mail), at: now)
///     if engine.receive(.silent, for: mail, number: 1, at: now) == .deliver { /* bring it to the app */ }
///     while let action = engine.nextAction(at: now) { /* do it */ }
///     let timer = engine.nextTime(after: now)
///
/// A value like the ``Scheduler``, with the same rules: it never reads a clock, prints, waits or traps. Each kind of
/// work is an internal service; the engine adds what they have to do with each other.
///
/// **One wakeup of the radio serves all.** Silent pushes beyond their limit (the third here) and fetches whose windows
/// are `open` go out with a heartbeat, a push, a transfer, or whatever else wakes the radio. A push may ask for a fetch
/// (``requestFetch(of:at:)``), which takes place at once:
///
///     min       0    1    2    3    4
///     open      b              c
///     silent    aaa
///     beat                     h
///     given     aa             a
///     fetch     aa             a
///     fetch     b              c
///
/// **Transfers wait a while for others, and serve them.** A discretionary one whose conditions hold starts with the
/// next activity of the radio, after 15 minutes by itself:
///
///     min       0    5    10   15   20   25   30
///     open                          c
///     ask       1         2
///     beat         h
///     start        1                     2
///     end            1                    2
///     fetch                              c
///
/// **Whatever wakes an app lets it run for a while**: 5 s after its use, 10 s for a change of place, 30 s for a push
/// or a fetch. Then it is suspended unless it has begun a task; here an app that has reads on for its 10 minutes:
///
///     min       0    2    4    6    8    10   12
///     open      a
///     leave       a
///     begin       1
///     expiring                             1
///     killed                               a
///
/// **An app that the user quit is not started for anything** until it is opened again: pushes are refused, places and
/// the end of its transfers wait. Transfers themselves go on:
///
///     min       0    5    10   15   20
///     ask       1
///     quit        a
///     silent         a
///     place             a
///     beat                 h
///     start                1
///     end                   1
///     launch                     a
///     refused        a
///     woken                      p
///     woken                      t
///
/// **A fetch** is expired at its limit, and its completion counts once; one that brought something new asks for a
/// new picture of its app in the switcher:
///
///     s         0    10   20   30   40   50   60
///     force     a                   b
///     new                                b
///     late                             a
///     fetch     a                   b
///     stop                      a
///     error                            a
///     picture                            b
///
/// The host reports the radio's activity also where it comes of what the engine asked for: of pushes that it delivers
/// and transfers (``RadioCause/push``, ``RadioCause/transfer``), as they begin. (Fetches are known by their start and
/// their end.) When the user quits an app, or its process ends, its fetch has ended too, and nobody is to blame.
///
/// `Fetches` decides on the fetches: the ``Scheduler``, unless another rule is to be compared with it.
///
/// - Complexity: that of the services; of its own O(fetches under way + pushes that ask for one) per call.
public struct BackgroundEngine<Fetches: FetchScheduling>: Sendable {
    /// What decides on fetches, for the package's own simulator. Code that changes it calls ``fetchesChanged()`` afterwards.
    @usableFromInline package var decider: Fetches
    @usableFromInline var work: BackgroundWork

    /// Makes an engine without apps, with `fetches` to decide on fetches.
    @inlinable
    package init(fetches: Fetches, configuration: Configuration) {
        decider = fetches
        work = BackgroundWork(configuration: configuration)
    }

    /// What decides on fetches, to be asked what it knows. Only the engine tells it anything.
    @inlinable
    public var fetches: Fetches { _read { yield decider } }
    /// How it was configured.
    @inlinable
    public var configuration: Configuration { work.configuration }
    /// The transfers that have not ended, in the order of enqueuing.
    public var transfers: [TransferStatus] { work.transfers.transfers.map { TransferStatus($0) } }
    /// The device's circumstances.
    @inlinable
    public var conditions: Conditions { work.conditions }

    // MARK: What happens

    /// Learns what the host saw, without a look at whether it can be so: for the package's own simulator.
    @inlinable
    package mutating func tell(_ observation: Observation, at now: Instant) {
        endSilentUse(at: now)
        learn(observation, at: now)
    }

    @inlinable
    mutating func learn(_ observation: Observation, at now: Instant) {
        if work.observe(observation, apps: decider, at: now) { decider.observe(observation, at: now) }
    }

    /// A use of which nothing was heard for hours has ended, and the host missed it.
    @inlinable
    mutating func endSilentUse(at now: Instant) {
        if let use = work.silentUse(by: now) { learn(.endOfUse(use.app), at: use.end) }
    }

    /// Notes that something about ``decider`` changed, so that they are asked again what is due and when.
    @inlinable
    package mutating func fetchesChanged() { work.fetchesChanged() }

    /// Whether the radio is awake for some reason, so that work needs no wakeup.
    public func radioIsAwake(at now: Instant) -> Bool { work.radioIsAwake(at: now) }

    // MARK: Fetches

    /// Learns that an app wants to fetch what a push announced; see ``requestFetch(of:at:)``.
    @inlinable
    package mutating func wish(_ app: AppID, at now: Instant) {
        decider.observe(.contentHint(app), at: now)
        work.wish(app)
    }

    /// Learns that a fetch ended: part of ``complete(_:_:bytes:joules:at:)``, for simulations that tell `decider` themselves.
    @inlinable
    package mutating func fetchEnded(_ app: AppID, _ outcome: FetchOutcome, at now: Instant) {
        work.fetchEnded(app, outcome, at: now)
    }

    /// Takes note of fetches that ran past their limit, for the host to stop.
    @inlinable
    mutating func expireFetches(at now: Instant) {
        while let app = decider.nextExpired(at: now) { work.fetchExpired(app, at: now) }
    }

    // MARK: What to do

    /// What to do now; nil if nothing (any more). Ask until nil, after everything that was told and when
    /// ``nextTime(after:fetching:)`` has come.
    ///
    /// - Parameters:
    ///   - now: the present time.
    ///   - fetching: whether the host would start a fetch now. One that fetches one app after the other says no
    ///     while a fetch is under way.
    @inlinable
    public mutating func nextAction(at now: Instant, fetching: Bool = true) -> BackgroundAction? {
        endSilentUse(at: now)
        work.notice(now)
        expireFetches(at: now)
        updateBudgets(at: now)
        guard
            let action = work.nextAction(
                budgetIsSpent: decider.budgetIsSpent, apps: decider, at: now)
        else {
            return fetching ? nextFetch(at: now).map { .fetch($0) } : nil
        }
        if case .terminate(let app, _) = action { decider.observe(.processEnded(app), at: now) }
        return action
    }

    /// What waited for a budget may start when it serves again, and is stopped when it is spent.
    @inlinable
    mutating func updateBudgets(at now: Instant) {
        let wasSpent = decider.budgetIsSpent
        decider.updateBudgets(at: now)
        if decider.budgetIsSpent != wasSpent { work.fetchesChanged() }
    }

    @inlinable
    mutating func nextFetch(at now: Instant) -> AppID? {
        while let app = work.takeWish() {
            guard decider.startPushFetch(of: app, at: now) else { continue }
            work.noteStart(of: app, apps: decider, at: now)
            return app
        }
        guard work.asksForFetches(at: now) else { return nil }
        guard let app = decider.nextFetch(at: now) else {
            work.fetchesMayBeDue = false
            return nil
        }
        work.noteStart(of: app, apps: decider, at: now)
        return app
    }

    /// When to ask ``nextAction(at:fetching:)`` if nothing happens before; nil for not at all.
    ///
    /// - Parameters:
    ///   - now: the present time.
    ///   - fetching: as there.
    @inlinable
    public mutating func nextTime(after now: Instant, fetching: Bool = true) -> Instant? {
        var first = decider.nextExpiry ?? .distantFuture
        if fetching {
            if !work.fetchTimerIsKnown || (work.fetchTimer.map { $0 <= now } ?? false) {
                work.fetchTimer = decider.nextWakeup(after: now)
                work.fetchTimerIsKnown = true
            }
            first = min(first, work.fetchTimer ?? first)
        }
        if decider.budgetIsSpent, work.transfersWaitForBudget, let review = decider.budgetReview() {
            // One that has passed without effect, as where the costs are no numbers, is not asked after at once.
            first = min(first, review > now ? review : now + .hours(1))
        }
        return work.nextTime(
            after: now, first: first, budgetIsSpent: decider.budgetIsSpent, apps: decider)
    }
}
