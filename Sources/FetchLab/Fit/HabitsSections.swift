import FetchSched
import FetchGenerate

/// Habits that follow directly from the mean statistics of devices, section by section.
struct HabitsSections: Sendable {
    let statistics: Statistics
    let devices: Int
    var horizon = 1
    /// More sessions a day than this are no habit, but noise.
    static let mostSessions = 1_000.0

    /// How users differ: nothing for one device, spreads for two, correlations from three on.
    ///
    /// - Parameter used: Apps of the median user.
    func users(apps used: Double) -> UserHabits {
        guard devices > 1, let means = statistics.numbers("user"),
            let variances = HabitsCalibration.variances(statistics, devices)
        else { return UserHabits() }
        let deviations = variances.map { $0.squareRoot() }
        let sample = Double(devices) / Double(devices - 1)
        var users = UserHabits()
        users.spread = deviations.map { Swift.min(3, $0) }
        let content = UserHabits.Component.content.rawValue
        users.spread[content] = contentSpread(users.spread[content], apps: used)
        guard devices > 2, let products = statistics.numbers("user.products") else { return users }
        // With few devices, correlations are mostly noise: they are drawn towards 0.
        let trust = Double(devices) / Double(devices + means.count)
        var index = 0
        for row in means.indices {
            var correlations: [Double] = []
            for column in 0..<row {
                let covariance = (products[index] - means[row] * means[column]) * sample
                let scale = deviations[row] * deviations[column]
                correlations.append(scale > 1e-9 ? trust * (covariance / scale).bounded(to: -1...1) : 0)
                index += 1
            }
            users.correlation.append(correlations)
        }
        return users
    }

    /// The rhythm of that name, or a flat one if too little is known.
    func rhythm(_ name: String) -> RhythmHabits {
        let slots = RhythmHabits.slots
        let day = statistics.numbers("\(name).day") ?? [0, 0]
        // The weekdays' factors say how much more happens on weekends; the hours have mean 1 on both.
        var rhythm = RhythmHabits()
        rhythm.weekdayHours = rates("\(name).counts", over: "\(name).exposure") { $0.prefix(slots) }
        rhythm.weekendHours = rates("\(name).counts", over: "\(name).exposure") { $0.suffix(slots) }
        rhythm.weekdays = rates("\(name).weekdays", over: "\(name).weekdayExposure") { $0[...] }
        rhythm.gaps = curve("\(name).gaps", .gaps) ?? rhythm.gaps
        rhythm.daySpread = PortableMath.log(1 + (statistics.number("\(name).dayVariance") ?? 0)).squareRoot()
        rhythm.dayMemory = Swift.min(0.97, day[0])
        rhythm.daysOff = Swift.min(0.9, day[1])
        return rhythm
    }

    /// The numbers of that name, if enough launches or changes stand behind them.
    func supported(_ name: String) -> [Double]? {
        statistics.isSupported(name) ? statistics.numbers(name) : nil
    }

    /// Rates with mean 1, each drawn to the mean by half an event; 1 each if too little is known.
    private func rates(
        _ name: String, over exposure: String, of part: ([Double]) -> ArraySlice<Double>
    ) -> [Double] {
        let (counts, spent) = (part(statistics.shares(name)), part(statistics.shares(exposure)))
        let events = part(statistics.events(name)).reduce(0, +)
        let (count, time) = (counts.reduce(0, +), spent.reduce(0, +))
        guard events >= Statistics.support, count > 0, time > 0 else { return counts.map { _ in 1 } }
        let rates = zip(counts, spent).map { ($0 + 0.5 * count / events) / ($1 + 0.5 * time / events) }
        let mean = rates.reduce(0, +) / Double(rates.count)
        return rates.map { $0 / mean }
    }

    /// The distribution of that name, if enough is known.
    private func curve(_ name: String, _ bins: LogBins) -> QuantileCurve? {
        bins.quantiles(events: statistics.events(name)).map { bins.curve(statistics.shares(name), $0) }
    }

    /// The probability to go on after each step of a session. Steps at which few sessions go on, or few end, have the mean of
    /// all such steps; or, if these are too few together, that of the step before.
    private func continuation() -> [Double] {
        let (go, all) = (statistics.shares("steps.go"), statistics.shares("steps.all"))
        let (behindGo, behindAll) = (statistics.events("steps.go"), statistics.events("steps.all"))
        func isEnough(_ steps: [Int]) -> Bool {
            let (goes, ends) = steps.reduce((0.0, 0.0)) {
                ($0.0 + behindGo[$1], $0.1 + behindAll[$1] - behindGo[$1])
            }
            return Swift.min(goes, ends) >= Statistics.support
        }
        func probability(_ steps: [Int]) -> Double {
            let reached = steps.reduce(0) { $0 + all[$1] }
            return Swift.min(0.95, steps.reduce(0) { $0 + go[$1] } / Swift.max(1e-9, reached))
        }
        let untold = go.indices.filter { !isEnough([$0]) }
        let others = isEnough(untold) ? probability(untold) : nil
        // Where nothing is known.
        var last = 0.5
        return go.indices.map { step in
            last = untold.contains(step) ? others ?? last : probability([step])
            return last
        }
    }

