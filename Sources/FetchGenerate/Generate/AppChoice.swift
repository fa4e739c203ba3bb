import FetchSched

/// How one user chooses the next app: popularity and interest, the hour, how long ago an app was used, and what
/// follows what.
///
/// The weight of an app is a product of factors; ``ChoiceHabits`` says of which.
struct AppChoice: Sendable {
    private let count: Int
    private let first: Factors
    private let within: Factors
    /// Logarithm of each app's weight, by position in the ranking.
    private(set) var base: [Double]
    private var weights: [Double] = []
    /// Weights in the present hour, and which hour that is.
    private var current: [Double] = []
    private var currentHour = -1
    private var drawn: [Double] = []
    /// Interest in each app on each day, `day * count + app`.
    private let interest: [Double]
    private let days: Int
    /// Days after which lives start again.
    private let horizon: Int
    /// Factor of each app in each quarter of a day, `quarter * count + app`; empty if they do not differ.
    private let bursts: [Double]
    /// Factor of each app in each hour of the day, `hour * count + app`.
    private let hours: [Double]
    /// Seed of what pairs of apps change.
    private let pairSeed: UInt64
    private let companions: AppCompanions?

    // The user's past launches.
    /// The apps by last use, the last one first.
    private var recent: [Int] = []
    /// Place of each app in ``recent``, or -1.
    private var places: [Int]
    /// Bin of that place in ``ChoiceHabits/Situation/recency``, or the one after them for an app never opened.
    private var bins: [Int]
    private var isInSession: [Bool]
    private var session: [Int] = []

    private struct Factors: Sendable {
        /// By bin; the last is of apps never opened.
        let recency: [Double]
        let again: Double
        /// Weights of the app after the previous one, `previous * count + app`.
        let successors: [Double]
        /// By the upper byte of a hash of the previous two and the app; empty if they do not matter.
        let pairs: [Double]

        init(_ habits: ChoiceHabits.Situation, affinities: [Double], spread: [Double]) {
            recency = (habits.recency + [habits.unopened]).map { PortableMath.exp($0) }
            again = PortableMath.exp(habits.again)
            successors =
                habits.successorSpread > 0
                ? affinities.map { PortableMath.exp(habits.successorSpread * $0) } : []
            pairs =
                habits.pairSpread > 0 ? spread.map { PortableMath.exp(habits.pairSpread * $0) } : []
        }
    }

    /// Standard normal quantiles at the middles of 256 equal shares, for factors drawn by a hash.
    private static let normalTable: [Double] = {
        var sampler = Sampler(0x6E6F_726D)
        return (0..<64_000).map { _ in sampler.normal() }.sorted().enumerated()
            .filter { $0.offset % 250 == 125 }.map { heavy($0.element) }
    }()

    /// A normal number made heavy-tailed, with variance 1 still: a few pairs of apps matter much, most do not.
    private static func heavy(_ normal: Double) -> Double { normal * normal * normal / 3.872_983_3 }

    /// Draws what the user likes at which hour, on which day, and after which app.
    ///
    /// - Parameters:
    ///   - shares: Share of launches of each app by rank, over the horizon.
    ///   - days: How many days the trace has.
    init(habits: Habits, shares: [Double], days: Int, sampler: inout Sampler) {
        count = shares.count
        let horizon = Swift.max(1, habits.apps.horizonDays)
        self.days = Swift.max(1, days)
        base = shares.map { PortableMath.log($0) }
        self.horizon = horizon
        let lives: [Range<Int>]
        (interest, lives) = AppChoice.drawInterest(
            habits.apps, count: count, days: self.days, horizon: horizon, sampler: &sampler)
        bursts = AppChoice.drawBursts(
            habits.apps.burstSpread, count: count, days: self.days, sampler: &sampler)
        hours = AppChoice.drawHours(habits.apps.hourSpread, count: count, sampler: &sampler)
        var affinities: [Double] = []
        affinities.reserveCapacity(count * count)
        for index in 0..<count * count {
            let drawn = AppChoice.heavy(sampler.normal())
            affinities.append(index / count == index % count ? 0 : drawn)
        }
        let spread = AppChoice.normalTable
        first = Factors(habits.choice.first, affinities: affinities, spread: spread)
        within = Factors(habits.choice.within, affinities: affinities, spread: spread)
        pairSeed = sampler.seed()
        companions = habits.choice.companionProbability.map {
            AppCompanions(probability: $0, shares: shares, lives: lives, sampler: &sampler)
        }
        places = [Int](repeating: -1, count: count)
        bins = [Int](repeating: 10, count: count)
        isInSession = [Bool](repeating: false, count: count)
        weights = base.map { PortableMath.exp($0) }
    }

    /// Makes apps more or less likely by these logarithms, and forgets what was done.
    mutating func adjust(by logarithms: [Double]) {
        for app in 0..<count {
            base[app] += logarithms[app]
            weights[app] = PortableMath.exp(base[app])
        }
        forget()
    }

    mutating func forget() {
        recent = []
        session = []
        currentHour = -1
        for app in 0..<count {
            places[app] = -1
            bins[app] = 10
            isInSession[app] = false
        }
    }

    /// The next app, by rank.
    ///
    /// - Parameters:
    ///   - time: Local time in seconds after the first midnight.
    ///   - isFirst: Whether a session starts.
    mutating func next(at time: Double, isFirst: Bool, sampler: inout Sampler) -> Int {
        if isFirst {
            for app in session { isInSession[app] = false }
            session = []
        }
        enter(hour: Int(time / 3_600))
        let chosen =
            (isFirst ? nil : companion(at: time, sampler: &sampler)) ?? weighted(isFirst, sampler: &sampler)
        note(chosen)
        return chosen
    }

