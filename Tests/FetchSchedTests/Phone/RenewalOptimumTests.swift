import Testing

@testable import FetchSched

/// The core rule beside the optimum, for one app whose rates are known.
///
/// Time goes in steps; content changes in a step with a constant probability, pauses between sessions are geometric. In each
/// session the app is the first launch with probability n; else there is a choice to fetch, after which the session launches
/// it with probability u. What is minimised is V for each launch that finds an old copy and c for each fetch, per session. The
/// state is the copy's age in steps, so that Howard's policy iteration finds the optimum over all policies.
struct RenewalOptimumTests {
    /// One app.
    private struct Case {
        let value: Double, cost: Double
        let inSession: Double, first: Double
        /// Probability that a pause goes on for another step, and that the content stays unchanged in one.
        let pauseGoesOn = 0.95
        let stays: Double
        /// How the worth of a launch fades, if it does.
        let fading: FadingValue?
        /// What a launch of a copy of each age is expected to lose, as a part of V.
        let loss: [Double]

        /// - Parameter halfLives: half-life of a stale launch's worth, in mean pauses.
        init(_ random: inout SplitMix64, halfLives: ClosedRange<Double>? = nil) {
            value = random.pick([5, 20, 100])
            cost = 0.4 + 1.8 * random.nextUnit()
            inSession = PortableMath.exp(2.302_585 * (-2.5 + 2.4 * random.nextUnit()))
            first = PortableMath.exp(2.302_585 * (-2.5 + 2.2 * random.nextUnit()))
            // Mean pauses per mean time between changes: a tenth to twenty.
            let pauses = PortableMath.exp(2.302_585 * (-1 + 2.3 * random.nextUnit()))
            let stays = PortableMath.exp(-1 / (20 * pauses))
            self.stays = stays
            fading = halfLives.flatMap {
                let halfLife =
                    $0.lowerBound * PortableMath.power($0.upperBound / $0.lowerBound, random.nextUnit())
                return FadingValue(halfLife: .seconds(20 * halfLife))
            }
            loss = (0...Self.ages).map { [fading] age in
                let old = age < Self.ages ? 1 - PortableMath.power(stays, Double(age)) : 1
                return old * (fading?.lost(missing: old, age: Double(age)) ?? 1)
            }
        }

        /// Changes per step.
        var change: Double { -PortableMath.log(stays) }

        static let ages = 2000

        /// Probability that the copy is old; at the last age it is for certain.
        func old(_ age: Int) -> Double {
            guard age < Self.ages else { return 1 }
            return 1 - PortableMath.exp(Double(age) * PortableMath.log(stays))
        }

        /// Cost per session, and what a copy of each age loses beside a fresh one at a session's end, if ages are fetched
        /// as `fetches` says.
        func evaluate(_ fetches: [Bool]) -> (mean: Double, loss: [Double]) {
            // Of the way from a session's end at some age to the next moment at which the copy is fresh.
            var joules = [Double](repeating: 0, count: Self.ages + 1)
            var sessions = joules
            // After the last age everything stays as it is there: the copy is old for certain.
            let last = value * (first + (1 - first) * inSession)
            let ends = first + (1 - first) * (fetches[Self.ages] ? 1 : inSession)
            joules[Self.ages] =
                (fetches[Self.ages] ? value * first + (1 - first) * cost : last) / max(1e-12, ends)
            sessions[Self.ages] = 1 / max(1e-12, ends)
            var arrival = (joules: joules[Self.ages], sessions: sessions[Self.ages])
            for age in stride(from: Self.ages - 1, through: 0, by: -1) {
                let next = age + 1
                let lost = value * loss[next]
                var come = first * lost
                var more = 1.0
                if fetches[next] {
                    come += (1 - first) * cost
                } else {
                    come += (1 - first) * (inSession * lost + (1 - inSession) * joules[next])
                    more += (1 - first) * (1 - inSession) * sessions[next]
                }
                joules[age] = (1 - pauseGoesOn) * come + pauseGoesOn * arrival.joules
                sessions[age] = (1 - pauseGoesOn) * more + pauseGoesOn * arrival.sessions
                arrival = (joules[age], sessions[age])
            }
            let mean = joules[0] / sessions[0]
            return (mean, zip(joules, sessions).map { $0 - mean * $1 })
        }

