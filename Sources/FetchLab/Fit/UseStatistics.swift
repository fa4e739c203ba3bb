import FetchSched
import FetchGenerate

/// The statistics of sessions and of how a user differs from others.
enum UseStatistics {
    /// Range of each component of the user's vector, by ``UserHabits/Component``.
    private static let userRanges: [ClosedRange<Double>] = [
        -4...7, -4...4, 0...7, -6...0, -1...9, -6...9, -3...3, -3...3, -2...2, -2...2, -2...2, -2...2,
    ]

    /// Adds the statistics of a log's sessions, and its user's vector.
    static func add(to statistics: inout Statistics, of log: DeviceLog) {
        let starts = log.startsSession
        var points: [RhythmStatistics.Point] = []
        var go = [Double](repeating: 0, count: 6)
        var all = go
        var pauses: [Double] = []
        var position = 0
        for (index, launch) in log.launches.enumerated() {
            let free = launch.end + SessionHabits.sessionGap
            if starts[index] {
                position = 1
                points.append(.init(start: launch.time, free: free))
            } else {
                position += 1
                points[points.count - 1].free = free
                pauses.append(launch.time - log.launches[index - 1].end)
            }
            let step = SessionHabits.step(position)
            all[step] += 1
            if index + 1 < log.launches.count, !starts[index + 1] { go[step] += 1 }
        }
        let end = Double(log.days) * 86_400
        let rhythm = RhythmStatistics(points, calendar: log.calendar, end: end)
        add(rhythm, as: "sessions", events: points.count, to: &statistics)
        if rhythm.perDay > 0 {
            statistics.add(
                "sessions.daysOff", rhythm.daysOffByKind, in: 0...1, count: Double(points.count))
        }

        let launches = Double(log.launches.count)
        addLengthDays(
            to: &statistics, of: log, starts: starts, rhythm: rhythm,
            probabilities: zip(go, all).map { $1 > 0 ? $0 / $1 : 0 })
        let share = { (counts: [Double]) in counts.map { launches > 0 ? $0 / launches : 0 } }
        statistics.add("steps.go", shares: share(go), count: launches)
        statistics.add("steps.all", shares: share(all), count: launches)
        statistics.add("pauses", counts: LogBins.seconds.counts(pauses))
        let lengths = log.launches.map { Swift.max(0.1, $0.length) }
        statistics.add("lengths", counts: LogBins.seconds.counts(lengths))
        var ofApps = [Moments](repeating: Moments(), count: log.apps)
        for launch in log.launches { ofApps[launch.app].add(launch.logLength) }
        if let between = Moments.variances(ofApps)?.between {
            // Relative to the mean length between apps, beyond noise.
            statistics.add("lengthSpread", Swift.max(0, between).squareRoot(), in: 0...4, count: launches)
        }
        addUser(to: &statistics, of: log, rhythm: rhythm, goes: go.reduce(0, +))
    }

    /// How much the probability that a session goes on differs from day to day: variance of the log-odds beyond noise,
    /// product with the next day's, and with the activity of the day.
    private static func addLengthDays(
        to statistics: inout Statistics, of log: DeviceLog, starts: [Bool], rhythm: RhythmStatistics,
        probabilities: [Double]
    ) {
        var off = [Double](repeating: 0, count: log.days)
        var noise = off
        var position = 0
        for (index, launch) in log.launches.enumerated().dropLast() {
            position = starts[index] ? 1 : position + 1
            let probability = probabilities[SessionHabits.step(position)]
            let day = Swift.min(log.days - 1, Int(launch.time / 86_400))
            off[day] += (starts[index + 1] ? 0 : 1) - probability
            noise[day] += probability * (1 - probability)
        }
        let weight = noise.reduce(0) { $0 + $1 * $1 }
        guard weight > 0, log.days > 6 else { return }
        let square = off.reduce(0) { $0 + $1 * $1 } - noise.reduce(0, +)
        let (ahead, aheadWeight) = DayStates.products(of: off) { noise[$0] * noise[$1] }
        var common = 0.0
        var commonWeight = 1e-9
        for (day, deviation) in rhythm.dayDeviations.enumerated() {
            common += off[day] * deviation
            commonWeight += noise[day]
        }
        statistics.add(
            "lengthDays", [square / weight, ahead / Swift.max(1e-9, aheadWeight), common / commonWeight],
            in: -3...3, count: Double(log.launches.count))
    }

