import FetchSched

/// What follows directly from the mean statistics of devices, section by section of the habits.
struct HabitsSections: Sendable {
    let statistics: Statistics
    let threshold: Double
    let devices: Int
    let hasNoise: Bool
    var horizon = 1
    /// Most apps are kept for a few days, some for good: chosen, as a few months do not tell the ends of long times.
    static let keptSpread = 1.8
    /// More sessions a day than this are no habit, but noise.
    static let mostSessions = 1_000.0

    /// How users differ: nothing for one device, spreads for two, correlations from three on.
    ///
    /// - Parameter used: Apps of the median user.
    func users(apps used: Double) -> UserHabits {
        let ranges = UseStatistics.userRanges
        guard devices > 1, let means = statistics.numbers("user", in: 0...1),
            let squares = statistics.numbers("user.squares", in: 0...1)
        else { return UserHabits() }
        let sample = Double(devices) / Double(devices - 1)
        let deviations = zip(means, squares).map { (Swift.max(0, $1 - $0 * $0) * sample).squareRoot() }
        var users = UserHabits()
        users.spread = zip(deviations, ranges).map { Swift.min(3, $0 * ($1.upperBound - $1.lowerBound)) }
        let content = UserHabits.Component.content.rawValue
        users.spread[content] = contentSpread(users.spread[content], apps: used)
        guard devices > 2, !hasNoise, let products = statistics.numbers("user.products", in: 0...1) else {
            return users
        }
        // With few devices, correlations are mostly chance: they are drawn towards 0.
        let trust = Double(devices) / Double(devices + means.count)
        var index = 0
        for row in means.indices {
            var correlations: [Double] = []
            for column in 0..<row {
                let covariance = (products[index] - means[row] * means[column]) * sample
                let scale = deviations[row] * deviations[column]
                correlations.append(
                    scale > 1e-9 ? trust * Swift.max(-1, Swift.min(1, covariance / scale)) : 0)
                index += 1
            }
            users.correlation.append(correlations)
        }
        return users
    }

    /// The rhythm of that name, or a flat one if too little is known.
    func rhythm(_ name: String) -> RhythmHabits {
        let counts = statistics.shares("\(name).counts")
        let exposure = statistics.shares("\(name).exposure")
        let events = statistics.count("\(name).counts")
        let slots = RhythmHabits.slots
        let weekday = pooled(Array(counts.prefix(slots)), Array(exposure.prefix(slots)), events: events)
        let weekend = pooled(Array(counts.suffix(slots)), Array(exposure.suffix(slots)), events: events)
        let days = pooled(
            statistics.shares("\(name).weekdays"), statistics.shares("\(name).weekdayExposure"),
            events: events)
        let gaps = LogBins.gaps.curve(statistics.shares("\(name).gaps"), events: events, threshold: threshold)
        let variance = statistics.number("\(name).dayVariance", in: UseStatistics.varianceRange) ?? 0
        let day = statistics.numbers("\(name).day", in: 0...1) ?? [0, 0]
        // The weekdays' factors say how much more happens on weekends; the hours have mean 1 on both.
        return RhythmHabits(
            weekdayHours: weekday, weekendHours: weekend, weekdays: days,
            gaps: gaps ?? QuantileCurve(unitWeibullShape: 1),
            daySpread: PortableMath.log(1 + variance).squareRoot(), dayMemory: Swift.min(0.97, day[0]),
            daysOff: Swift.min(0.9, day[1]))
    }