        /// The least cost per session.
        var optimum: Double {
            var fetches = [Bool](repeating: false, count: Self.ages + 1)
            for _ in 0..<50 {
                let (_, loss) = evaluate(fetches)
                let better = (0...Self.ages).map { age in
                    cost + loss[0] < inSession * (value * self.loss[age] + loss[0]) + (1 - inSession)
                        * loss[age]
                }
                if better == fetches { break }
                fetches = better
            }
            return evaluate(fetches).mean
        }

        /// Probability that the content does not change until the next session begins.
        var unchanged: Double { (1 - pauseGoesOn) * stays / (1 - pauseGoesOn * stays) }

        /// Probability that the app is used after this session before its content changes.
        var usedLater: Double {
            let used = 1 - (1 - first) * (1 - inSession)
            return unchanged * used / (1 - unchanged * (1 - used))
        }

        var usedInTime: Double { inSession + (1 - inSession) * usedLater }

        /// E[x^T] for the time T until the next session, and until the app is used in one.
        func discounts(_ kept: Double) -> (session: Double, launch: Double) {
            let session = (1 - pauseGoesOn) * kept / (1 - pauseGoesOn * kept)
            let used = 1 - (1 - first) * (1 - inSession)
            return (session, session * used / (1 - session * (1 - used)))
        }

        /// What the engine's rule does where the worth fades, by age.
        func fadingRule(_ fading: FadingValue) -> [Bool] {
            let (unchanged, faded) = (
                discounts(stays), discounts(PortableMath.exp(-fading.rate(near: change)))
            )
            return (0...Self.ages).map { age in
                let somethingNew = old(age)
                guard somethingNew > 0 else { return false }
                let lost = loss[age] / somethingNew
                let terms = fading.renewal(
                    somethingNew: somethingNew, lost: lost, change: change,
                    session: (unchanged.session, faded.session), launch: (unchanged.launch, faded.launch))
                let renewal = SessionRenewal(
                    value: value, cost: cost, inSession: inSession, first: first, unchanged: terms.retained,
                    usedLater: terms.used)
                let used = fading.discounts(
                    lost: lost, change: change, unchanged: inSession + (1 - inSession) * unchanged.launch,
                    faded: inSession + (1 - inSession) * faded.launch)
                var value = FetchValue(
                    value: value, somethingNew: somethingNew, cost: cost, launchedBeforeNextMoment: inSession,
                    usedInTime: usedInTime, changedBeforeNextMoment: 0, laterCost: cost,
                    launchedWhileHeldBack: 0, launchedThisSession: inSession,
                    laterBenefit: renewal.loss(terms.stale))
                value.fading = FetchValue.Fading(lost: lost, spared: used.spared, spoiled: used.spoiled)
                return value.surplus > 0
            }
        }

        /// Cost per session of what the rule does.
        func ofRule(_ isWorthIt: (_ somethingNew: Double) -> Bool) -> Double {
            evaluate((0...Self.ages).map { isWorthIt(old($0)) }).mean
        }

        /// The engine's rule.
        func isWorthIt(_ somethingNew: Double) -> Bool {
            let renewal = SessionRenewal(
                value: value, cost: cost, inSession: inSession, first: first, unchanged: unchanged,
                usedLater: usedLater)
            return FetchValue(
                value: value, somethingNew: somethingNew, cost: cost, launchedBeforeNextMoment: inSession,
                usedInTime: usedInTime, changedBeforeNextMoment: 0, laterCost: cost, launchedWhileHeldBack: 0,
                launchedThisSession: inSession, laterBenefit: renewal.loss(somethingNew)
            ).surplus > 0
        }

        /// As if no other fetch followed.
        func breaksEven(_ somethingNew: Double) -> Bool { value * somethingNew * usedInTime > cost }

