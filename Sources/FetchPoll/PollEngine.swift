import FetchSched

// The library for C is compiled as one module.
#if canImport(FetchSchedText)
    import FetchSchedText
#endif

/// The limits of a source, spans in milliseconds.
struct PollLimits: Sendable, Equatable {
    var least: Int64
    /// The largest number for none.
    var most: Int64
    var weight: Double
    /// The number of its group; -1 for none.
    var group: Int32 = -1
}

/// The options of a host's first line.
struct PollOptions: Sendable {
    var requestsPerDay = -1.0
    var seed: UInt64 = 0
    var least: Int64 = 300_000
    var most = Int64.max
    var spacing: Int64 = 0
    var atOnce: Int64 = 0
    /// Names and values of the engine's parameters.
    var parameters: [(name: [UInt8], value: Double)] = []
}

/// The result of a request, spans in milliseconds.
struct PollResult {
    var outcome: FetchOutcome
    var bytes: Int64 = 0
    /// Times, in milliseconds since 1970.
    var changed: [Int64] = []
    var retryAfter: Int64?
    var maxAge: Int64?
}

/// The engine, by numbers: the only file of this module that calls it.
struct PollEngine: Sendable {
    private var poller: Poller

    init(_ options: PollOptions) {
        poller = Poller(unchecked: Self.configuration(options), seed: options.seed)
    }

    init(restoring state: [UInt8], _ options: PollOptions) throws(SnapshotError) {
        poller = try Poller(restoring: state, configuration: Self.configuration(options))
    }

    private static func configuration(_ options: PollOptions) -> FetchConfiguration {
        var configuration = FetchConfiguration.poller(requestsPerDay: options.requestsPerDay)
        // A host may take all that is due and ask one after the other.
        configuration.minimumSpacing = .seconds(1)
        configuration.fetchLimit = .minutes(10)
        for (name, value) in options.parameters {
            try? Parameter.named(String(decoding: name, as: UTF8.self))?.set(value, in: &configuration)
        }
        return configuration
    }

    /// The values that a parameter may have; nil if there is no parameter of that name.
    static func range(ofParameter name: [UInt8]) -> (values: ClosedRange<Double>, text: String)? {
        Parameter.named(String(decoding: name, as: UTF8.self)).map { ($0.range, $0.rangeText) }
    }

    private static func limits(_ limits: PollLimits, _ poller: Poller) -> SourceLimits {
        var result = SourceLimits()
        result.least = TimeSpan(milliseconds: limits.least)
        result.most = TimeSpan(milliseconds: limits.most)
        result.weight = limits.weight
        result.group = poller.group(number: limits.group)
        return result
    }

    private static func limits(spacing: Int64, atOnce: Int64) -> GroupLimits {
        var limits = GroupLimits()
        limits.spacing = TimeSpan(milliseconds: spacing)
        if atOnce > 0 { limits.atOnce = Int(clamping: atOnce) }
        return limits
    }

    private static func milliseconds(_ instant: FetchTime?) -> Int64? {
        guard let instant, instant < .distantFuture else { return nil }
        return instant.milliseconds
    }

    // MARK: Sources and groups

    /// The place of a source, which no two have at a time.
    static func place(_ source: UInt64) -> Int { AppID(number: source).index }

    mutating func add(_ limits: PollLimits, at now: Int64) -> UInt64 {
        poller.add(Self.limits(limits, poller), at: FetchTime(milliseconds: now)).number
    }

    mutating func set(_ limits: PollLimits, of source: UInt64, at now: Int64) {
        let limits = Self.limits(limits, poller)
        try? poller.setLimits(limits, of: AppID(number: source), at: FetchTime(milliseconds: now))
    }

    mutating func remove(_ source: UInt64, at now: Int64) {
        try? poller.remove(AppID(number: source), at: FetchTime(milliseconds: now))
    }

    func has(_ source: UInt64) -> Bool { poller.has(AppID(number: source)) }

