/// The hours ahead, as the steps of the backward recursion: fine at first, then hour by hour for a day.
///
/// What it holds is the same for all apps, so it is computed once and used for each.
struct Horizon: Sendable {
    /// Begin of each step, in seconds from now; one more for the end of the last.
    static let begins: [Double] = {
        var begins = [0.0, 600, 1200, 2400]
        for hour in 1...24 { begins.append(Double(hour) * 3600) }
        return begins
    }()
    /// How many steps there are.
    static var count: Int { begins.count - 1 }

    /// Launches and sessions expected per second in each step, and its hour of day.
    private(set) var launchRates = [Double](repeating: 0, count: count)
    private(set) var sessionRates = [Double](repeating: 0, count: count)
    private(set) var hours = [Int](repeating: 0, count: count)
    /// Means over the day that follows, to close the recursion with.
    private(set) var meanLaunchRate = 0.0
    private(set) var meanSessionRate = 0.0
    /// What it was computed for.
    private var key: (hour: Int64, end: Instant?)?

    /// Computes the horizon at `now`, `pauseBegin` being the end of the last session.
    ///
    /// - Complexity: O(1) while the hour of the clock and the pause stay the same.
    mutating func update(
        at now: Instant, pauseBegin: Instant?, clock: LocalClock, launches: DailyRhythm,
        sessions: DailyRhythm, recency: RecencyHazard
    ) {
        let hour = now.milliseconds / 3_600_000
        if let key, key.hour == hour, key.end == pauseBegin { return }
        key = (hour, pauseBegin)
        let pause = pauseBegin.map { max(0, (now - $0).seconds) } ?? 0
        for step in 0..<Self.count {
            let middle = (Self.begins[step] + Self.begins[step + 1]) / 2
            let moment = now + .seconds(middle)
            let factor = recency.factor(pause: pause + middle)
            hours[step] = clock.hour(moment)
            launchRates[step] = launches.rate(at: moment, clock: clock) * factor
            sessionRates[step] = sessions.rate(at: moment, clock: clock) * factor
        }
        meanLaunchRate = 0
        meanSessionRate = 0
        for step in 3..<Self.count {
            meanLaunchRate += launchRates[step] / Double(Self.count - 3)
            meanSessionRate += sessionRates[step] / Double(Self.count - 3)
        }
    }

    /// E[e^(-mT)] until the next session, at the beginning of every step, for content that changes at rate
    /// `change`, times `factors` by hour of day.
    func sessionDiscounts(
        change: Double, factors: [Double], _ visit: (_ step: Int, _ discount: Double) -> Void
    ) {
        var discount = DiscountedWait.constant(rate: meanSessionRate, change: change)
        for step in stride(from: Self.count - 1, through: 0, by: -1) {
            discount = DiscountedWait.step(
                rate: sessionRates[step], change: change * factors[hours[step]],
                seconds: Self.begins[step + 1] - Self.begins[step], after: discount)
            visit(step, discount)
        }
    }

    /// E[e^(-mT)] until the next launch of an app whose share of the launches at each hour is `share`.
    func launchDiscount(
        change: Double, factors: [Double], meanShare: Double, share: (_ hour: Int) -> Double
    ) -> Double {
        var discount = DiscountedWait.constant(rate: meanLaunchRate * meanShare, change: change)
        for step in stride(from: Self.count - 1, through: 0, by: -1) {
            discount = DiscountedWait.step(
                rate: launchRates[step] * share(hours[step]), change: change * factors[hours[step]],
                seconds: Self.begins[step + 1] - Self.begins[step], after: discount)
        }
        return discount
    }
}
