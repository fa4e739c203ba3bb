/// The next day in steps, fine at first, then hour by hour: sessions expected in each, for all apps alike.
///
/// From it follows E[e^(-mT)] for the time T until the next session, or the next one with an app: the probability that
/// it comes before the content's next change, which has rate m. One backward recursion over the steps of length D, with
/// sessions at rate l:
///
///     phi_k = l_k / (l_k + m) (1 - e^-(l_k + m)D) + e^-(l_k + m)D phi_(k+1)
///
/// closed after the last step by the value for the mean rate.
struct Horizon: Sendable {
    /// Start of each step, in seconds from now; one more for the end of the last.
    static let starts: [Double] = {
        var starts = [0.0, 600, 1200, 2400]
        for hour in 1...24 { starts.append(Double(hour) * 3600) }
        return starts
    }()
    static var count: Int { starts.count - 1 }

    /// The step of a time ahead, in seconds; days after the first equal it.
    ///
    /// - Parameter earlier: the step of an earlier time.
    static func step(at ahead: Double, after earlier: Int) -> Int {
        var ahead = ahead
        if ahead >= starts[count] {
            // No loop, as a configuration may have steps of years.
            ahead = max(starts[3], ahead - Double(Int64(ahead / starts[count])) * starts[count])
        }
        var step = starts[earlier] <= ahead ? earlier : 3
        while step + 1 < count, starts[step + 1] <= ahead { step += 1 }
        return step
    }

    /// Sessions per second in each step: of the next one if none has started before, and of any.
    private(set) var nextSessionRates = [Double](repeating: 0, count: count)
    private(set) var sessionRates = [Double](repeating: 0, count: count)
    /// Hour of day of each step.
    private(set) var hours = [Int](repeating: 0, count: count)
    /// Means over the whole hours.
    private var meanNextSessionRate = 0.0
    /// Sessions per day, over the whole hours.
    var sessionsPerDay: Double { meanNextSessionRate * 86_400 }
    private var meanSessionRate = 0.0
    private var key: Key?
    /// Counts the times that it changed.
    private(set) var version: UInt32 = 0

    private struct Key: Equatable {
        var step: Int64
        var learned: UInt32
        var clock: LocalClock
    }

    /// Computes the horizon at the step of time in which `now` lies, unless that is at hand.
    ///
    /// - Parameter learned: counts the events that `rate` and `session` have learned.
    mutating func update(
        at now: FetchTime, _ rate: SessionRate, _ session: SessionTracker, learned: UInt32, clock: LocalClock
    ) {
        let key = Key(step: ForecastStep.of(now), learned: learned, clock: clock)
        guard key != self.key else { return }
        self.key = key
        version &+= 1
        let now = ForecastStep.moment(key.step)
        let pause = session.pause(at: now)
        var noneYet = 1.0
        meanNextSessionRate = 0
        meanSessionRate = 0
        for step in 0..<Self.count {
            let (start, end) = (Self.starts[step], Self.starts[step + 1])
            let middle = TimeSpan.seconds((start + end) / 2)
            hours[step] = clock.hour(now + middle)
            // None starts while the last one may go on.
            let open = max(start, (session.gap - pause).seconds)
            let ahead = TimeSpan.seconds(open < end ? (open + end) / 2 : open + 60)
            let hazard =
                max(0, end - open) / (end - start)
                * rate.hazard(at: now + ahead, pause: pause + ahead, clock: clock)
            nextSessionRates[step] = hazard
            sessionRates[step] =
                noneYet * hazard + (1 - noneYet) * rate.rhythm.rate(at: now + middle, clock: clock)
            noneYet *= PortableMath.exp(-hazard * (end - start))
            guard step >= 3 else { continue }
            meanNextSessionRate += hazard / Double(Self.count - 3)
            meanSessionRate += sessionRates[step] / Double(Self.count - 3)
        }
    }

    /// E[e^(-mT)] until the next session, for content that changes at rate `change`, times `pace` by hour of day.
    func sessionDiscount(change: Double, pace: ChangePace) -> Double {
        discounts(change: change, pace: pace, meanShare: 0, shares: .zero).nextSession
    }

    /// E[e^(-mT)]: the probabilities that the content does not change before the next session, and before the next one
    /// with an app.
    struct Discounts: Sendable {
        var nextSession = 0.0
        var nextLaunch = 0.0
    }

    /// The discounts of an app that is in a share of the sessions at each hour.
    func discounts(
        change: Double, pace: ChangePace, meanShare: Double, shares: SIMD32<Float>
    ) -> Discounts {
        var session = Self.constant(rate: meanNextSessionRate, change: change)
        var launch = Self.constant(rate: meanSessionRate * meanShare, change: change)
        for step in stride(from: Self.count - 1, through: 0, by: -1) {
            let changes = change * pace.factor(hours[step])
            let share = Double(shares[hours[step]])
            session = Self.step(nextSessionRates[step], changes, step, after: session)
            launch = Self.step(sessionRates[step] * share, changes, step, after: launch)
        }
        return Discounts(nextSession: session, nextLaunch: launch)
    }

    private static func step(_ rate: Double, _ change: Double, _ step: Int, after: Double) -> Double {
        let total = rate + change
        guard total > 0 else { return after }
        let passed = PortableMath.saturation(total * (starts[step + 1] - starts[step]))
        return rate / total * passed + (1 - passed) * after
    }

    /// E[e^(-mT)] for a constant rate.
    static func constant(rate: Double, change: Double) -> Double {
        let total = rate + change
        return total > 0 ? rate / total : 0
    }

    /// Sessions within `span` with an app that has a share of them by hour. Days after the last step equal the first.
    func expectedSessions(within span: TimeSpan, shares: SIMD32<Float>) -> Double {
        var expected = 0.0
        for step in 0..<Self.count where Self.starts[step] < span.seconds {
            let seconds = min(Self.starts[step + 1], span.seconds) - Self.starts[step]
            expected += sessionRates[step] * Double(shares[hours[step]]) * seconds
        }
        return expected * max(1, span.seconds / Self.starts[Self.count])
    }
}

/// Time as forecasts read it, in steps of ten minutes: so one answer serves the next question, whichever comes first.
enum ForecastStep {
    private static let length: Int64 = 600_000

    /// The step in which `moment` lies.
    static func of(_ moment: FetchTime) -> Int64 { moment.milliseconds / length }

    /// The first step whose moment is not before `moment`.
    static func after(_ moment: FetchTime) -> Int64 {
        let step = moment.milliseconds / length
        return step * length < moment.milliseconds ? step + 1 : step
    }

    static func moment(_ step: Int64) -> FetchTime {
        let (milliseconds, overflow) = step.multipliedReportingOverflow(by: length)
        return overflow ? .distantPast : FetchTime(milliseconds: milliseconds)
    }
}