    /// Rates with mean 1, of neighbours together until enough events stand behind each.
    private func pooled(_ counts: [Double], _ exposure: [Double], events: Double) -> [Double] {
        let size = counts.count
        let total = counts.reduce(0, +)
        let time = exposure.reduce(0, +)
        guard total * events >= threshold, time > 0 else { return [Double](repeating: 1, count: size) }
        var rates = [Double](repeating: 0, count: size)
        for slot in 0..<size {
            var width = 0
            var sum = counts[slot]
            var spent = exposure[slot]
            while sum * events < threshold || spent <= 0, 2 * width + 1 < size {
                width += 1
                let low = (slot - width + size) % size
                let high = (slot + width) % size
                sum += counts[low] + (low == high ? 0 : counts[high])
                spent += exposure[low] + (low == high ? 0 : exposure[high])
            }
            rates[slot] = spent > 0 ? sum / spent : total / time
        }
        let mean = rates.reduce(0, +) / Double(size)
        return rates.map { $0 / mean }
    }

    /// When and how long the phone is used.
    func sessions(_ users: UserHabits) -> SessionHabits {
        let rate = statistics.number("sessions.rate", in: UseStatistics.rateRange) ?? 0
        let launches = statistics.count("steps.all")
        let go = statistics.shares("steps.go")
        let all = statistics.shares("steps.all")
        let mean = go.reduce(0, +) / Swift.max(1e-9, all.reduce(0, +))
        let continuation = zip(go, all).map { go, all in
            // Steps that few sessions reach are drawn towards the mean.
            all * launches >= threshold && go * launches >= threshold
                ? Swift.min(0.95, go / all) : Swift.min(0.95, mean)
        }
        let seconds = LogBins.seconds
        let pauses = seconds.curve(
            statistics.shares("pauses"), events: statistics.count("pauses"), threshold: threshold)
        let lengths = seconds.curve(
            statistics.shares("lengths"), events: statistics.count("lengths"), threshold: threshold)
        let spread = Swift.min(3, statistics.number("lengthSpread", in: UseStatistics.spreadRange) ?? 0)
        // Lengths are pooled over users and apps, who are drawn once more with their differences. A little too much is taken
        // off: a user's mean length has part of what that user's apps differ by in it.
        let ofUsers = users.spread.isEmpty ? 0 : users.spread[UserHabits.Component.useLength.rawValue]
        var sessions = SessionHabits(
            perDay: Swift.min(HabitsSections.mostSessions, PortableMath.exp(rate)),
            rhythm: rhythm("sessions"), continuation: continuation,
            pauses: pauses ?? QuantileCurve([2, 2]),
            lengths: (lengths ?? QuantileCurve(logNormalMedian: 30, sigma: 1))
                .narrowed(by: (spread * spread + ofUsers * ofUsers).squareRoot()), lengthSpread: spread)
        sessions.steadyDays = horizon
        if statistics.count("sessions.nightVariance") >= threshold,
            let variance = statistics.number("sessions.nightVariance", in: UseStatistics.nightRange)
        {
            sessions.rhythm.nightSpread = Swift.min(2, PortableMath.log(1 + variance).squareRoot())
        }
        if let days = statistics.numbers("lengthDays", in: UseStatistics.lengthDayRange), days[0] > 0.01 {
            sessions.lengthDaySpread = Swift.min(2, days[0].squareRoot())
            sessions.lengthMemory = Swift.max(0, Swift.min(0.93, days[1] / days[0]))
            let scale = sessions.lengthDaySpread * Swift.max(0.1, sessions.rhythm.daySpread)
            sessions.lengthWithActivity = Swift.max(-0.9, Swift.min(0.9, days[2] / scale))
        }
        return sessions
    }

