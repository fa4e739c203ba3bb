import FetchSched

extension FetchConfiguration {
    /// Every number of a configuration drawn from the worst ones.
    static func odd(_ random: inout SplitMix64) -> FetchConfiguration {
        var result = FetchConfiguration()
        if random.bernoulli(0.1) { result.radio.tail = [] }
        if random.bernoulli(0.2) { result.radio = .wired }
        result.visitNumbers { _, _, _, value in
            if random.bernoulli(0.4) { value = .worst(&random) }
        }
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

extension SplitMix64 {
    /// A moment that no sane host would name next.
    mutating func moment(near now: FetchTime) -> FetchTime {
        switch below(16) {
        case 0: pick([.distantPast, .distantFuture, .epoch])
        case 1: FetchTime(milliseconds: Int64(bitPattern: next()))
        case 2: FetchTime(milliseconds: Int64(next() % 32_503_680_000) * 1000)
        case 3: now - .seconds(exponential(mean: 1e5))
        case 4: now + TimeSpan(milliseconds: Int64(below(3) - 1))
        case 5: .monday
        case 6..<10: now
        default: now + .seconds(exponential(mean: 500))
        }
    }
}
