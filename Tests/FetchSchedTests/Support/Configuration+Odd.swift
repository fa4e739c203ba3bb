import FetchSched

extension Configuration {
    /// Every number of a configuration drawn from the worst ones.
    static func odd(_ random: inout SplitMix64) -> Configuration {
        var result = Configuration()
        func set(_ value: inout Double, _ random: inout SplitMix64) {
            if random.chance(0.4) { value = .worst(&random) }
        }
        func set(_ value: inout TimeSpan, _ random: inout SplitMix64) {
            if random.chance(0.4) { value = .worst(&random) }
        }
        set(&result.valueJoules, &random)
        set(&result.radio.promotion.joules, &random)
        set(&result.radio.promotion.seconds, &random)
        set(&result.radio.baseWatts, &random)
        set(&result.radio.joulesPerByte, &random)
        set(&result.radio.uploadJoulesPerByte, &random)
        set(&result.radio.tail[0].watts, &random)
        set(&result.radio.tail[0].seconds, &random)
        if random.chance(0.1) { result.radio.tail = [] }
        if random.chance(0.2) { result.radio = .wired }
        set(&result.radio.requestSeconds, &random)
        set(&result.radio.bytesPerSecond, &random)
        set(&result.sessionGap, &random)
        set(&result.power.runJoules, &random)
        set(&result.power.coldStartJoules, &random)
        set(&result.power.handlingJoulesPerMB, &random)
        set(&result.power.requestDownBytes, &random)
        set(&result.power.requestUpBytes, &random)
        set(&result.power.awakeWatts, &random)
        if random.chance(0.4) { result.power.aliveProcesses = random.pick([nil, 0, 1, -1, .max, .min, 3]) }
        set(&result.minimumSpacing, &random)
        set(&result.noDataJoules, &random)
        set(&result.fetchLimit, &random)
        set(&result.leastFetchJoules, &random)
        set(&result.initialBytes, &random)
        set(&result.content.priorShape, &random)
        set(&result.content.priorSeconds, &random)
        set(&result.content.retention, &random)
        set(&result.forecast.halfLifeLaunches, &random)
        set(&result.forecast.halfLifeDays, &random)
        set(&result.forecast.shrinkage, &random)
        set(&result.forecast.priorSessionsPerDay, &random)
        set(&result.forecast.priorDays, &random)
        set(&result.backoff.first, &random)
        set(&result.backoff.cap, &random)
        set(&result.backoff.jitter, &random)
        set(&result.lowBatteryLevel, &random)
        set(&result.planStep, &random)
        set(&result.planReach, &random)
        set(&result.prospectWeight, &random)
        set(&result.content.changesPerSilence, &random)
        set(&result.content.hourlyPrior, &random)
        set(&result.content.sourcePrior, &random)
        set(&result.probe.mostJoules, &random)
        set(&result.probe.cheapJoules, &random)
        set(&result.probe.after, &random)
        set(&result.probe.cheapAfter, &random)
        set(&result.probe.usedWithin, &random)
        if random.chance(0.3) { result.budget.joulesPerDay = .worst(&random) }
        if random.chance(0.3) { result.budget.bytesPerDay = .worst(&random) }
        return result
    }
}

extension Double {
    /// Any number, the worst ones first of all.
    static func worst(_ random: inout SplitMix64) -> Double {
        random.pick([
            .nan, .infinity, -.infinity, 0, -0.0, 1, -1, 1e300, -1e300, Double.leastNonzeroMagnitude,
            random.nextUnit(),
            Double(bitPattern: random.next()),
        ])
    }
}

extension TimeSpan {
    /// Any amount of time, the worst ones first of all.
    static func worst(_ random: inout SplitMix64) -> TimeSpan {
        random.pick([
            .zero, .max, TimeSpan(milliseconds: .min), .minutes(7), TimeSpan(milliseconds: -1),
            TimeSpan(milliseconds: Int64(bitPattern: random.next())), .hours(Int64(random.below(100))),
        ])
    }
}
