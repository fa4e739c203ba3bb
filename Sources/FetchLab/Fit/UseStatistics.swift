import FetchSched
import FetchGenerate

/// The statistics of sessions and of how a user differs from others.
struct UseStatistics: Sendable {
    static let rateRange = -5.0...8.0
    static let varianceRange = 0.0...4.0
    /// Range of the relative variance of nights.
    static let nightRange = 0.0...12.0
    static let lengthDayRange = -3.0...3.0
    static let spreadRange = 0.0...4.0
    static let shareRange = 0.0...1.0
    /// Range of each component of the user's vector, by ``UserHabits/Component``.
    static let userRanges: [ClosedRange<Double>] = [
        -4...7, -4...4, 0...7, -6...0, -1...9, -6...9, -3...3, -3...3, -2...2, -2...2, -2...2, -2...2,
    ]

    /// Adds the statistics of a log's sessions, and its user's vector.
    static func add(to statistics: inout Statistics, of log: DeviceLog) {
        let begins = log.beginsSession
        var points: [RhythmStatistics.Point] = []
        var go = [Double](repeating: 0, count: 6)
        var all = go
        var pauses: [Double] = []
        var position = 0
        for (index, launch) in log.launches.enumerated() {
            if begins[index] {
                position = 1
                points.append(.init(start: launch.time, free: launch.end + SessionHabits.sessionGap))
            } else {
                position += 1
                points[points.count - 1] = .init(
                    start: points[points.count - 1].start, free: launch.end + SessionHabits.sessionGap)
                pauses.append(launch.time - log.launches[index - 1].end)
            }
            let step = SessionHabits.step(position)
            all[step] += 1
            if index + 1 < log.launches.count, !begins[index + 1] { go[step] += 1 }
        }
        let end = Double(log.days) * 86_400
        let rhythm = RhythmStatistics(points, calendar: log.calendar, end: end, hasNights: true)
        add(rhythm, as: "sessions", events: points.count, to: &statistics)
        statistics.add(
            "sessions.nightVariance", rhythm.perDay > 0 ? [rhythm.nightVariance] : nil, in: nightRange,
            like: 1, count: rhythm.nightEvents)
        statistics.add(
            "sessions.daysOff", rhythm.perDay > 0 ? rhythm.daysOffByKind : nil, in: shareRange, like: 2,
            count: Double(points.count))

        let launches = Double(log.launches.count)
        addLengthDays(
            to: &statistics, of: log, begins: begins, rhythm: rhythm,
            chances: zip(go, all).map { $1 > 0 ? $0 / $1 : 0 })
        let share = { (counts: [Double]) in counts.map { launches > 0 ? $0 / launches : 0 } }
        statistics.add("steps.go", shares: share(go), count: launches)
        statistics.add("steps.all", shares: share(all), count: launches)
        statistics.add("pauses", counts: LogBins.seconds.counts(pauses))
        let lengths = log.launches.map { Swift.max(0.1, $0.length) }
        statistics.add("lengths", counts: LogBins.seconds.counts(lengths))
        let spread = spreadBetween(log)
        statistics.add(
            "lengthSpread", spread.map { [$0] }, in: spreadRange, like: 1, count: launches)
        addUser(to: &statistics, of: log, rhythm: rhythm, goes: go.reduce(0, +))
    }

    /// How much the chance that a session goes on differs from day to day: variance of the log-odds beyond chance,
    /// product with the next day's, and with the activity of the day.
    private static func addLengthDays(
        to statistics: inout Statistics, of log: DeviceLog, begins: [Bool], rhythm: RhythmStatistics,
        chances: [Double]
    ) {
        var off = [Double](repeating: 0, count: log.days)
        var noise = off
        var position = 0
        for (index, launch) in log.launches.enumerated().dropLast() {
            position = begins[index] ? 1 : position + 1
            let chance = chances[SessionHabits.step(position)]
            let day = Swift.min(log.days - 1, Int(launch.time / 86_400))
            off[day] += (begins[index + 1] ? 0 : 1) - chance
            noise[day] += chance * (1 - chance)
        }
        let weight = noise.reduce(0) { $0 + $1 * $1 }
        guard weight > 0, log.days > 6 else {
            statistics.add("lengthDays", nil, in: lengthDayRange, like: 3, count: 0)
            return
        }
        let square = off.reduce(0) { $0 + $1 * $1 } - noise.reduce(0, +)
        let (ahead, aheadWeight) = DayStates.products(of: off) { noise[$0] * noise[$1] }
        var common = 0.0
        var commonWeight = 1e-9
        for day in 0..<log.days {
            guard rhythm.dayDeviations.count == log.days else { continue }
            common += off[day] * rhythm.dayDeviations[day]
            commonWeight += noise[day]
        }
        statistics.add(
            "lengthDays", [square / weight, ahead / Swift.max(1e-9, aheadWeight), common / commonWeight],
            in: lengthDayRange,
            like: 3, count: Double(log.launches.count))
    }

