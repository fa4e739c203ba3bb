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

    /// Sessions expected per second in each step if none has begun before: the hazard of the next one.
    private(set) var nextSessionRates = [Double](repeating: 0, count: count)
    /// Sessions expected per second in each step, whatever happens before.
    private(set) var sessionRates = [Double](repeating: 0, count: count)
    /// Hour of day of each step.
    private(set) var hours = [Int](repeating: 0, count: count)
    /// Means over the day that follows, to close the recursions with.
    private(set) var meanNextSessionRate = 0.0
    private(set) var meanSessionRate = 0.0
    /// What it was computed for.
    private var key: (slot: Int64, end: Instant?, clock: LocalClock)?

    /// A horizon is used for so long, in milliseconds, if nothing happens.
    private static let validity: Int64 = 600_000

    /// Computes the horizon at `now`, `pauseBegin` being the end of the last use, nil if an app is in use.
    ///
    /// - Complexity: O(steps), O(1) if it was computed for the same ten minutes and pause.
    mutating func update(
        at now: Instant, pauseBegin: Instant?, clock: LocalClock, use: UseForecast, sessions: DailyRhythm
    ) {
        let slot = now.milliseconds / Self.validity
        if let key, key.slot == slot, key.end == pauseBegin, key.clock == clock { return }
        key = (slot, pauseBegin, clock)
        let pause = pauseBegin.map { max(.zero, now - $0) } ?? .zero
        var noneYet = 1.0
        meanNextSessionRate = 0
        meanSessionRate = 0
        for step in 0..<Self.count {
            let length = Self.begins[step + 1] - Self.begins[step]
            let ahead = TimeSpan.seconds((Self.begins[step] + Self.begins[step + 1]) / 2)
            let moment = now + ahead
            hours[step] = clock.hour(moment)
            let hazard = use.sessionIntensity(at: moment, elapsed: pause + ahead, clock: clock)
            nextSessionRates[step] = hazard
            sessionRates[step] =
                noneYet * hazard + (1 - noneYet) * sessions.rate(at: moment, clock: clock)
            noneYet *= PortableMath.exp(-hazard * length)
            if step >= 3 {
                meanNextSessionRate += hazard / Double(Self.count - 3)
                meanSessionRate += sessionRates[step] / Double(Self.count - 3)
            }
        }
    }

    /// E[e^(-mT)] until the next session, at the beginning of every step, for content that changes at rate
    /// `change`, times `factors` by hour of day.
    func sessionDiscounts(
        change: Double, factors: [Double], _ visit: (_ step: Int, _ discount: Double) -> Void
    ) {
        var discount = DiscountedWait.constant(rate: meanNextSessionRate, change: change)
        for step in stride(from: Self.count - 1, through: 0, by: -1) {
            discount = DiscountedWait.step(
                rate: nextSessionRates[step], change: change * factors[hours[step]],
                seconds: Self.begins[step + 1] - Self.begins[step], after: discount)
            visit(step, discount)
        }
    }

    /// E[e^(-mT)] until the next session with an app that is in a share `share` of the sessions at each hour.
    func presenceDiscount(
        change: Double, factors: [Double], meanShare: Double, share: (_ hour: Int) -> Double
    ) -> Double {
        var discount = DiscountedWait.constant(rate: meanSessionRate * meanShare, change: change)
        for step in stride(from: Self.count - 1, through: 0, by: -1) {
            discount = DiscountedWait.step(
                rate: sessionRates[step] * share(hours[step]), change: change * factors[hours[step]],
                seconds: Self.begins[step + 1] - Self.begins[step], after: discount)
        }
        return discount
    }

    /// Expected sessions, within `span`, of an app that is in a share `share` of the sessions at each hour.
    func expectedSessions(within span: TimeSpan, share: (_ hour: Int) -> Double) -> Double {
        var expected = 0.0
        for step in 0..<Self.count {
            let seconds = min(Self.begins[step + 1], span.seconds) - Self.begins[step]
            guard seconds > 0 else { return expected }
            expected += sessionRates[step] * share(hours[step]) * seconds
        }
        // After that the days are like this one.
        let beyond = max(0, span.seconds - Self.begins[Self.count])
        return expected * (1 + beyond / Self.begins[Self.count])
    }
}

/// The rates are those of the first question within these ten minutes: computed anew they would be others.
extension Horizon: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        var slot = key?.slot
        var (end, clock) = (key?.end, key?.clock ?? LocalClock())
        try coder.code(&slot)
        guard slot != nil else { return }
        try coder.code(&end)
        try coder.code(&clock)
        if Coder.isReader, let slot { key = (slot, end, clock) }
        try coder.code(counters: &nextSessionRates)
        try coder.code(counters: &sessionRates)
        for step in hours.indices { try coder.code(&hours[step], in: 0...23) }
        try coder.code(&meanNextSessionRate)
        try coder.code(&meanSessionRate)
    }
}
