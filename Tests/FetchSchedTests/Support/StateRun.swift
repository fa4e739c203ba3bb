@testable import FetchSched

/// A random life of an engine beside a twin, which is written and read now and then: of any configuration, budget and zone,
/// with clocks that are set and hosts that restart. Each state that the engine writes is read, and both stay alike.
///
/// It has no dependency but the engine, so that the same lives run where an `Int` has 32 bits (`.ci/attack states`).
struct StateRun {
    /// What was wrong.
    enum Finding: UInt8 {
        case refused = 1, writtenOtherwise, answersOtherwise, endless
    }

    private(set) var engine: FetchEngine
    private var twin: FetchEngine
    private var now = Instant(milliseconds: 1_704_067_200_000)
    private var draw: ByteDraw
    private let isSane: Bool
    /// With numbers that no host can set (1e300 joules), what was written is read, but two sums of such numbers may differ.
    private let isOdd: Bool
    private let polls: Bool
    private(set) var calls = 0
    private(set) var restores = 0
    private(set) var finding: Finding?
    /// A digest of all states that were written.
    private(set) var digest: UInt64 = 0xCBF2_9CE4_8422_2325

    private static let mostSteps = 160

    init(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        draw = ByteDraw((0..<6_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }[...])
        isOdd = draw.one(in: 6)
        let configuration = isOdd ? Configuration.odd(&random) : draw.anyConfiguration()
        isSane = !draw.one(in: 4)
        polls = configuration.radio.isAlwaysOn ? !draw.one(in: 4) : draw.one(in: 4)
        engine = FetchEngine(unchecked: configuration, seed: seed)
        twin = engine
    }

    /// Lives to the end, or to the first finding.
    mutating func run() {
        for _ in 0..<3 { call(.register(draw.interval(isSane: isSane))) }
        for _ in 0..<Self.mostSteps where finding == nil && !draw.isEmpty {
            pass()
            let apps = engine.appIDs
            let next =
                polls && !draw.one(in: 4)
                ? draw.sourceCall(apps: apps, isSane: isSane, at: now)
                : draw.call(apps: apps, isSane: isSane, at: now)
            call(next)
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
        case 3: call(.observe(.zone(secondsEast: (draw.below(27) - 12) * 3600)))
        case 4: call(.hostRestarted)
        default: now = now + draw.wait()
        }
    }

    private mutating func act() {
        for _ in 0..<4_096 where finding == nil {
            guard case .action(_?) = call(.nextAction(true)) else { return }
        }
        finding = finding ?? .endless
    }

    @discardableResult
    private mutating func call(_ call: EngineCall) -> EngineAnswer {
        switch call {
        // Few, so that something happens to each.
        case .register, .registerSource: if engine.appCount >= 12 { return .nothing }
        case .addGroup: if engine.group(number: 6) != nil { return .nothing }
        default: break
        }
        calls += 1
        let answer = call.apply(to: &engine, at: now)
        let isAlike = answer.agrees(with: call.apply(to: &twin, at: now))
        if !isAlike, !isOdd { finding = finding ?? .answersOtherwise }
        return answer
    }

    private mutating func restore() {
        restores += 1
        let bytes = engine.snapshot()
        for byte in bytes { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01B3 }
        if twin.snapshot() != bytes, !isOdd { finding = finding ?? .writtenOtherwise }
        do throws(SnapshotError) {
            twin = try FetchEngine(restoring: bytes, configuration: engine.configuration)
        } catch {
            finding = .refused
        }
    }
}

extension ByteDraw {
    /// A configuration of any kind: of phones, desktops, servers and pollers, with budgets or none.
    mutating func anyConfiguration() -> Configuration {
        var configuration = pick([
            Configuration(), .unmetered, .poller(requestsPerDay: Double(1 + below(200)) * 20),
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
