import FetchSched
import FetchGenerate

/// When content changes.
///
/// Read off directly, origins come out burstier than they are: bursts make days differ and days make bursts, rates of few
/// changes have waves by chance, and each of these is put into what is generated once more. Hence the trial.
extension HabitsCalibration {
    /// Number of sources generated in each round, if its users have as many.
    private static let origins = 400
    private var mostChanges: Int {
        // A few quiet sources say little, and noise can make them look fast.
        Int(Swift.min(250_000, Swift.max(2_000, 100 * Double(days) * wanted.count("content.variety"))))
    }

    /// Moves the bursts, the days and the hours of origins.
    func adjustContent(_ habits: inout Habits, rounds: Int) {
        guard wanted.isSupported("content.variety"), let goal = ContentVariety(wanted) else { return }
        for round in 0..<rounds {
            guard let have = ContentVariety(simulateContent(habits, round: round)) else { return }
            /// How far a number moves against the difference of its statistic.
            func gap(_ number: (ContentVariety) -> Double) -> Double {
                Self.step(round) * (number(goal) - number(have)).bounded(to: -0.5...0.5)
            }
            func moved(_ spread: Double, by gap: Double) -> Double {
                (spread * spread + gap).bounded(to: 0...9).squareRoot()
            }
            var content = habits.content
            let power = PortableMath.exp(gap(\.variation))
            let gaps = content.rhythm.gaps.values.map { PortableMath.power($0, power) }
            if gaps.allSatisfy({ $0 > 1e-9 && $0 < 1e6 }) { content.rhythm.gaps.values = gaps }
            content.gapVariety = moved(content.gapVariety, by: gap(\.variationVariance))
            content.rhythm.daySpread = (content.rhythm.daySpread * PortableMath.exp(gap(\.days)))
                .bounded(to: 0.01...3)
            content.daySpreadVariety = moved(content.daySpreadVariety, by: gap(\.dayVariance))
            content.rhythm.dayMemory = (content.rhythm.dayMemory + gap(\.dayMemory))
                .bounded(to: 0...DayStates.drift)
            content.rhythm.daysOff = (content.rhythm.daysOff + gap(\.daysOff)).bounded(to: 0...0.9)
            if let wanted = goal.waves, let found = have.waves {
                let gap = Self.step(round) * (0.5 * (wanted - found)).bounded(to: -0.5...0.5)
                content.hourSpread = Swift.min(3, moved(content.hourSpread, by: gap))
            }
            habits.content = content
        }
    }

    private func simulateContent(_ habits: Habits, round: Int) -> Statistics {
        let calendar = LocalCalendar(firstWeekday: firstWeekday, days: days)
        var log = DeviceLog(launches: [], calendar: calendar)
        var changes = 0
        let most = mostChanges
        for number in 0..<users where log.updates.count < Self.origins && changes < most {
            var sampler = Sampler(seed, "content".portableHash, UInt64(round), UInt64(number))
            let user = UserModel(habits: habits, sampler: &sampler)
            for app in user.apps where app.isOnline {
                var process = OriginProcess(
                    origin: app.origin, content: habits.content, calendar: calendar,
                    sampler: Sampler(sampler.seed()))
                log.updates.append(
                    process.changes().map { DeviceLog.Update(time: $0.time, bytes: Double($0.bytes)) })
                changes += log.updates[log.updates.count - 1].count
            }
        }
        var statistics = Statistics()
        ContentStatistics.addRhythm(to: &statistics, of: log)
        return statistics
    }
}

/// How origins change, and how they differ in that: means and variances over origins.
private struct ContentVariety {
    /// Logarithm of the variation of gaps.
    let variation: Double
    let variationVariance: Double
    /// Logarithm of the spread of days.
    let days: Double
    let dayVariance: Double
    let dayMemory: Double
    let daysOff: Double
    /// Variance of the waves of one day, if enough origins tell of it.
    let waves: Double?

    init?(_ statistics: Statistics) {
        guard let means = statistics.numbers("content.variety"),
            let squares = statistics.numbers("content.varietySquares"),
            let day = statistics.numbers("content.day")
        else { return nil }
        variation = means[0]
        variationVariance = Swift.max(0, squares[0] - means[0] * means[0])
        days = means[1]
        dayVariance = Swift.max(0, squares[1] - means[1] * means[1])
        dayMemory = day[0]
        daysOff = day[1]
        waves = statistics.waveVariance
    }
}

extension Statistics {
    /// Variance between origins of the waves of one day, if enough origins tell of it.
    var waveVariance: Double? {
        guard let means = numbers("content.waves"), let square = number("content.waveSquare") else {
            return nil
        }
        return square - means[0] * means[0] - means[1] * means[1]
    }
}