    mutating func addGroup(spacing: Int64, atOnce: Int64) -> Int32 {
        poller.addGroup(Self.limits(spacing: spacing, atOnce: atOnce)).number
    }

    mutating func setGroup(_ group: Int32, spacing: Int64, atOnce: Int64) {
        guard let group = poller.group(number: group) else { return }
        poller.setLimits(Self.limits(spacing: spacing, atOnce: atOnce), of: group)
    }

    mutating func removeGroup(_ group: Int32) {
        guard let group = poller.group(number: group) else { return }
        poller.removeGroup(group)
    }

    func hasGroup(_ group: Int32) -> Bool { poller.group(number: group) != nil }

    // MARK: Requests

    mutating func due(at now: Int64) -> UInt64? {
        poller.startNextRequest(at: FetchTime(milliseconds: now))?.number
    }

    /// When to ask for more; nil for not before something happens.
    mutating func next(after now: Int64) -> Int64? {
        Self.milliseconds(poller.nextDeadline(after: FetchTime(milliseconds: now)))
    }

    mutating func polled(_ source: UInt64, _ result: PollResult, at now: Int64) -> Int64? {
        var answer = SourceAnswer(result.outcome)
        answer.bytes = result.bytes
        answer.changed = result.changed.map { FetchTime(milliseconds: $0) }
        answer.retryAfter = result.retryAfter.map { TimeSpan(milliseconds: $0) }
        answer.maxAge = result.maxAge.map { TimeSpan(milliseconds: $0) }
        let next = try? poller.recordAnswer(
            answer, from: AppID(number: source), at: FetchTime(milliseconds: now))
        return Self.milliseconds(next ?? nil)
    }

    /// Returns false if no request is under way.
    mutating func putOff(_ source: UInt64, until moment: Int64, at now: Int64) -> Bool {
        let (moment, now) = (FetchTime(milliseconds: moment), FetchTime(milliseconds: now))
        do throws(EngineError) {
            try poller.deferRequest(to: AppID(number: source), until: moment, at: now)
        } catch {
            return false
        }
        return true
    }

    // MARK: Knowledge

    mutating func read(_ source: UInt64, at now: Int64) {
        try? poller.noteRead(of: AppID(number: source), at: FetchTime(milliseconds: now))
    }

    mutating func announce(_ source: UInt64, at now: Int64) {
        try? poller.noteAnnouncement(of: AppID(number: source), at: FetchTime(milliseconds: now))
    }

    mutating func network(isUp: Bool, at now: Int64) {
        poller.setNetwork(isUp: isUp, at: FetchTime(milliseconds: now))
    }

    func explanation(of source: UInt64, at now: Int64) -> String {
        let (app, now) = (AppID(number: source), FetchTime(milliseconds: now))
        return (try? poller.explain(app, at: now))?.line(naming: "") ?? ""
    }

    /// Why no source will be polled; nil if one will be.
    mutating func idleReason(at now: Int64) -> String? {
        switch poller.idleReason(at: FetchTime(milliseconds: now)) {
        case nil: nil
        case .noSources: "no-sources"
        case .noNetwork: "no-network"
        case .noRequests: "no-requests"
        case .noLaunches: "nothing-read"
        case .nothingAllowed: "nothing-allowed"
        }
    }

    // MARK: State

    /// Requests that were under way are over, and have not failed.
    mutating func restarted(at now: Int64) { poller.hostRestarted(at: FetchTime(milliseconds: now)) }

    func state() -> [UInt8] { poller.snapshot() }

    /// The state with a host's bytes attached; the state alone if it is none.
    static func attach(_ bytes: [UInt8], to state: [UInt8]) -> [UInt8] {
        (try? SnapshotAttachment.attach(bytes, to: state)) ?? state
    }

    static func attachment(of state: [UInt8]) throws(SnapshotError) -> [UInt8] {
        guard let bytes = try SnapshotAttachment.read(from: state) else { throw .missingHostBytes }
        return bytes
    }
}
