@testable import FetchSched

/// What has a random life: an engine, or a poller.
protocol LivingState {
    associatedtype Call

    init(unchecked configuration: FetchConfiguration, seed: UInt64)
    init(restoring snapshot: [UInt8], configuration: FetchConfiguration) throws(SnapshotError)
    var configuration: FetchConfiguration { get }
    var appIDs: [AppID] { get }
    func snapshot() -> [UInt8]
    static func draw(_ draw: inout ByteDraw, apps: [AppID], isSane: Bool, at now: FetchTime) -> Call
    /// What makes an app, or a source.
    static func registering(_ draw: inout ByteDraw, isSane: Bool) -> Call
    /// Whether the call makes more of what there is enough of.
    func isFull(for call: Call) -> Bool
    mutating func apply(_ call: Call, at now: FetchTime) -> EngineAnswer
    /// Calls that a host makes until there is nothing to do.
    static var working: Call { get }
    static var restarting: Call { get }
    /// The device is in another zone; nil where that cannot be told.
    static func travel(_ seconds: Int) -> Call?
}

extension FetchEngine: LivingState {
    static func draw(_ draw: inout ByteDraw, apps: [AppID], isSane: Bool, at now: FetchTime) -> EngineCall {
        draw.call(apps: apps, isSane: isSane, at: now)
    }
    static func registering(_ draw: inout ByteDraw, isSane: Bool) -> EngineCall {
        .register(draw.interval(isSane: isSane))
    }
    func isFull(for call: EngineCall) -> Bool {
        if case .register = call { appCount >= 12 } else { false }
    }
    mutating func apply(_ call: EngineCall, at now: FetchTime) -> EngineAnswer {
        call.apply(to: &self, at: now)
    }
    static var working: EngineCall { .nextAction(true) }
    static var restarting: EngineCall { .hostRestarted }
    static func travel(_ seconds: Int) -> EngineCall? { .observe(.zone(secondsEast: seconds)) }
}

extension Poller: LivingState {
    var appIDs: [AppID] { sources }
    static func draw(_ draw: inout ByteDraw, apps: [AppID], isSane: Bool, at now: FetchTime) -> PollerCall {
        draw.pollerCall(sources: apps, isSane: isSane, at: now)
    }
    static func registering(_ draw: inout ByteDraw, isSane: Bool) -> PollerCall { .add(SourceLimits()) }
    func isFull(for call: PollerCall) -> Bool {
        switch call {
        case .add: sourceCount >= 12
        case .addGroup: group(number: 6) != nil
        default: false
        }
    }
    mutating func apply(_ call: PollerCall, at now: FetchTime) -> EngineAnswer {
        call.apply(to: &self, at: now)
    }
    static var working: PollerCall { .start }
    static var restarting: PollerCall { .hostRestarted }
    static func travel(_ seconds: Int) -> PollerCall? { nil }
}

/// A random life of an engine or a poller beside a twin, which is written and read now and then: of any configuration, budget and zone,
/// with clocks that are set and hosts that restart. Each state that the engine writes is read, and both stay alike.
///
/// It has no dependency but the engine, so that the same lives run where an `Int` has 32 bits (`.ci/attack states`).
struct StateRun<State: LivingState> {
    private(set) var engine: State
    private var twin: State
    private var now = FetchTime(milliseconds: 1_704_067_200_000)
    private var draw: ByteDraw
    private let isSane: Bool
    /// With numbers that no host can set (1e300 joules), what was written is read, but two sums of such numbers may differ.
    private let isOdd: Bool
    private(set) var calls = 0
    private(set) var restores = 0
    private(set) var finding: StateFinding?
    /// A digest of all states that were written.
    private(set) var digest: UInt64 = 0xCBF2_9CE4_8422_2325

    private static var mostSteps: Int { 160 }

    init(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        self.init(
            ByteDraw((0..<6_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }[...]),
            seed: random.next())
    }

    /// A life of these bytes.
    init(_ bytes: ByteDraw, seed: UInt64) {
        var random = SplitMix64(seed: seed)
        draw = bytes
        isOdd = draw.one(in: 6)
        let configuration = isOdd ? FetchConfiguration.odd(&random) : draw.anyConfiguration()
        isSane = !draw.one(in: 4)
        engine = State(unchecked: configuration, seed: seed)
        twin = engine
    }

    /// Lives to the end, or to the first finding.
    mutating func run() {
        for _ in 0..<3 { call(State.registering(&draw, isSane: isSane)) }
        for _ in 0..<Self.mostSteps where finding == nil && !draw.isEmpty {
            pass()
            call(State.draw(&draw, apps: engine.appIDs, isSane: isSane, at: now))
            if draw.one(in: 2) { act() }
            if draw.one(in: 12) { restore() }
        }
        if finding == nil { restore() }
    }

    /// Time goes on; now and then a clock is set, by hours or by years, or the device travels.
    private mutating func pass() {
        guard isSane else { return now = draw.moment(near: now) }
        switch draw.below(32) {
        case 0: now = now - .hours(Int64(draw.below(13)))
        case 1: now = now - .minutes(Int64(draw.below(5)))
        case 2: now = now + .days(Int64(draw.below(40)))
        case 3: if let travel = State.travel((draw.below(27) - 12) * 3600) { call(travel) }
        case 4: call(State.restarting)
        default: now = now + draw.wait()
        }
    }

    private mutating func act() {
        for _ in 0..<4_096 where finding == nil {
            switch call(State.working) {
            case .action(_?), .app: break
            default: return
            }
        }
        finding = finding ?? .endless
    }

    @discardableResult
    private mutating func call(_ call: State.Call) -> EngineAnswer {
        // Few, so that something happens to each.
        if engine.isFull(for: call) { return .nothing }
        calls += 1
        let answer = engine.apply(call, at: now)
        let isAlike = answer.agrees(with: twin.apply(call, at: now))
        if !isAlike, !isOdd { finding = finding ?? .answersOtherwise }
        return answer
    }

    private mutating func restore() {
        restores += 1
        let bytes = engine.snapshot()
        for byte in bytes { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01B3 }
        if twin.snapshot() != bytes, !isOdd { finding = finding ?? .writtenOtherwise }
        do throws(SnapshotError) {
            twin = try State(restoring: bytes, configuration: engine.configuration)
        } catch {
            finding = .refused
        }
    }
}

/// What was wrong in a random life.
enum StateFinding: UInt8 {
    case refused = 1, writtenOtherwise, answersOtherwise, endless
}

extension ByteDraw {
    /// A configuration of any kind: of phones, desktops, servers and pollers, with budgets or none.
    mutating func anyConfiguration() -> FetchConfiguration {
        var configuration = pick([
            FetchConfiguration(), .unmetered, .poller(requestsPerDay: Double(1 + below(200)) * 20),
        ])
        if one(in: 4) {
            configuration.valueJoules = 1e6
            configuration.minimumSpacing = .seconds(1)
        }
        if one(in: 4) { configuration.radio = .wired }
        if one(in: 4) { configuration.settling = .zero }
        if one(in: 2) { configuration.budget.joulesPerDay = Double(byte()) * 2 }
        if one(in: 2) { configuration.budget.bytesPerDay = Double(byte()) * 30_000 }
        if one(in: 4) { configuration.tasks.mode = .opportunistic }
        if one(in: 4) { configuration.push.perHour = below(5) }
        if one(in: 4) { configuration.transfers.mostAtOnce = below(4) }
        return configuration
    }
}