    /// Which apps there are; the bursts of interest and the hours are left to the calibration.
    func apps() -> AppHabits {
        let used = statistics.numbers("user", in: 0...1).map { means in
            let range = UseStatistics.userRanges[UserHabits.Component.apps.rawValue]
            return PortableMath.exp(
                range.lowerBound
                    + means[UserHabits.Component.apps.rawValue] * (range.upperBound - range.lowerBound))
        }
        let intervals = statistics.shares("intervals")
        let custom = Array(intervals.dropFirst(2))
        let customShare = custom.reduce(0, +)
        let known = customShare * statistics.count("intervals") >= threshold
        let shares = statistics.shares("popularity")
        var apps = AppHabits(
            used: Swift.max(1, Swift.min(1_000, used ?? 10)),
            unused: statistics.number("unused", in: 0...10) ?? 0, horizonDays: horizon,
            popularity: popularity(shares), popularityTail: 1, interestSpread: [0.5, 1, 1.5],
            interestMemory: 0.8, keptDays: [10, 3, 1].map { $0 * Double(horizon) }, hourSpread: 0.5,
            neverShare: intervals.count > 1 ? Swift.min(1, intervals[1]) : 0,
            customShare: known ? Swift.min(1, customShare) : 0,
            customIntervals: known ? quantized(custom) : [])
        apps.popularityTail = tail(apps, shares: shares)
        apps.keptSpread = HabitsSections.keptSpread
        apps.burstSpread = [0, 0.3, 0.5]
        return apps
    }

    /// Ten intervals that occur as often as the shares say.
    private func quantized(_ shares: [Double]) -> [Double] {
        let total = shares.reduce(0, +)
        var result: [Double] = []
        var sum = 0.0
        var index = 0
        for step in 0..<10 {
            let wanted = (Double(step) + 0.5) / 10 * total
            while index < shares.count - 1, sum + shares[index] < wanted {
                sum += shares[index]
                index += 1
            }
            result.append(ContentStatistics.intervals[index])
        }
        return result
    }

    /// The shares at the ranks of the file, as far as enough launches stand behind them.
    private func popularity(_ shares: [Double]) -> [Double] {
        let launches = statistics.count("popularity")
        var result: [Double] = []
        for rank in AppHabits.ranks where rank <= shares.count {
            let share = shares[rank - 1]
            guard share * launches >= threshold, share > 0 else { break }
            result.append(Swift.min(share, result.last ?? 1))
        }
        return result.isEmpty ? [1] : result
    }

    /// The exponent with which the ranks that are not told have what is left of the launches.
    private func tail(_ apps: AppHabits, shares: [Double]) -> Double {
        let last = AppHabits.ranks[apps.popularity.count - 1]
        let count = Int(apps.used.rounded())
        guard count > last else { return 2 }
        let rest = shares.dropFirst(last).reduce(0, +)
        var low = 0.1
        var high = 10.0
        for _ in 0..<30 {
            let exponent = 0.5 * (low + high)
            let sum = (last + 1...count).reduce(0.0) {
                $0 + apps.popularity[apps.popularity.count - 1]
                    * PortableMath.power(Double($1) / Double(last), -exponent)
            }
            if sum > rest { low = exponent } else { high = exponent }
        }
        return 0.5 * (low + high)
    }

    /// What follows what, before the calibration: nothing but popularity, and rarely the same app again.
    func choice() -> ChoiceHabits {
        var choice = ChoiceHabits()
        choice.first.successorSpread = 0.5
        choice.within.successorSpread = 0.8
        choice.first.pairSpread = 0.2
        choice.within.pairSpread = 0.3
        choice.companionChance = 0.2
        return choice
    }
}

extension QuantileCurve {
    /// The same median with less spread: what is left when `sigma` of the logarithm is between groups.
    func narrowed(by sigma: Double) -> QuantileCurve {
        let median = value(at: 0.5)
        var sums = (weight: 0.0, mean: 0.0, square: 0.0)
        for step in 0..<200 {
            let share = (Double(step) + 0.5) / 200
            let density = share * (1 - share)
            let off = PortableMath.log(value(at: share) / median)
            sums.weight += density
            sums.mean += density * off
            sums.square += density * off * off
        }
        let mean = sums.mean / sums.weight
        let variance = sums.square / sums.weight - mean * mean
        guard variance > 0 else { return self }
        let power = Swift.max(0.2, 1 - sigma * sigma / variance).squareRoot()
        return QuantileCurve(values.map { median * PortableMath.power($0 / median, power) })
    }
}