    /// Adds the blocks of a rhythm.
    static func add(
        _ rhythm: RhythmStatistics, as name: String, events: Int, to statistics: inout Statistics
    ) {
        let count = Double(events)
        statistics.add("\(name).counts", counts: rhythm.counts)
        statistics.add("\(name).exposure", counts: rhythm.exposure)
        statistics.add("\(name).weekdays", counts: rhythm.weekdayCounts)
        statistics.add("\(name).weekdayExposure", counts: rhythm.weekdayExposure)
        statistics.add("\(name).gaps", counts: LogBins.gaps.counts(rhythm.gaps))
        let isTold = rhythm.perDay > 0
        statistics.add(
            "\(name).rate", isTold ? [PortableMath.log(rhythm.perDay)] : nil, in: rateRange, like: 1,
            count: count)
        statistics.add(
            "\(name).dayVariance", isTold ? [rhythm.dayVariance] : nil, in: varianceRange, like: 1,
            count: count)
        statistics.add(
            "\(name).day", isTold ? [rhythm.dayMemory, rhythm.daysOff] : nil, in: shareRange, like: 2,
            count: count)
    }

    /// Standard deviation between apps of the mean logarithm of the length of use, beyond chance.
    private static func spreadBetween(_ log: DeviceLog) -> Double? {
        var sums = [(count: Double, sum: Double, square: Double)](repeating: (0, 0, 0), count: log.apps)
        for launch in log.launches {
            let value = PortableMath.log(Swift.max(0.5, launch.length))
            sums[launch.app].count += 1
            sums[launch.app].sum += value
            sums[launch.app].square += value * value
        }
        return variances(sums).map { Swift.max(0, $0.between).squareRoot() }
    }

    /// Variance within groups and between them, by the analysis of variance.
    static func variances(
        _ groups: [(count: Double, sum: Double, square: Double)]
    ) -> (within: Double, between: Double)? {
        let told = groups.filter { $0.count >= 2 }
        let count = told.reduce(0) { $0 + $1.count }
        guard told.count >= 3, count > Double(told.count) + 10 else { return nil }
        let mean = told.reduce(0) { $0 + $1.sum } / count
        var inside = 0.0
        var outside = 0.0
        var squares = 0.0
        for group in told {
            inside += Swift.max(0, group.square - group.sum * group.sum / group.count)
            let off = group.sum / group.count - mean
            outside += group.count * off * off
            squares += group.count * group.count
        }
        let within = inside / (count - Double(told.count))
        let typical = (count - squares / count) / Double(told.count - 1)
        return (within, (outside / Double(told.count - 1) - within) / typical)
    }

    private static func addUser(
        to statistics: inout Statistics, of log: DeviceLog, rhythm: RhythmStatistics, goes: Double
    ) {
        let launches = Double(log.launches.count)
        let ranking = log.ranking
        guard launches >= 20, rhythm.perDay > 0, let favourite = ranking.first else {
            for name in ["user", "user.squares"] {
                statistics.add(name, nil, in: shareRange, like: 12, count: 0)
            }
            statistics.add("user.products", nil, in: shareRange, like: 66, count: 0)
            return
        }
        let lengths = log.launches.map { PortableMath.log(Swift.max(0.5, $0.length)) }
        let rates = log.changesPerDay.filter { $0 > 0 }.map { PortableMath.log($0) }
        let mean = { (values: [Double]) in values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count) }
        let share = Double(log.counts[favourite]) / launches
        let vector =
            [
                PortableMath.log(rhythm.perDay), PortableMath.log((goes + 1) / (launches - goes + 1)),
                PortableMath.log(Double(ranking.count)), PortableMath.log(share), mean(lengths), mean(rates),
            ] + rhythm.waves
        let scaled = zip(vector, userRanges).map { value, range in
            (Swift.max(range.lowerBound, Swift.min(range.upperBound, value)) - range.lowerBound)
                / (range.upperBound - range.lowerBound)
        }
        statistics.add("user", scaled, in: shareRange, like: 12, count: launches)
        statistics.add("user.squares", scaled.map { $0 * $0 }, in: shareRange, like: 12, count: launches)
        var products: [Double] = []
        for row in scaled.indices { for column in 0..<row { products.append(scaled[row] * scaled[column]) } }
        statistics.add("user.products", products, in: shareRange, like: 66, count: launches)
    }
}