        /// The index of one app that is launched and changes at constant rates and may be fetched at any time.
        func hasIndex(_ somethingNew: Double) -> Bool {
            let (p, q) = (somethingNew, usedInTime)
            guard p < 1 else { return value * q > cost }
            let rest = (1 - q) * PortableMath.exp(PortableMath.log(1 - p) / (1 - q))
            return value * (p + q - 1 + rest) > cost
        }
    }

    /// In all but a few cases the rule loses less than 2 % of the net value. The others are apps so rarely used, beside
    /// what a fetch costs, that it hardly pays: there the assumed shape of f decides whether any fetch does.
    @Test func theRuleIsNearTheOptimum() {
        var random = SplitMix64(seed: 15)
        var (most, sum) = (0.0, 0.0)
        var far = 0
        var gains = 0.0
        var losses = (rule: 0.0, evenly: 0.0, index: 0.0)
        let cases = 300
        for number in 0..<cases {
            let one = Case(&random)
            let optimum = one.optimum
            let nothing = one.ofRule { _ in false }
            let rule = one.ofRule(one.isWorthIt)
            #expect(rule >= optimum - 1e-9, "case \(number): \(one)")
            let launches = one.first + (1 - one.first) * one.inSession
            // Of the net value: V for each launch, less what is lost and paid.
            let loss = (rule - optimum) / (one.value * launches - optimum)
            most = max(most, loss)
            sum += loss
            far += loss > 0.02 ? 1 : 0
            gains += nothing - optimum
            losses.rule += rule - optimum
            losses.evenly += one.ofRule(one.breaksEven) - optimum
            losses.index += one.ofRule(one.hasIndex) - optimum
        }
        #expect(most < 0.07)
        #expect(far <= cases / 40)
        #expect(sum / Double(cases) < 0.0015)
        // Of what the optimum gains over no fetch at all.
        #expect(losses.rule < 0.0001 * gains)
        #expect(losses.evenly > 100 * losses.rule)
        #expect(losses.index > 100 * losses.rule)
    }

    /// The same where a stale launch keeps a part of its worth, for half-lives from a tenth of a pause to forty pauses.
    @Test func theRuleIsNearTheOptimumWhereTheWorthFades() throws {
        var random = SplitMix64(seed: 16)
        var sum = 0.0
        var losses = (rule: 0.0, sudden: 0.0, gains: 0.0)
        let cases = 300
        for number in 0..<cases {
            let one = Case(&random, halfLives: 0.1...40)
            let fading = try #require(one.fading)
            let optimum = one.optimum
            let rule = one.evaluate(one.fadingRule(fading)).mean
            #expect(rule >= optimum - 1e-9, "case \(number): \(one)")
            let launches = one.first + (1 - one.first) * one.inSession
            let loss = (rule - optimum) / (one.value * launches - optimum)
            sum += loss
            losses.rule += rule - optimum
            losses.sudden += one.ofRule(one.isWorthIt) - optimum
            losses.gains += one.ofRule { _ in false } - optimum
        }
        #expect(sum / Double(cases) < 0.005)
        #expect(losses.rule < 0.01 * losses.gains)
        #expect(losses.sudden > 20 * losses.rule)
    }

    /// Where no fetch in a session to come pays, a copy is worth what is used of it.
    @Test func withoutFetchesToCome() {
        let renewal = SessionRenewal(
            value: 1, cost: 12, inSession: 0.1, first: 0.02, unchanged: 0.8, usedLater: 0.3)
        #expect(abs(renewal.loss(0.5) - 0.15) < 1e-12)
    }

    @Test func whatIsNoNumberMakesNone() {
        let odd: [Double] = [0, 1, .nan, .infinity, -.infinity, -1, 1e300, .leastNonzeroMagnitude, 0.5]
        var random = SplitMix64(seed: 3)
        for _ in 0..<20_000 {
            let renewal = SessionRenewal(
                value: random.pick(odd), cost: random.pick(odd), inSession: random.pick(odd),
                first: random.pick(odd), unchanged: random.pick(odd), usedLater: random.pick(odd))
            let loss = renewal.loss(random.pick(odd))
            #expect(loss >= 0 && loss < .infinity, "\(renewal): \(loss)")
        }
    }
}
