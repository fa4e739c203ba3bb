/// Decides which remote notification to deliver when.
///
/// Alerts are delivered at once and take no token. A silent push is held while the radio sleeps: one per app, the newest.
/// It is delivered when the radio is awake for another reason, which the scheduler sees to where an update that is
/// announced is worth a wakeup. After ``PushLimits/longestDelay`` it is delivered by itself, and one of high urgency at
/// once; that takes one of the app's tokens, and waits for one.
///
/// An app that the user quit receives none until the user opens it again: new pushes are refused, the held one waits. The
/// article <doc:BackgroundRules> has drawings of these rules.
struct PushService: Sendable, SnapshotCoded {
    struct AppPushes: AppOwned, SnapshotElement {
        var app = AppID()
        var bucket = TokenBucket()
        var held: PushMessage?
        /// From when on the held push is worth a token.
        var due = Instant.distantPast
        /// When the push arrived that was delivered last, until the app asks for its fetch.
        var arrival: Instant?
        /// Whether an alert arrived after the held push, which is then delivered next.
        var isReleased = false

        func dueTime(_ limits: PushLimits) -> Instant { max(due, bucket.tokenTime(limits)) }

        mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
            try coder.code(&app, &bucket, &held)
            try coder.code(&due, &arrival, &isReleased)
        }
    }

    let limits: PushLimits
    private(set) var records: [AppPushes] = []

    init(limits: PushLimits = PushLimits()) { self.limits = limits }

    /// Takes a push that has arrived. A silent one never overtakes a held one, but replaces it even if there is a token.
    mutating func receive(
        _ kind: PushKind, for app: AppID, number: UInt64, at now: Instant, apps: AppTable
    ) -> PushReception {
        // Even an alert that its app does not receive arrived by radio.
        if kind == .alert {
            for index in records.indices where isWaiting(records[index], apps) {
                records[index].isReleased = true
            }
        }
        guard !apps.isQuit(app) else { return .refused(Veto(.quitByUser)) }
        guard kind != .alert else { return .deliver }
        let index = records.index(of: app, inserting: AppPushes(app: app))
        records[index].bucket.limit(to: now, limits)
        let old = records[index].held
        let due = now + limits.longestDelay(kind)
        if old == nil, due <= now, records[index].bucket.tokenTime(limits) <= now {
            records[index].bucket.take(at: now, limits)
            records[index].arrival = now
            return .deliver
        }
        records[index].due = old == nil ? due : min(due, records[index].due)
        records[index].held = PushMessage(app: app, number: number, kind: kind, arrived: now)
        return .stored(replacing: old)
    }

    /// The next held push to deliver: the first that arrived, then the first by app. Call it until nil whenever the radio
    /// is awake for another reason, so that a delivery takes no token, after each push, and at ``nextTime(apps:)``.
    mutating func nextDelivery(isRadioAwake: Bool, at now: Instant, apps: AppTable) -> PushMessage? {
        let first = records.least { record in
            let isDue = isRadioAwake || record.isReleased || record.dueTime(limits) <= now
            return isDue && isWaiting(record, apps) ? record.held?.arrived : nil
        }
        guard let index = first?.index, let push = records[index].held else { return nil }
        if !isRadioAwake, !records[index].isReleased { records[index].bucket.take(at: now, limits) }
        (records[index].held, records[index].isReleased) = (nil, false)
        records[index].arrival = push.arrived
        return push
    }

    func nextTime(apps: AppTable) -> Instant? {
        records.least { record in
            guard isWaiting(record, apps) else { return nil }
            return record.isReleased ? .distantPast : record.dueTime(limits)
        }?.key
    }

    private func isWaiting(_ record: AppPushes, _ apps: AppTable) -> Bool {
        record.held != nil && !apps.isQuit(record.app)
    }

    mutating func quit(_ app: AppID) { records[of: app]?.isReleased = false }

    /// No token takes longer than from an empty bucket, and nothing arrived after `now`.
    mutating func clockWentBack(to now: Instant) {
        for index in records.indices {
            records[index].bucket.limit(to: now, limits)
            if let push = records[index].held {
                records[index].held?.arrived = min(push.arrived, now)
                records[index].due = min(records[index].due, now + limits.longestDelay(push.kind))
            }
            records[index].arrival = records[index].arrival.map { min($0, now) }
        }
    }

    mutating func forget(_ app: AppID) { records.removeRecord(of: app) }

    func held(of app: AppID) -> PushMessage? { records[of: app]?.held }

    mutating func takeArrival(of app: AppID) -> Instant? { records[of: app]?.arrival.take() }

    func heldWork(of app: AppID, isQuit: Bool) -> [HeldWork] {
        guard let record = records[of: app], let push = record.held else { return [] }
        let isOverLimit = record.bucket.tokenTime(limits) > record.due
        let rule = isOverLimit ? Veto.Rule.pushOverLimit : .radioAsleep
        let veto = isQuit ? Veto(.quitByUser) : Veto(rule, until: record.dueTime(limits))
        return [HeldWork(kind: .push, number: push.number, since: push.arrived, vetoes: [veto])]
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&records)
    }
}
