/// Expected energy of an app's fetch.
struct FetchEstimate: Sendable {
    /// Time that its request takes without its bytes, and time of its bytes, in seconds.
    var latency: Double
    var bytesSeconds: Double
    /// Energy wherever the fetch lies, in joules: the app that runs, its process, its bytes.
    var fixedJoules: Double
    /// Factor of the radio's time and of the device's time awake, from the host's measurements.
    var factor: Double
    /// Power of the device while it stays awake, in watts.
    var awakeWatts: Double

    var seconds: Double { latency + bytesSeconds }
}

/// The costs of fetches: expected before, charged at the end, and corrected by the host's reports.
struct CostModel: Sendable {
    /// Records of fetches over all apps, for apps without a record of their own.
    private(set) var shared: FetchCosts
    /// The apps that are taken to have a process, and so need no cold start: those that ran last, the one that ran
    /// longest ago first. None is remembered where there is room for any number.
    private var alive: [Int32] = []
    private let mostAlive: Int?
    private let radio: RadioCosts
    private let power: PowerCosts
    private let leastFetchJoules: Double
    private let fetchLimit: TimeSpan

    /// Weight of a new fetch relative to the app's earlier ones, and to all apps' earlier ones.
    private static var ownWeight: Float { 0.2 }
    private static var sharedWeight: Float { 0.02 }

    init(_ configuration: FetchConfiguration) {
        shared = FetchCosts(bytes: configuration.initialBytes)
        // No device holds more than 64.
        mostAlive = configuration.power.aliveProcesses.map { min(max(0, $0), 64) }
        radio = configuration.radio
        power = configuration.power
        leastFetchJoules = configuration.leastFetchJoules
        fetchLimit = configuration.fetchLimit
    }

    // MARK: Answers

    /// Estimates an app's fetch that finds an update with probability `somethingNew`.
    ///
    /// - Parameter inUse: whether an app is in the foreground, so that the device is awake anyway.
    func estimate(_ app: Int, _ apps: AppTable, somethingNew: Double, inUse: Bool) -> FetchEstimate {
        let record = apps[app].costs.completed(by: shared)
        let content = record.content(somethingNew: somethingNew)
        let slowness = Double(record.slowness)
        let factor = Double(record.energyFactor)
        return FetchEstimate(
            latency: slowness * radio.requestSeconds,
            bytesSeconds: slowness * (power.requestDownBytes + content) / max(1, radio.bytesPerSecond),
            fixedJoules: factor * (startJoules(app, apps) + bytesJoules(content)), factor: factor,
            awakeWatts: inUse ? 0 : power.awakeWatts)
    }

    /// Energy of such a fetch there, in joules.
    func joules(_ estimate: FetchEstimate, _ place: TransferPlace) -> Double {
        let transfer = place.joules(latency: estimate.latency, seconds: estimate.bytesSeconds, radio)
        let awake = estimate.awakeWatts * estimate.seconds
        return max(leastFetchJoules, estimate.fixedJoules + estimate.factor * (transfer + awake))
    }

    /// Energy that such a fetch adds to a wakeup of the radio, in joules.
    func batchJoules(_ estimate: FetchEstimate) -> Double {
        estimate.fixedJoules
            + estimate.factor * (radio.baseWatts + estimate.awakeWatts) * estimate.seconds
    }

    /// Energy that a fetch of `app` adds to a wakeup without and with an update, in joules.
    func batchJoules(of app: Int, _ apps: AppTable, inUse: Bool) -> (empty: Double, found: Double) {
        (
            batchJoules(estimate(app, apps, somethingNew: 0, inUse: inUse)),
            batchJoules(estimate(app, apps, somethingNew: 1, inUse: inUse))
        )
    }

    /// Lower bound of the cost of a fetch of `app`, in joules, if the shared factor is at least `factor`.
    func leastJoules(of app: Int, _ apps: AppTable, factor: Double) -> Double {
        let own = Double(apps[app].costs.energyFactor)
        return max(leastFetchJoules, (own > 0 ? own : factor) * (startJoules(app, apps) + bytesJoules(0)))
    }

    /// Energy of the bytes of a request and of its content alone, in joules.
    private func bytesJoules(_ content: Double) -> Double {
        power.handlingJoulesPerMB * 1e-6 * content + radio.joulesPerByte * (power.requestDownBytes + content)
            + radio.uploadJoulesPerByte * power.requestUpBytes
    }

    func startJoules(_ app: Int, _ apps: AppTable) -> Double {
        power.runJoules + (apps[app].hasProcess ? 0 : power.coldStartJoules)
    }

    /// Energy of a fetch that ended, apart from its start and the radio's time, in joules.
    func endJoules(bytes: Double, seconds: Double, inUse: Bool) -> Double {
        let awake = inUse ? 0 : power.awakeWatts * min(max(0, seconds), fetchLimit.seconds)
        return bytesJoules(max(0, bytes)) + awake
    }

    // MARK: Learning

