@testable import FetchSched

/// Calls of the engine: by a host that is sane, and by one that is not, with a configuration to match; and of a poller, beside one
/// that is written and read.
func fuzz(_ bytes: [UInt8]) {
    var draw = ByteDraw(bytes[...])
    let mode = draw.below(5)
    if mode == 4 {
        var life = StateRun<Poller>(draw, seed: 1)
        life.run()
        if let wrong = life.finding { finding("a poller that was written and read: \(wrong)") }
        return
    }
    var configuration = draw.configuration()
    if mode == 3 {
        var random = SplitMix64(seed: draw.word())
        configuration = .odd(&random)
    }
    let engine = FetchEngine(unchecked: configuration, seed: 1)
    let rules = mode < 2 ? NaiveRules(configuration: configuration) : nil
    let monday = FetchTime(milliseconds: 1_704_067_200_000)
    var host = EngineHost(engine, rules: rules, at: monday)
    for interval in [FetchInterval.minimum, .never, .custom(.hours(1)), .minimum] { host.register(interval) }
    host.run(&draw, atMost: 160)
}

extension ByteDraw {
    /// A configuration under which much happens in a short time.
    mutating func configuration() -> FetchConfiguration {
        var configuration = FetchConfiguration()
        let bits = byte()
        configuration.valueJoules = bits & 1 == 0 ? 400 : 20
        configuration.leastFetchJoules = 0.001
        configuration.content.priorSeconds = 900
        if bits & 2 == 0 { configuration.settling = .zero }
        if bits & 4 != 0 { configuration.budget.joulesPerDay = Double(byte()) * 10 }
        if bits & 8 != 0 { configuration.budget.bytesPerDay = Double(byte()) * 100_000 }
        if bits & 16 != 0 { configuration.tasks.mode = .opportunistic }
        if bits & 32 != 0 { configuration.push.perHour = below(5) }
        if bits & 64 != 0 { configuration.transfers.mostAtOnce = below(4) }
        if bits & 128 == 0 { configuration.transfers.firstRetry = .seconds(10) }
        return configuration
    }
}
