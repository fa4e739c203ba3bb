/// The state of a transfer that has not ended.
public struct TransferStatus: Hashable, Sendable, SnapshotElement {
    /// The transfer.
    public private(set) var id: TransferID
    /// The app's request.
    public private(set) var request: TransferRequest
    /// Whether the transfer was started and not stopped since.
    public internal(set) var isActive = false
    /// The bytes transferred so far.
    public private(set) var bytesDone: Int64 = 0
    /// When the transfer is given up.
    public private(set) var deadline: FetchTime
    /// Consecutive interruptions without progress.
    public private(set) var interruptions = 0
    /// Whether the transfer no longer requires Wi-Fi: its deadline is near, and there was no Wi-Fi for days.
    public private(set) var ignoresWiFiRequirement = false
    /// Whether the transfer no longer requires power, for the same reason.
    public private(set) var ignoresPowerRequirement = false

    /// When its conditions started to hold; nil while they do not.
    private(set) var readySince: FetchTime?
    private(set) var backoffUntil = FetchTime.distantPast
    private var bytesAtStart: Int64 = 0

    init(_ id: TransferID, _ request: TransferRequest, _ limits: TransferLimits, at now: FetchTime) {
        self.id = id
        self.request = request
        deadline = now + max(.zero, request.resourceTimeout ?? limits.resourceTimeout)
    }

    var size: Int64 { max(0, request.bytes) }

    func visitVetoes(_ conditions: TransferConditions, _ visit: (FetchVeto.Rule) -> Void) {
        let device = conditions.device
        if device.network == .none { visit(.noNetwork) }
        guard request.isDiscretionary else { return }
        if device.network == .cellular, !ignoresWiFiRequirement { visit(.notOnWiFi) }
        if !device.isPowered(conditions.limits), !ignoresPowerRequirement { visit(.noPower) }
        if device.isInLowPowerMode { visit(.lowPowerMode) }
        if device.isBatteryLow(below: conditions.limits.lowBatteryLevel) { visit(.lowBattery) }
        if !device.isRefreshAllowed { visit(.refreshOff) }
        if !conditions.apps.isRefreshAllowed(request.app) { visit(.refreshOffForApp) }
        if conditions.isBudgetSpent { visit(.budgetSpent) }
    }

    mutating func update(_ conditions: TransferConditions) {
        // Without a network, an interruption is not the transfer's fault.
        if conditions.device.network == .none { (interruptions, backoffUntil) = (0, .distantPast) }
        // The change lasts, so that a short time on Wi-Fi does not undo it.
        relax(conditions)
        var isReady = true
        visitVetoes(conditions) { _ in isReady = false }
        readySince = isReady ? readySince ?? conditions.now : nil
    }

    /// Near the deadline the transfer stops waiting for a condition that was absent for days.
    private mutating func relax(_ conditions: TransferConditions) {
        let (history, limits) = (conditions.history, conditions.limits)
        guard request.isDiscretionary, isNearFrom(limits) <= conditions.now else { return }
        func isMissing(_ since: FetchTime?) -> Bool {
            since.map { $0 + limits.relaxAfter <= conditions.now } ?? false
        }
        let noWiFi = isMissing(history.noWiFi)
        ignoresWiFiRequirement = ignoresWiFiRequirement || noWiFi
        // If each occurs, but never both, the transfer takes the battery's energy rather than mobile data.
        let noPower = isMissing(history.noPower) || !noWiFi && isMissing(history.noBoth)
        ignoresPowerRequirement = ignoresPowerRequirement || noPower
    }

    func isNearFrom(_ limits: TransferLimits) -> FetchTime {
        deadline - max(limits.nearing, limits.longest(bytes: size - bytesDone))
    }

    /// When the transfer may start, if its conditions hold until then.
    func startsAt(_ conditions: TransferConditions, isRadioAwake: Bool) -> FetchTime {
        guard request.isDiscretionary, !isRadioAwake else { return backoffUntil }
        let latest = deadline - conditions.limits.longest(bytes: size - bytesDone)
        return max(backoffUntil, min((readySince ?? conditions.now) + conditions.limits.patience, latest))
    }

    func precedes(_ other: TransferStatus) -> Bool {
        if level != other.level { return level > other.level }
        return deadline != other.deadline ? deadline < other.deadline : id < other.id
    }

    /// Twice the priority; of equal ones, a discretionary transfer is behind.
    var level: Int { 2 * Int(request.priority.rawValue) + (request.isDiscretionary ? 0 : 1) }

    mutating func start() {
        bytesAtStart = bytesDone
        isActive = true
    }

    mutating func reach(_ bytes: Int64) { bytesDone = min(max(bytesDone, bytes), size) }

    mutating func backOff(_ limits: TransferLimits, at now: FetchTime) {
        if bytesDone > bytesAtStart { interruptions = 0 }
        let wait = min(limits.firstRetry * (1 << Int64(min(interruptions, 40))), limits.longestRetry)
        interruptions += interruptions < 1000 ? 1 : 0
        backoffUntil = now + max(limits.firstRetry, wait)
    }

    mutating func move(from old: FetchTime, to new: FetchTime) {
        deadline = deadline.moved(from: old, to: new)
        backoffUntil = backoffUntil.moved(from: old, to: new)
        readySince = readySince.map { $0.moved(from: old, to: new) }
    }

    init() { self.init(TransferID(), TransferRequest(), TransferLimits(), at: .epoch) }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&id, &request, &deadline, &bytesDone)
        try coder.code(&isActive, &readySince, &backoffUntil, &bytesAtStart)
        try coder.code(&interruptions, in: 0...1000)
        try coder.code(&ignoresWiFiRequirement, &ignoresPowerRequirement)
        try coder.check(bytesDone >= 0 && bytesDone <= size && bytesAtStart >= 0 && bytesAtStart <= bytesDone)
    }
}
