/// The importance of a transfer compared with others, set by its app.
public enum TransferPriority: UInt8, Hashable, Comparable, Sendable {
    case low, normal, high

    /// Orders priorities from low to high.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A transfer that an app leaves to the device.
public struct TransferRequest: Hashable, Sendable, SnapshotElement {
    /// The app that requests the transfer.
    public var app: AppID
    /// The app's number for transfers that belong together: the app is woken once, after the last of them.
    public var session = 0
    /// The size in bytes; a negative size counts as 0.
    public var bytes: Int64
    /// The importance of the transfer compared with others.
    public var priority = TransferPriority.normal
    /// Whether the transfer waits for Wi-Fi and power. The engine sets it if the app is not in the foreground, so that
    /// the user does not wait for the transfer, as `URLSessionConfiguration.isDiscretionary` does.
    public var isDiscretionary = false
    /// Whether the end of the transfer wakes the app.
    public var wakesApp = true
    /// The time until the transfer is given up, waiting included; nil for ``TransferLimits/resourceTimeout``. A
    /// negative time counts as zero, and `TimeSpan.max` as forever.
    public var resourceTimeout: TimeSpan?

    /// Makes a request of that size, with session 0 and the other defaults.
    public init(_ app: AppID, bytes: Int64) {
        self.app = app
        self.bytes = bytes
    }

    init() { self.init(AppID(), bytes: 0) }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&app, &session, &bytes, &priority)
        try coder.code(&isDiscretionary, &wakesApp, &resourceTimeout)
    }
}

/// Identifies a transfer. IDs are never reused.
public struct TransferID: Hashable, Comparable, Sendable, SnapshotElement {
    /// The transfer's number in the order of enqueuing, from 1.
    public private(set) var number: UInt64

    /// Identifies the transfer that was enqueued under that number.
    public init(_ number: UInt64) { self.number = number }

    /// Orders transfers by enqueuing.
    public static func < (left: TransferID, right: TransferID) -> Bool { left.number < right.number }

    init() { number = 0 }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&number)
    }
}

/// Limits of background transfers.
public struct TransferLimits: Hashable, Sendable {
    /// Minimum battery level for discretionary transfers without a charger, 0 to 1; above 1 for never. iOS requires 0.5
    /// to install an update; Apple publishes no level for transfers. Android's `BATTERY_NOT_LOW` requires less.
    public var powerLevel = 0.5
    /// Battery level below which no discretionary transfer runs without a charger.
    var lowBatteryLevel = 0.2
    /// Time of absence after which a transfer near its deadline stops waiting for a condition. Android's
    /// `FlexibilityController` uses the same three days (`DEFAULT_UNSEEN_CONSTRAINT_GRACE_PERIOD_MS`).
    public var relaxAfter = TimeSpan.days(3)
    /// Time before the deadline from which it counts as near; more if the rest takes longer at the slowest rate.
    public var nearing = TimeSpan.days(1)
    /// The slowest expected rate, in bytes per second; at least 1.
    public var slowestBytesPerSecond = 50_000.0
    /// Maximum time that a discretionary transfer waits for other radio activity once its conditions hold.
    public var patience = TimeSpan.minutes(15)
    /// Maximum number of active transfers; at least 1.
    public var mostAtOnce = 1
    /// Maximum number of transfers of one app that have not ended, and of its sessions whose wake is due; at least 1.
    public var mostPerApp = 1_000
    /// Maximum number for all apps together; 1 to 2^24. Each call takes time in proportion to the transfers.
    public var mostInAll = 10_000
    /// Delay after an interruption; it doubles with each further one without progress.
    public var firstRetry = TimeSpan(milliseconds: 30_000)
    /// Longest delay after an interruption.
    public var longestRetry = TimeSpan.hours(1)
    /// Default time until a transfer is given up: seven days, as with `URLSession`.
    public var resourceTimeout = TimeSpan.days(7)

    /// Makes the defaults.
    public init() {}

    func longest(bytes: Int64) -> TimeSpan { .seconds(Double(bytes) / slowestBytesPerSecond) }
}

/// Conditions at one time that decide which transfers run.
struct TransferConditions: Sendable {
    let device: DeviceConditions
    let isBudgetSpent: Bool
    /// Whether the radio is awake for another reason, so that a transfer needs no wakeup.
    let isRadioAwake: Bool
    let now: FetchTime
    let apps: AppTable
    /// The service's own, with its history up to `now`.
    var limits = TransferLimits()
    var history = ConditionHistory()
}

extension DeviceConditions {
    func isPowered(_ limits: TransferLimits) -> Bool {
        power == .charging || batteryLevel >= limits.powerLevel
    }
}

/// Since when Wi-Fi, power, and both together have been absent; nil for one that holds, or before the first report, so
/// that a new device waits as long as any other. A reported condition holds until the next report.
struct ConditionHistory: Sendable, SnapshotCoded {
    private(set) var noWiFi: FetchTime?
    private(set) var noPower: FetchTime?
    private(set) var noBoth: FetchTime?

    mutating func note(_ conditions: DeviceConditions, _ limits: TransferLimits, at now: FetchTime) {
        let (hasWiFi, hasPower) = (conditions.network.isUnmetered, conditions.isPowered(limits))
        noWiFi = hasWiFi ? nil : noWiFi ?? now
        noPower = hasPower ? nil : noPower ?? now
        noBoth = hasWiFi && hasPower ? nil : noBoth ?? now
    }

    mutating func move(from old: FetchTime, to new: FetchTime) {
        noWiFi = noWiFi?.moved(from: old, to: new)
        noPower = noPower?.moved(from: old, to: new)
        noBoth = noBoth?.moved(from: old, to: new)
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&noWiFi, &noPower, &noBoth)
    }
}
