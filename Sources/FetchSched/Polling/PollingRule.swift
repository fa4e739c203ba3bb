/// When a request of one source pays where all times cost the same: the core rule on an always-on network.
///
/// Launches of an app come at rate l, a request costs c, and p(s) is the probability that the source has an update that
/// a copy of age s lacks. A launch that finds the copy stale loses V. The oldest update that is out and not here costs
/// U for each hour of its age, every hour, and each such update, of which m s are expected, as much as d hours of age.
/// So a copy of age s costs h(s) = V l p(s) + U (A(s) + d m s) per time, where A is the integral of p: the expected age
/// of the oldest update that is missing. With d = k / (mean of m over sources) the part of U is the mean over sources
/// of that age, and k times the mean over updates of the delay until they are here, however fast sources are. A request
/// makes the copy new. So does a launch, if it loads the source; if it shows the copy, the copy stays stale at each
/// further launch. The mean cost per time is least if the request comes at the age a at which
///
///     integral of r(s) h'(s) ds, from 0 to a, is c
///     r(s) = (1 - e^-ls) / l if launches load the source, s if they show the copy
///
/// because the relative cost W of a copy obeys W' = g - h + l W (without l W if launches show the copy), and the best
/// age has W = c and W' = 0. The parts of the integral are:
///
///     launches load:  V F(p, q) + U (integral of r (p + d m)),   F(p, q) = p - (1 - q) (1 - (1 - p)^(1 / (1 - q)))
///     launches show:  V l (a p - A) + U (a A - integral of A + d m a^2 / 2)
///
/// with q = l / (l + m) for updates at rate m. F is the Whittle index of the source: see Azar et al., "Tractable
/// near-optimal policies for crawling", PNAS 2018, and Kolobov et al., "Staying up to date with online content
/// changes", NeurIPS 2019. Here launches are seen, and renew. The part of U grows as m a^3 / 3 for slow sources and as
/// a^2 / 2 for fast ones, so that no source is given up.
struct PollingRule: Sendable {
    /// Value of a fresh launch (V), in joules.
    var value: Double
    /// Cost of a missing update for each second of its age, per second (U), in joules.
    var ageJoules: Double
    /// Whether a launch loads the source; if not, it shows the copy.
    var launchesLoad: Bool
    /// Launches of the app (l) and updates of its source (m) per second.
    var launches: Double
    var updates: Double
    /// Cost of a request that finds nothing, and the additional cost if it finds something, in joules.
    var emptyCost: Double
    var findCost: Double
    /// Weight of further updates, next to the oldest: d m, which is k if the source changes as often as the mean.
    var each = 0.1

    /// F(p, q).
    static func index(somethingNew p: Double, usedInTime q: Double) -> Double {
        guard p > 0, q > 0 else { return 0 }
        guard p < 1, q < 1 else { return min(p, 1) * min(q, 1) }
        let left = 1 - q
        return max(0, p - left * PortableMath.saturation(-PortableMath.log(1 - p) / left))
    }

    /// Probability that the app is launched before its source has the next update (q).
    func usedInTime(demand: Double = 1) -> Double {
        launches * demand / max(1e-300, launches * demand + updates)
    }

    /// Whether a copy's age counts by the probability of an update alone: then integrals are not wanted.
    var isMemoryless: Bool { launchesLoad && !(ageJoules > 0) }

    /// Least p at which a request may pay if p alone counts: F(p, q) <= q p^2, or q p^2 / 2 (1 - q) if q > 1/2.
    var leastProbability: Double {
        let square = max(0, min(emptyCost, emptyCost + findCost)) / max(1e-300, value * usedInTime())
        return isMemoryless ? PortableMath.squareRoot(square * min(1, 2 * (1 - usedInTime()))) : 0
    }

    /// Rate of launches that make the copy new.
    var resets: Double { launchesLoad ? launches : 0 }

