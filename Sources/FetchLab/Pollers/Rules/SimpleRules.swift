import FetchSched

/// Asks each source at even distances.
struct FixedRule: IntervalRule {
    private let interval: Double

    init(_ setup: PollingSetup, from now: FetchTime) { interval = setup.dial }

    func wait(after answer: SourceAnswer, at now: FetchTime) -> Double { interval }
}

/// Halves the interval when there is something new, and makes it half as long again when not; at least the dial.
struct AIMDRule: IntervalRule {
    private let range: ClosedRange<Double>
    private var interval: Double

    init(_ setup: PollingSetup, from now: FetchTime) {
        range = setup.dial...max(setup.dial, setup.longest)
        interval = max(setup.dial, 3600)
    }

    mutating func wait(after answer: SourceAnswer, at now: FetchTime) -> Double {
        interval *= answer.outcome == .newData ? 0.5 : 1.5
        interval = min(max(interval, range.lowerBound), range.upperBound)
        return interval
    }
}

/// How often a source changes, counted over two weeks.
struct CountedRate: Sendable {
    private var count = 1.0
    private var seconds = 28_800.0
    private var last: FetchTime

    init(from now: FetchTime) { last = now }

    mutating func perSecond(after answer: SourceAnswer, at now: FetchTime) -> Double {
        let passed = max(0, (now - last).seconds)
        let weight = PortableMath.exp(-passed / (14 * 86_400))
        let new = answer.outcome == .newData ? max(1, Double(answer.changed.count)) : 0
        (count, seconds, last) = (count * weight + new, seconds * weight + passed, now)
        return count / seconds
    }
}

/// When a source is polled again by its counted rate alone.
protocol RateRule {
    /// Whether its program looks after hosts, the network and announcements, too.
    static var isCareful: Bool { get }
    /// Seconds until the next request to a source of so many changes a second.
    static func wait(rate: Double, _ setup: PollingSetup) -> Double
}

extension RateRule {
    static var isCareful: Bool { false }
}

/// Counts the rate of a source for a rule that needs nothing else.
struct RatedRule<Rule: RateRule>: IntervalRule {
    private let setup: PollingSetup
    private var rate: CountedRate

    static var isCareful: Bool { Rule.isCareful }

    init(_ setup: PollingSetup, from now: FetchTime) {
        self.setup = setup
        rate = CountedRate(from: now)
    }

    mutating func wait(after answer: SourceAnswer, at now: FetchTime) -> Double {
        min(setup.longest, Rule.wait(rate: rate.perSecond(after: answer, at: now), setup))
    }
}

/// Asks at intervals of 1/√(rate): the least mean delay of an update.
enum RootRule: RateRule {
    static func wait(rate: Double, _ setup: PollingSetup) -> Double { setup.dial / rate.squareRoot() }
}

/// LambdaCrawl with all sources alike, and rates counted by dates: the dial is Lagrange's factor, at which a source of r changes a
/// second is polled at a rate of √(r/λ) - r. One that changes too fast to follow is polled once in the longest wait.
enum LambdaCrawlRule: RateRule {
    static func wait(rate: Double, _ setup: PollingSetup) -> Double {
        1 / max(1e-9, (rate / setup.dial).squareRoot() - rate)
    }
}

/// The best simple rule that we could think of. With a rate r of updates, the oldest that is missing at an age of t is
/// m(t) = t - (1 - e^(-rt))/r old, and the mean over time is least where t m(t) - ∫m equals one price for all sources.
enum CarefulRule: RateRule {
    static let isCareful = true

    static func wait(rate: Double, _ setup: PollingSetup) -> Double {
        var (low, high) = (300.0, setup.longest)
        for _ in 0..<24 {
            let time = (low * high).squareRoot()
            let missing = time - (1 - PortableMath.exp(-rate * time)) / rate
            if time * missing - time * time / 2 + missing / rate < setup.dial {
                low = time
            } else {
                high = time
            }
        }
        return high
    }
}