    /// The companion of the previous app, if it comes.
    private func companion(at time: Double, sampler: inout Sampler) -> Int? {
        guard let companions, let previous = recent.first else { return nil }
        let day = Int(time / 86_400) % horizon
        return companions.follower(of: previous, day: day, sampler: &sampler) { !isInSession[$0] }
    }

    private mutating func weighted(_ isFirst: Bool, sampler: inout Sampler) -> Int {
        let factors = isFirst ? first : within
        let previous = recent.first ?? -1
        let before = recent.count > 1 ? recent[1] : -1
        let pairKey = pairSeed &+ UInt64(truncatingIfNeeded: (previous + 1) * 4_096 + before + 1)
        let usesSuccessors = previous >= 0 && !factors.successors.isEmpty
        let usesPairs = before >= 0 && !factors.pairs.isEmpty
        for app in 0..<count {
            var weight = current[app] * factors.recency[bins[app]]
            if usesSuccessors { weight *= factors.successors[previous * count + app] }
            if usesPairs { weight *= factors.pairs[Int(AppChoice.mixed(pairKey, app) >> 56)] }
            drawn[app] = weight
        }
        for app in session where app != previous { drawn[app] *= factors.again }
        return sampler.pick(drawn) ?? 0
    }

    /// Prepares the weights of an hour, counted from the first midnight.
    private mutating func enter(hour: Int) {
        guard hour != currentHour || current.isEmpty else { return }
        currentHour = hour
        let day = Swift.min(days - 1, hour / 24)
        if current.count != count {
            current = weights
            drawn = weights
        }
        for app in 0..<count {
            current[app] = weights[app] * interest[day * count + app] * hours[hour % 24 * count + app]
        }
        guard !bursts.isEmpty else { return }
        let quarter = 4 * day + hour % 24 / 6
        for app in 0..<count { current[app] *= bursts[quarter * count + app] }
    }

    private mutating func note(_ app: Int) {
        let place = places[app]
        if place != 0 {
            if place > 0 { recent.remove(at: place) }
            recent.insert(app, at: 0)
            let last = place < 0 ? recent.count - 1 : place
            for index in 0...last {
                places[recent[index]] = index
                bins[recent[index]] = ChoiceHabits.bin(place: index)
            }
        }
        if !isInSession[app] {
            isInSession[app] = true
            session.append(app)
        }
    }

    /// A hash of a pair of apps and a third.
    private static func mixed(_ key: UInt64, _ app: Int) -> UInt64 {
        var bits = SplitMix64(seed: key ^ (UInt64(app) &* 0x9E37_79B9_7F4A_7C15))
        return bits.next()
    }

    /// Interest from day to day, an autoregressive process of its logarithm, with mean 1 over each horizon.
    private static func drawInterest(
        _ apps: AppHabits, count: Int, days: Int, horizon: Int, sampler: inout Sampler
    ) -> (factors: [Double], lives: [Range<Int>]) {
        var result = [Double](repeating: 1, count: days * count)
        var lives: [Range<Int>] = []
        let memory = apps.interestMemory
        let innovation = (1 - memory * memory).squareRoot()
        for app in 0..<count {
            let spread = apps.interestSpread[AppHabits.group(rank: app)]
            let forgotten = apps.installedSpread == nil ? Self.forgotten : 0
            let usual = apps.installedDays[AppHabits.group(rank: app)]
            let length =
                apps.installedSpread.map { Swift.max(0.1, sampler.logNormal(median: usual, sigma: $0)) }
                ?? sampler.exponential(mean: usual)
            // The whole life is somewhere in the horizon, or reaches into it.
            let from = sampler.unit() * (Double(horizon) + length) - length
            let first = Swift.max(0, Swift.min(Double(horizon), from.rounded(.down)))
            let end = Swift.max(first, Swift.min(Double(horizon), (from + length).rounded(.up)))
            let life = Int(first)..<Int(end)
            lives.append(life)
            var state = sampler.normal()
            var start = 0
            while start < days {
                var values: [Double] = []
                for day in 0..<horizon {
                    values.append(PortableMath.exp(spread * state) * (life.contains(day) ? 1 : forgotten))
                    state = memory * state + innovation * sampler.normal()
                }
                let mean = values.reduce(0, +) / Double(horizon)
                for (offset, value) in values.enumerated() where start + offset < days {
                    result[(start + offset) * count + app] = mean > 0 ? value / mean : 1
                }
                start += horizon
            }
        }
        return (result, lives)
    }

    /// Draws a factor of the weights for each quarter of a day, with mean 1.
    private static func drawBursts(
        _ spread: [Double]?, count: Int, days: Int, sampler: inout Sampler
    ) -> [Double] {
        guard let spread, spread.contains(where: { $0 > 0 }) else { return [] }
        var result: [Double] = []
        result.reserveCapacity(4 * days * count)
        for _ in 0..<4 * days {
            for app in 0..<count {
                let sigma = spread[AppHabits.group(rank: app)]
                result.append(PortableMath.exp(sigma * sampler.normal() - 0.5 * sigma * sigma))
            }
        }
        return result
    }

    /// Weight of an app that is not in use yet, or no longer, relative to one that is, where times have no spread.
    private static let forgotten = 0.000_5

    private static func drawHours(_ spread: Double, count: Int, sampler: inout Sampler) -> [Double] {
        var result = [Double](repeating: 1, count: 24 * count)
        for app in 0..<count {
            let amplitudes = [1, 1, 0.6, 0.6].map { $0 * sampler.normal() }
            if spread == 0 { continue }
            let waves = ActivityCurve.waves(amplitudes.map { $0 * spread })
            for hour in 0..<24 { result[hour * count + app] = waves[2 * hour] }
        }
        return result
    }
}