    /// The integral for a copy of that age, in joules, at an hour that has `demand` times the launches.
    func benefit(_ copy: CopyAge, demand: Double = 1) -> Double {
        let shown =
            launchesLoad
            ? Self.index(somethingNew: copy.somethingNew, usedInTime: usedInTime(demand: demand))
            : launches * demand * max(0, copy.seconds * copy.somethingNew - copy.stale)
        return value * shown + ageJoules * copy.weighted
    }

    /// Benefit of a request less its cost, in joules; NaN if a number makes no sense.
    func surplus(_ copy: CopyAge, demand: Double = 1) -> Double {
        benefit(copy, demand: demand) - emptyCost - findCost * copy.somethingNew
    }

    /// The seconds before which no request pays, even of an ever new source: V l s + U (1 + d m) s^2 / 2 = c.
    var leastSeconds: Double {
        let (cost, linear) = (max(0, min(emptyCost, emptyCost + findCost)), max(0, value * launches))
        let root = PortableMath.squareRoot(linear * linear + 2 * max(0, ageJoules) * (1 + each) * cost)
        return 2 * cost / max(1e-300, linear + root)
    }
}

/// A copy's lack by its age: integrals of the probability that its source has an update, from the age 0 on.
struct CopyAge: Sendable {
    /// The age (a), in seconds.
    private(set) var seconds = 0.0
    /// Probability that the source has an update (p).
    var somethingNew = 0.0
    /// The integral of p: the expected age of the oldest update that the copy lacks (A).
    private(set) var stale = 0.0
    /// The integral of r (p + d m), see ``PollingRule``.
    private(set) var weighted = 0.0
    /// The age in the source's own time, in seconds.
    private(set) var passed = 0.0

    /// Advances to a later age.
    ///
    /// Between the two ages updates come at a constant rate: 1 - p falls exponentially. Simpson's rule with the middle
    /// of that is exact to a percent up to three updates.
    mutating func advance(to later: Double, somethingNew: Double, _ rule: PollingRule) {
        let (resets, each) = (rule.resets, rule.each)
        let span = later - seconds
        guard span > 0 else { return }
        let middle = 1 - PortableMath.squareRoot(max(0, (1 - self.somethingNew) * (1 - somethingNew)))
        func weight(_ age: Double) -> Double {
            resets > 1e-12 ? PortableMath.saturation(resets * age) / resets : age
        }
        stale += span / 6 * (self.somethingNew + 4 * middle + somethingNew)
        weighted +=
            span / 6
            * (weight(seconds) * (self.somethingNew + each) + 4 * weight(seconds + span / 2) * (middle + each)
                + weight(later) * (somethingNew + each))
        (seconds, self.somethingNew) = (later, somethingNew)
    }

    /// Advances to a later age of a source's copy.
    mutating func advance(to age: Double, _ rule: PollingRule, _ course: ContentModel.Course) {
        guard age > seconds else { return }
        // From an announcement on an update is nearly certain.
        let announced = course.announced.flatMap { $0.age <= age ? $0 : nil }
        let probability = announced?.probability ?? course.probability(age: age)
        if rule.isMemoryless { return self = CopyAge(seconds: age, somethingNew: probability) }
        if let announced, seconds <= announced.age {
            advance(to: announced.age, somethingNew: course.probability(age: announced.age), rule)
            (somethingNew, passed) = (announced.probability, course.passed(age: seconds))
        }
        let before = passed
        passed = course.passed(age: age)
        var present = rule
        present.each *= (passed - before) / (age - seconds)
        advance(to: age, somethingNew: probability, present)
    }

    /// The copy at an age between this one's and a later one's, on a straight line.
    func between(_ later: CopyAge, age: Double) -> CopyAge {
        let part = (age - seconds) / (later.seconds - seconds)
        var copy = CopyAge(
            seconds: age, somethingNew: somethingNew + part * (later.somethingNew - somethingNew))
        copy.stale = stale + part * (later.stale - stale)
        copy.weighted = weighted + part * (later.weighted - weighted)
        return copy
    }
}

