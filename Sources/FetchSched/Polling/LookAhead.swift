/// When to poll a source whose hours differ: a dynamic programme that corrects ``PollingRule``.
///
/// ``PollingRule`` polls at the first age at which a request pays, as if the hours ahead were like those behind. Where
/// sources rest by night, a request late in the evening is of no use until the morning. So a source with a few requests
/// a day at most looks ahead, over equal steps. A request at step k, with the best ones after it, costs
///
///     J(k) = H(present copy, k) + c + V(k)
///     V(j) = min over k > j of H(j, k) + c + V(k)
///
/// H(j, k) is the cost of the age of a copy made at step j until step k, in the source's own hours, and c that of a
/// request. The last step has no request: beyond it all hours count as equal. There a copy of age s has cost g s
/// altogether, if the rule polls at an age beyond s, where g is the mean cost per time.
struct LookAhead: Sendable {
    /// Intervals with look-ahead, in seconds. It gains nothing at shorter ones; at longer ones hours do not matter.
    static let intervals = 3 * 3600.0...4 * 86_400
    static let steps = 32
    /// The best moment lies between two steps; so early a request costs this part of its cost more than it must.
    private static let tolerance = 0.01

    /// The length of a step, in seconds.
    private var step = 3600.0
    private var rule = PollingRule(
        value: 0, ageJoules: 0, launchesLoad: false, launches: 0, updates: 0, emptyCost: 0, findCost: 0)
    /// At each step: the source's own time since its last sync, in seconds, and launches per second.
    private var passed = [Double](repeating: 0, count: Self.steps + 1)
    private var launches = [Double](repeating: 0, count: Self.steps + 1)
    /// The probability of an update by the source's own time, each `width` seconds.
    private var probabilities = [Double](repeating: 0, count: Self.steps + 2)
    private var width = 1.0
    /// The least cost from a request at each step on, in joules (V).
    private var costs = [Double](repeating: 0, count: Self.steps + 1)
    /// The age at which the rule polls where all hours are equal, in seconds.
    private var evenAge = Double.infinity

    /// A copy's lack at a step, as ``CopyAge`` has it.
    private struct Copy {
        var somethingNew = 0.0
        /// The integral of that, in seconds, and the cost per second.
        var stale = 0.0
        var rate = 0.0
        /// The cost so far, in joules.
        var cost = 0.0
    }

    /// Starts with a source.
    ///
    /// - Parameters:
    ///   - interval: approximate time between its requests, in seconds.
    ///   - passed: the source's own time at a moment, and `demand` how launches then compare with their mean; moments
    ///     in seconds from the first step on.
    ///   - probability: the probability of an update for a copy after so much of the source's own time.
    mutating func start(
        _ rule: PollingRule, interval: Double, passed: (_ moment: Double) -> Double,
        demand: (_ moment: Double) -> Double, probability: (_ passed: Double) -> Double
    ) {
        self.rule = rule
        step = (interval / 8).clamped(to: 3600...3 * 3600)
        for place in 0...Self.steps {
            let moment = Double(place) * step
            self.passed[place] = passed(moment)
            launches[place] = rule.launches > 0 ? rule.launches * demand(moment) : 0
        }
        width = max(1, (self.passed[Self.steps] - self.passed[0]) / Double(Self.steps))
        for place in 1...Self.steps + 1 { probabilities[place] = probability(Double(place) * width) }
        computeCosts()
    }