    mutating func learn(
        _ app: Int, _ apps: inout AppTable, from run: FetchRun, _ outcome: FetchOutcome, bytes: Int64,
        joules: Double?, seconds: Double
    ) {
        let transfer = max(0, seconds - Double(run.waitSeconds))
        let plain = FetchCosts.plainSeconds(bytes: Double(max(0, bytes)), radio, power)
        let slowness = transfer / max(1e-3, plain)
        apps[app].costs.learn(slowness: slowness, weight: Self.ownWeight)
        shared.learn(slowness: slowness, weight: Self.sharedWeight)
        if outcome == .newData { learnSize(of: app, &apps, bytes: bytes) }
        let expected = Double(run.expectedJoules)
        if let joules, joules > 0, expected > 0 {
            apps[app].costs.learn(energyFactor: joules / expected, weight: Self.ownWeight)
            shared.learn(energyFactor: joules / expected, weight: Self.sharedWeight)
        }
    }

    mutating func learnSize(of app: Int, _ apps: inout AppTable, bytes: Int64) {
        apps[app].costs.learn(bytes: Double(bytes), weight: Self.ownWeight)
        shared.learn(bytes: Double(bytes), weight: Self.sharedWeight)
    }

    /// Remembers that the app's fetches may run past the limit: it takes longer than thought.
    func learnOverrun(of app: Int, _ apps: inout AppTable) {
        let bytes = Double(apps[app].costs.completed(by: shared).bytes)
        let slowness = fetchLimit.seconds / FetchCosts.plainSeconds(bytes: bytes, radio, power)
        apps[app].costs.learn(slowness: min(slowness, 10), weight: Self.ownWeight)
    }

    // MARK: Processes

    mutating func noteRun(of app: Int, _ apps: inout AppTable) {
        apps[app].hasProcess = true
        let number = Int32(truncatingIfNeeded: app)
        guard let mostAlive, alive.last != number else { return }
        alive.removeAll { $0 == number }
        alive.append(number)
        if alive.count > mostAlive { apps[Int(alive.removeFirst())].hasProcess = false }
    }

    mutating func endProcess(of app: Int, _ apps: inout AppTable) {
        if apps[app].hasProcess { apps[app].hasProcess = false }
        alive.removeAll { $0 == Int32(truncatingIfNeeded: app) }
    }

    /// All apps are sources of one program, which runs now.
    func startAllProcesses(_ apps: inout AppTable) {
        for app in apps.indices where apps.isKnown(app) { apps[app].hasProcess = true }
    }

    mutating func endAllProcesses(_ apps: inout AppTable) {
        for app in apps.indices where apps.isKnown(app) { apps[app].hasProcess = false }
        alive.removeAll(keepingCapacity: true)
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder, below apps: Int) throws(Coder.Failure) {
        try coder.code(&alive)
        try coder.check(alive.allSatisfy { $0 >= 0 && $0 < apps })
        // A host may restore into a configuration with a lower limit.
        if let mostAlive, alive.count > mostAlive { alive.removeFirst(alive.count - mostAlive) }
        try coder.code(&shared)
    }
}

/// Bytes, time and energy of an app's fetches, learned from those that ended.
///
/// Each app has such a record, and all together have one; values that are not known of an app yet come from the latter,
/// so that an unknown app starts at the mean of the others.
struct FetchCosts: Hashable, Sendable, SnapshotCoded {
    /// Mean bytes of newData; 0 while unknown.
    private(set) var bytes: Float = 0
    /// Duration as it was, over that expected of a request and its bytes; 0 while unknown.
    private(set) var slowness: Float = 0
    /// Energy as the host measured it, over that expected; 0 while unknown.
    private(set) var energyFactor: Float = 0

    init() {}

    init(bytes: Double) {
        self.bytes = Float(min(max(1, bytes), 1e12))
        slowness = 1
        energyFactor = 1
    }

    /// Learns the size of content that was loaded; each new one has the weight `weight`, the first one all.
    mutating func learn(bytes: Double, weight: Float) {
        guard bytes > 0 else { return }
        Self.move(&self.bytes, to: bytes, within: 1...1e12, weight)
    }

    mutating func learn(slowness: Double, weight: Float) {
        Self.move(&self.slowness, to: slowness, within: 0.1...100, weight)
    }

    mutating func learn(energyFactor: Double, weight: Float) {
        Self.move(&self.energyFactor, to: energyFactor, within: 0.05...20, weight)
    }

    private static func move(
        _ mean: inout Float, to value: Double, within range: ClosedRange<Double>, _ weight: Float
    ) {
        guard value.isFinite else { return }
        let value = Float(min(max(value, range.lowerBound), range.upperBound))
        mean = mean == 0 ? value : mean + weight * (value - mean)
    }

    func completed(by others: FetchCosts) -> FetchCosts {
        var result = self
        if bytes == 0 { result.bytes = others.bytes }
        if slowness == 0 { result.slowness = others.slowness }
        if energyFactor == 0 { result.energyFactor = others.energyFactor }
        return result
    }

    /// Bytes that a fetch is expected to bring that finds something with probability `somethingNew`.
    func content(somethingNew: Double) -> Double { somethingNew * Double(bytes) }

    /// Duration of a request and its bytes, as the radio has it.
    static func plainSeconds(bytes: Double, _ radio: RadioCosts, _ power: PowerCosts) -> Double {
        radio.requestSeconds + (power.requestDownBytes + bytes) / max(1, radio.bytesPerSecond)
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&bytes, &slowness, &energyFactor)
        // Zero where nothing was learned.
        try coder.check(bytes >= 0 && slowness >= 0 && energyFactor >= 0)
    }
}