/// The value of requests.
extension Scheduler {
    /// The value of a request of `app` now, as if nothing forbade it.
    mutating func pollingValue(_ app: Int, at now: FetchTime) -> FetchValue {
        let (rule, course) = (pollingRule(of: app, at: now), content.course(of: app, apps, device.clock))
        let age = (now - apps[basics: app].lastSync).seconds
        return pollingValue(app, copy(of: age, rule, course), rule, at: now)
    }

    /// A copy of that age, in seconds.
    func copy(of age: Double, _ rule: PollingRule, _ course: ContentModel.Course) -> CopyAge {
        var copy = CopyAge()
        var next = rule.isMemoryless ? age : min(max(1, rule.leastSeconds), age)
        while copy.seconds < age {
            copy.advance(to: next, rule, course)
            next = min(age, Self.stretch * next)
        }
        return copy
    }

    mutating func pollingValue(
        _ app: Int, _ copy: CopyAge, _ rule: PollingRule, at now: FetchTime
    ) -> FetchValue {
        let demand = polling.demand.byHour.factor(at: now, device.clock)
        let noData = noDataCost(copy.somethingNew)
        let cost = rule.emptyCost + rule.findCost * copy.somethingNew
        let price = polling.price.factor
        let ageBenefit = rule.ageJoules * copy.weighted
        var value = FetchValue(
            value: polling[limits: app].weight * valueJoules / price, somethingNew: copy.somethingNew,
            cost: cost / price - noData,
            launchedBeforeNextMoment: 0, usedInTime: rule.usedInTime(demand: demand),
            changedBeforeNextMoment: 0,
            laterCost: cost / price - noData, launchedWhileHeldBack: 0, noDataCost: noData,
            laterBenefit: (rule.benefit(copy, demand: demand) - ageBenefit) / price, trust: trust(in: app))
        // A launch that shows the copy finds it stale again and again: what lies beyond V p q is counted here.
        value.ageBenefit = ageBenefit / price + max(0, value.laterBenefit - value.mostBenefit)
        return value
    }

    /// The rule for an app, with its launches over all hours.
    mutating func pollingRule(of app: Int, at now: FetchTime) -> PollingRule {
        let cost = costs.batchJoules(of: app, apps, inUse: device.foreground != nil)
        let empty = max(configuration.leastFetchJoules, cost.empty) + noDataCost(0)
        let (price, weight) = (polling.price.factor, polling[limits: app].weight)
        // Where launches show the copy, many hosts report none: then the belief in them counts for nothing.
        let counts = configuration.polling.launchesLoad || polling.demand.hasLaunches
        // Sources share a number of requests, however many launches there are: an hour of age costs at least 0.06 of
        // the mean value of a source's launches.
        let isShared = counts && polling.price.perDay != nil && configuration.polling.ageJoules > 0
        let mean = isShared ? valueJoules * polling.demand.totalRate(at: now) / Double(apps.appCount) : 0
        var rule = PollingRule(
            value: weight * valueJoules * trust(in: app),
            ageJoules: weight * max(ageJoules, 0.06 / 3600 * mean),
            launchesLoad: configuration.polling.launchesLoad,
            launches: counts ? polling.demand.rate(app, at: now) : 0,
            updates: content.meanChange(of: app, apps),
            emptyCost: price * empty,
            findCost: price * (max(configuration.leastFetchJoules, cost.found) - empty))
        // Further updates come while the source is active, and those that are announced wait for no request.
        rule.each *=
            rule.updates / content.prior.meanChange * content.belief(of: app, apps).active
            * (1 - content.announcedShare(app, apps).now) * (everNewSpacing(of: app) > .zero ? 0 : 1)
        return rule
    }

    /// The cost of a missing update, in joules per second and second. A number of requests holds also where only
    /// launches count and there are none: then the age counts a little.
    var ageJoules: Double {
        let least = polling.price.perDay == nil ? 0 : 1e-6 * configuration.valueJoules
        return max(configuration.polling.ageJoules, least) / 3600 / 3600
    }

    /// Quotient of two successive ages that are examined.
    static var stretch: Double { 1.4 }
}