    static func add(
        _ rhythm: RhythmStatistics, as name: String, events: Int, to statistics: inout Statistics
    ) {
        statistics.add("\(name).counts", counts: rhythm.counts)
        statistics.add("\(name).exposure", counts: rhythm.exposure)
        statistics.add("\(name).weekdays", counts: rhythm.weekdayCounts)
        statistics.add("\(name).weekdayExposure", counts: rhythm.weekdayExposure)
        statistics.add("\(name).gaps", counts: LogBins.gaps.counts(rhythm.gaps))
        guard rhythm.perDay > 0 else { return }
        let count = Double(events)
        statistics.add("\(name).rate", PortableMath.log(rhythm.perDay), in: -5...8, count: count)
        statistics.add("\(name).dayVariance", rhythm.dayVariance, in: 0...4, count: count)
        statistics.add("\(name).day", [rhythm.dayMemory, rhythm.daysOff], in: 0...1, count: count)
    }

    private static func addUser(
        to statistics: inout Statistics, of log: DeviceLog, rhythm: RhythmStatistics, goes: Double
    ) {
        let launches = Double(log.launches.count)
        let ranking = log.ranking
        guard launches >= 20, rhythm.perDay > 0, let favourite = ranking.first else { return }
        let rates = log.changesPerDay.filter { $0 > 0 }
        let share = Double(log.counts[favourite]) / launches
        let vector =
            [
                PortableMath.log(rhythm.perDay), PortableMath.log((goes + 1) / (launches - goes + 1)),
                PortableMath.log(Double(ranking.count)), PortableMath.log(share),
                Moments(log.launches.map(\.logLength)).mean,
                Moments(rates.map { PortableMath.log($0) }).mean,
            ] + rhythm.waves
        let user = zip(vector, userRanges).map { $0.bounded(to: $1) }
        let products = user.indices.flatMap { row in (0..<row).map { user[row] * user[$0] } }
        for (name, values) in [
            ("user", user), ("user.squares", user.map { $0 * $0 }), ("user.products", products),
        ] {
            statistics.add(name, values, in: -1_000...1_000, count: launches)
        }
    }
}

extension DeviceLog.Launch {
    fileprivate var logLength: Double { PortableMath.log(Swift.max(0.5, length)) }
}

extension DayStates {
    /// The products of the deviations of days that lie up to six days apart, by which ``draw(memory:days:sampler:)``
    /// is fitted: what drifts is the same at all these distances but for ``drift``, so all tell of the memory from
    /// one day to the next. A week apart, a weekday has something for itself.
    ///
    /// - Parameters:
    ///   - deviations: those of each day from its expectation.
    ///   - weight: what a pair of days weighs.
    /// - Returns: the sum of the products and that of the weights, as of neighbours; their ratio is the covariance of one
    ///   day and the next.
    static func products(
        of deviations: [Double], weight: (Int, Int) -> Double
    ) -> (sum: Double, weight: Double) {
        var sum = 0.0
        var weights = 0.0
        var left = 1.0
        for lag in 1...6 where lag < deviations.count {
            for day in 0..<deviations.count - lag {
                let heavy = weight(day, day + lag)
                guard heavy > 0 else { continue }
                sum += deviations[day] * deviations[day + lag]
                weights += heavy * left
            }
            left *= drift
        }
        return (sum, weights)
    }
}