    /// How long to wait for the best moment, in seconds from the first step on; for ever where no request pays within
    /// the steps.
    ///
    /// - Parameters:
    ///   - copy: the present copy at the first step.
    ///   - probability: the probability of an update at a moment, in seconds from the first step on.
    ///   - isDue: whether a request may come a little too early, as its moment was found before.
    func wait(with copy: CopyAge, isDue: Bool, probability: (_ moment: Double) -> Double) -> Double {
        guard evenAge < .infinity else { return .infinity }
        var present = Copy(somethingNew: copy.somethingNew, stale: copy.stale)
        present.rate = rate(present, passed: passed[0], at: 0)
        let now = requestCost(present.somethingNew) + costs[0]
        var (best, place) = (now, 0)
        var (last, before, after) = (now, now, Double.infinity)
        for next in 1..<Self.steps {
            advance(&present, to: next, somethingNew: probability(Double(next) * step), passed: passed[next])
            let cost = present.cost + requestCost(present.somethingNew) + costs[next]
            if cost < best {
                (best, place, before, after) = (cost, next, last, .infinity)
            } else if place == next - 1 {
                after = cost
            }
            last = cost
            guard present.cost < best else { break }
        }
        // Written so that NaN waits for nothing.
        guard place > 0, now - best > (isDue ? Self.tolerance * rule.emptyCost : 0) else { return 0 }
        let bend = before - 2 * best + after
        let part = bend > 0 && bend < .infinity ? (0.5 * (before - after) / bend).clamped(to: -0.5...0.5) : 0
        return (Double(place) + part) * step
    }

    /// The least costs, from the last step back.
    private mutating func computeCosts() {
        let (age, mean) = evenly()
        evenAge = age
        for first in stride(from: Self.steps - 1, through: 0, by: -1) {
            var (copy, best) = (Copy(), Double.infinity)
            for next in first + 1...Self.steps {
                let since = passed[next] - passed[first]
                advance(&copy, to: next, somethingNew: probability(since), passed: since)
                guard copy.cost < best else { break }
                let seconds = Double(next - first) * step
                let isOpen = next == Self.steps && seconds < age
                best = min(
                    best, isOpen ? mean * seconds : copy.cost + requestCost(copy.somethingNew) + costs[next])
            }
            costs[first] = best
        }
    }

    /// The age at which the rule polls where all hours are equal, in seconds, and the mean cost per second.
    private func evenly() -> (age: Double, mean: Double) {
        let each = Double(Self.steps) * step / (passed[Self.steps] - passed[0]) * width
        let mean = launches.reduce(0, +) / Double(launches.count)
        var (copy, before) = (Copy(), 0.0)
        for place in 1...Self.steps {
            let (rate, age) = (copy.rate, Double(place) * each)
            copy.stale += each * (copy.somethingNew + probabilities[place]) / 2
            copy.somethingNew = probabilities[place]
            copy.rate =
                rule.value * mean * copy.somethingNew
                + rule.ageJoules * (copy.stale + rule.each * Double(place) * width)
            copy.cost += each * (rate + copy.rate) / 2
            let benefit = age * copy.rate - copy.cost - requestCost(copy.somethingNew)
            guard benefit < 0 else {
                let part = benefit / max(1e-300, benefit - before)
                return (age - part * each, copy.rate - part * (copy.rate - rate))
            }
            before = benefit
        }
        return (.infinity, copy.rate)
    }

    private func advance(_ copy: inout Copy, to place: Int, somethingNew: Double, passed: Double) {
        copy.stale += step * (copy.somethingNew + somethingNew) / 2
        copy.somethingNew = somethingNew
        let before = copy.rate
        copy.rate = rate(copy, passed: passed, at: place)
        copy.cost += step * (before + copy.rate) / 2
    }

    private func rate(_ copy: Copy, passed: Double, at place: Int) -> Double {
        rule.value * launches[place] * copy.somethingNew + rule.ageJoules * (copy.stale + rule.each * passed)
    }

    private func requestCost(_ somethingNew: Double) -> Double {
        rule.emptyCost + rule.findCost * somethingNew
    }

    private func probability(_ seconds: Double) -> Double {
        let place = seconds / width
        // Written so that NaN is the first.
        let low = place < Double(Self.steps) ? Int(max(0, place)) : Self.steps
        return probabilities[low] + (place - Double(low)).clamped(to: 0...1)
            * (probabilities[min(low + 1, Self.steps + 1)] - probabilities[low])
    }
}
