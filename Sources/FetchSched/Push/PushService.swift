/// Decides which remote notification to deliver when.
///
/// Alerts are delivered at once and take no token. One silent push is held per app, the newest. What releases it
/// depends on where it is (``PushLimits/waitAtServer``):
///
/// - On the device, a token of the app, after the longest delay if its urgency is low; before that, any alert, but no
///   sooner than a minute after the app's last push, and a launch of the app. Each delivery takes a token. The radio
///   has no part in it: the push woke it already.
/// - At a server, radio activity for another reason, or an alert, and then it takes no token. The scheduler wakes the
///   radio where an announced update pays for it. After the longest delay the push is delivered on its own, one of high
///   urgency at once; that takes a token, and waits for one.
///
/// An app that the user quit receives none until the user opens it again: new pushes are refused, the held one waits.
/// The article <doc:BackgroundRules> has drawings of these rules.
struct PushService: Sendable, SnapshotCoded {
    struct AppPushes: AppOwned, SnapshotElement {
        var app = AppID()
        var bucket = TokenBucket()
        var held: PushMessage?
        /// First time at which the held push justifies a token.
        var due = FetchTime.distantPast
        /// Whether the app may still request the fetch of a delivered push whose announcement counts already.
        var mayRequest = false
        /// When a push was delivered last, on a device.
        var delivered = FetchTime.distantPast
        /// From when on the held push needs no token, after an alert or a launch.
        var released = FetchTime.distantFuture

        func dueTime(_ limits: PushLimits) -> FetchTime { min(released, max(due, bucket.tokenTime(limits))) }

        mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
            try coder.code(&app, &bucket, &held)
            try coder.code(&due, &delivered, &released)
            try coder.code(&mayRequest)
        }
    }

    let limits: PushLimits
    private(set) var records: [AppPushes] = []

    /// Least time between two pushes of an app on a device, so that a hundred alerts do not wake it a hundred times.
    private static var leastGap: TimeSpan { .minutes(1) }

    init(limits: PushLimits = PushLimits()) { self.limits = limits }

    /// Takes a push that arrived. A silent one never overtakes a held one, but replaces it even if there is a token.
    mutating func receive(
        _ kind: PushKind, for app: AppID, number: UInt64, at now: FetchTime, apps: AppTable
    ) -> PushReception {
        // Even an alert that its app does not receive arrived by radio.
        if kind == .alert {
            for index in records.indices where isWaiting(records[index], apps) {
                let earliest =
                    limits.waitAtServer ? .distantPast : max(now, records[index].delivered + Self.leastGap)
                records[index].released = min(records[index].released, earliest)
            }
        }
        guard !apps.isQuit(app) else { return .refused(FetchVeto(.quitByUser)) }
        guard kind != .alert else { return .deliver }
        let index = records.index(of: app, inserting: AppPushes(app: app))
        records[index].bucket.limit(to: now, limits)
        let old = records[index].held
        let due = now + limits.longestDelay(kind)
        let token = records[index].bucket.tokenTime(limits)
        if old == nil, due <= now || !limits.hostStores, token <= now {
            records[index].bucket.take(at: now, limits)
            (records[index].mayRequest, records[index].delivered) = (true, now)
            return .deliver
        }
        guard limits.hostStores else { return .refused(FetchVeto(.pushOverLimit, until: token)) }
        records[index].due = old == nil ? due : min(due, records[index].due)
        records[index].held = PushMessage(app: app, number: number, kind: kind, arrived: now)
        return .stored(replacing: old)
    }

    /// The next held push to deliver: the first that arrived, then the first by app. Call until nil whenever the radio
    /// is awake for another reason, so that a delivery takes no token; after each push; and at ``nextTime(apps:)``.
    mutating func nextDelivery(isRadioAwake: Bool, at now: FetchTime, apps: AppTable) -> PushMessage? {
        let first = records.least { record in
            guard isWaiting(record, apps) else { return nil }
            let isDue = isRadioAwake && limits.waitAtServer || record.dueTime(limits) <= now
            return isDue ? record.held?.arrived : nil
        }
        guard let index = first?.index, let push = records[index].held else { return nil }
        if !limits.waitAtServer || !isRadioAwake && records[index].released > now {
            records[index].bucket.take(at: now, limits)
        }
        (records[index].held, records[index].released) = (nil, .distantFuture)
        (records[index].mayRequest, records[index].delivered) = (true, now)
        return push
    }

    func nextTime(apps: AppTable) -> FetchTime? {
        records.least { record in
            guard isWaiting(record, apps) else { return nil }
            return record.dueTime(limits)
        }?.key
    }

    private func isWaiting(_ record: AppPushes, _ apps: AppTable) -> Bool {
        record.held != nil && !apps.isQuit(record.app)
    }

    mutating func quit(_ app: AppID) { records[of: app]?.released = .distantFuture }

    /// The user opened the app: what is held on the device is delivered.
    mutating func launched(_ app: AppID, at now: FetchTime) {
        if !limits.waitAtServer, held(of: app) != nil { records[of: app]?.released = now }
    }

    /// No token takes longer than from an empty bucket, and nothing arrived after `now`.
    mutating func clockWentBack(to now: FetchTime) {
        for index in records.indices {
            records[index].bucket.limit(to: now, limits)
            if let push = records[index].held {
                records[index].held?.arrived = min(push.arrived, now)
                records[index].due = min(records[index].due, now + limits.longestDelay(push.kind))
            }
            records[index].delivered = min(records[index].delivered, now)
            if records[index].released < .distantFuture {
                records[index].released = min(records[index].released, now + Self.leastGap)
            }
        }
    }

    mutating func forget(_ app: AppID) { records.removeRecord(of: app) }

    func held(of app: AppID) -> PushMessage? { records[of: app]?.held }

    /// Whether the announcement of the fetch that the app requests counts already; called once for each push.
    mutating func takeRequest(of app: AppID) -> Bool {
        defer { records[of: app]?.mayRequest = false }
        return records[of: app]?.mayRequest ?? false
    }

    func heldWork(of app: AppID, isQuit: Bool) -> [HeldWork] {
        guard let record = records[of: app], let push = record.held else { return [] }
        let isOverLimit = record.bucket.tokenTime(limits) > record.due
        let rule =
            isOverLimit ? FetchVeto.Rule.pushOverLimit : limits.waitAtServer ? .radioAsleep : .lowUrgency
        let veto = isQuit ? FetchVeto(.quitByUser) : FetchVeto(rule, until: record.dueTime(limits))
        return [HeldWork(kind: .push, number: push.number, since: push.arrived, vetoes: [veto])]
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&records)
    }
}