    /// When and how long the phone is used.
    func sessions(_ users: UserHabits) -> SessionHabits {
        var sessions = SessionHabits()
        let rate = statistics.number("sessions.rate") ?? 0
        sessions.perDay = Swift.min(HabitsSections.mostSessions, PortableMath.exp(rate))
        sessions.rhythm = rhythm("sessions")
        sessions.continuation = continuation()
        sessions.pauses = curve("pauses", .seconds) ?? QuantileCurve([2, 2])
        // Lengths are pooled over users and apps, who are drawn once more with their differences. A little too much is taken
        // off: a user's mean length has part of what that user's apps differ by in it.
        let spread = Swift.min(3, statistics.number("lengthSpread") ?? 0)
        let ofUsers = users.spread.isEmpty ? 0 : users.spread[UserHabits.Component.useLength.rawValue]
        sessions.lengths = (curve("lengths", .seconds) ?? QuantileCurve(logNormalMedian: 30, sigma: 1))
            .narrowed(by: (spread * spread + ofUsers * ofUsers).squareRoot())
        sessions.lengthSpread = spread
        sessions.steadyDays = horizon
        if let off = statistics.numbers("sessions.daysOff") {
            sessions.rhythm.daysOff = Swift.min(0.9, off[0])
            sessions.rhythm.weekendDaysOff = Swift.min(0.9, off[1])
        }
        if let days = statistics.numbers("lengthDays"), days[0] > 0.01 {
            sessions.lengthDaySpread = Swift.min(2, days[0].squareRoot())
            sessions.lengthMemory = (days[1] / days[0]).bounded(to: 0...0.93)
            let scale = sessions.lengthDaySpread * Swift.max(0.1, sessions.rhythm.daySpread)
            sessions.lengthWithActivity = (days[2] / scale).bounded(to: -0.9...0.9)
        }
        return sessions
    }

    /// Which apps there are; the bursts of interest and the hours are left to the calibration.
    func apps() -> AppHabits {
        let used = statistics.numbers("user").map {
            PortableMath.exp($0[UserHabits.Component.apps.rawValue])
        }
        let shares = statistics.shares("popularity")
        var apps = AppHabits()
        apps.used = (used ?? 10).bounded(to: 1...1_000)
        apps.unused = statistics.number("unused") ?? 0
        apps.horizonDays = horizon
        apps.popularity = popularity(shares)
        apps.popularityTail = tail(apps, shares: shares)
        apps.interestSpread = [0.5, 1, 1.5]
        apps.interestMemory = 0.8
        apps.installedDays = [10, 3, 1].map { $0 * Double(horizon) }
        // Most apps stay for a few days, some for good: chosen, as a few months do not show the ends of long times.
        apps.installedSpread = 1.8
        apps.burstSpread = [0, 0.3, 0.5]
        apps.hourSpread = 0.5
        apps.neverShare = 0
        return apps
    }

    /// The shares at the ranks of the file, as far as enough launches stand behind them.
    private func popularity(_ shares: [Double]) -> [Double] {
        let launches = statistics.events("popularity")
        var result: [Double] = []
        for rank in AppHabits.ranks where rank <= shares.count {
            let share = shares[rank - 1]
            guard launches[rank - 1] >= Statistics.support, share > 0 else { break }
            result.append(Swift.min(share, result.last ?? 1))
        }
        // The tail tells what is left: if that is too few launches, fewer ranks are told.
        while result.count > 1, !statistics.tellsTail(after: AppHabits.ranks[result.count - 1]) {
            result.removeLast()
        }
        return result.isEmpty ? [1] : result
    }

    /// The exponent with which the ranks that are not told have what is left of the launches.
    private func tail(_ apps: AppHabits, shares: [Double]) -> Double {
        let last = AppHabits.ranks[apps.popularity.count - 1]
        let count = Int(apps.used.rounded())
        guard count > last, statistics.tellsTail(after: last) else { return 2 }
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

    /// Habits of choice before the calibration: nothing but popularity, and rarely one app twice.
    func choice() -> ChoiceHabits {
        var choice = ChoiceHabits()
        choice.first.successorSpread = 0.5
        choice.within.successorSpread = 0.8
        choice.first.pairSpread = 0.2
        choice.within.pairSpread = 0.3
        choice.companionProbability = 0.2
        return choice
    }
}

extension QuantileCurve {
    /// A curve with this median and less spread: the part left when `sigma` of the logarithm is between groups.
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
