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

    private typealias Lanes = PortableMath.Lanes
    /// Length of each step, eight to a block.
    private static let lengths: [Lanes] = {
        var lengths = [Lanes](repeating: .zero, count: (count + 7) / 8)
        for step in 0..<count { lengths[step / 8][step % 8] = begins[step + 1] - begins[step] }
        return lengths
    }()

    /// How many steps a block has.
    private static func lanes(of block: Int) -> Int { min(8, count - block * 8) }

    /// Sessions expected per second in each step if none has begun before: the hazard of the next one.
    private(set) var nextSessionRates = [Double](repeating: 0, count: count)
    /// Sessions expected per second in each step, whatever happens before.
    private(set) var sessionRates = [Double](repeating: 0, count: count)
    /// How many times as likely the next session is in each step for alarms' sake: a factor of ``nextSessionRates``.
    private(set) var alarmRatios = [Double](repeating: 1, count: count)
    /// The hazard of the next session while one may begin, which is not while the last one may go on; and sessions per second
    /// after that one.
    private var openHazards = [Double](repeating: 0, count: count)
    private var laterRates = [Double](repeating: 0, count: count)
    /// Hour of day of each step.
    private(set) var hours = [Int](repeating: 0, count: count)
    /// Both kinds of rates, eight steps to a block.
    private var nextSessionLanes = [Lanes](repeating: .zero, count: lengths.count)
    private var sessionLanes = [Lanes](repeating: .zero, count: lengths.count)
    /// Means over the day that follows, to close the recursions with.
    private(set) var meanNextSessionRate = 0.0
    private(set) var meanSessionRate = 0.0
    /// What it was computed for: all that its rates depend on.
    private var key: Key?

    private struct Key: Equatable {
        var step: Int64
        var learned: UInt32
        var clock: LocalClock
    }

    /// Computes the horizon at the step of time in which `now` lies, `pauseBegin` being the end of the last use, nil if an
    /// app is in use.
    ///
    /// - Parameter learned: counts what `use` and `sessions` have learned.
    /// - Complexity: O(steps), O(1) if it was computed for the same.
    mutating func update(
        at now: Instant, pauseBegin: Instant?, clock: LocalClock, use: UseForecast, sessions: DailyRhythm,
        learned: UInt32
    ) {
        let key = Key(step: ForecastStep.of(now), learned: learned, clock: clock)
        guard key != self.key else { return }
        self.key = key
        let now = ForecastStep.moment(key.step)
        let pause = pauseBegin.map { max(.zero, now - $0) } ?? .zero
        var noneYet = 1.0
        meanNextSessionRate = 0
        meanSessionRate = 0
        for step in 0..<Self.count {
            let (begin, end) = (Self.begins[step], Self.begins[step + 1])
            let middle = TimeSpan.seconds((begin + end) / 2)
            hours[step] = clock.hour(now + middle)
            let open = max(begin, (use.sessionGap - pause).seconds)
            let openShare = max(0, end - open) / (end - begin)
            alarmRatios[step] = use.alarms.meanRatio(from: now + .seconds(begin), to: now + .seconds(end))
            // Of a step that is all closed a question asked later in this step of time may see the end.
            let ahead = TimeSpan.seconds(open < end ? (open + end) / 2 : open + 60)
            openHazards[step] =
                alarmRatios[step]
                * use.sessionIntensity(at: now + ahead, elapsed: pause + ahead, clock: clock)
            let hazard = openShare * openHazards[step]
            nextSessionRates[step] = hazard
            laterRates[step] = (1 - noneYet) * sessions.rate(at: now + middle, clock: clock)
            sessionRates[step] = noneYet * hazard + laterRates[step]
            noneYet *= PortableMath.exp(-hazard * (end - begin))
            if step >= 3 {
                meanNextSessionRate += hazard / Double(Self.count - 3)
                meanSessionRate += sessionRates[step] / Double(Self.count - 3)
            }
        }
        pack()
    }

    private mutating func pack() {
        for step in 0..<Self.count {
            nextSessionLanes[step / 8][step % 8] = nextSessionRates[step]
            sessionLanes[step / 8][step % 8] = sessionRates[step]
        }
    }

    /// E[e^(-mT)] until the next session, for content that changes at rate `change`, times `pace` by hour of day.
    func sessionDiscount(change: Double, pace: SourcePace) -> Double {
        var discount = DiscountedWait.constant(rate: meanNextSessionRate, change: change)
        let ratios = pace.ratios
        for block in Self.lengths.indices.reversed() {
            let (own, after) = DiscountedWait.steps(
                rates: nextSessionLanes[block], changes: changes(block, change, pace.all, ratios),
                seconds: Self.lengths[block])
            for lane in stride(from: Self.lanes(of: block) - 1, through: 0, by: -1) {
                discount = own[lane] + after[lane] * discount
            }
        }
        return discount
    }

    /// The same, and E[e^(-mT)] until the next session with an app that is in a share `share` of the sessions at each hour:
    /// side by side, as each step waits for the one after it.
    func discounts(
        change: Double, pace: SourcePace, meanShare: Double, share: (_ hour: Int) -> Double
    ) -> (toSession: Double, toLaunch: Double) {
        var session = DiscountedWait.constant(rate: meanNextSessionRate, change: change)
        var launch = DiscountedWait.constant(rate: meanSessionRate * meanShare, change: change)
        let ratios = pace.ratios
        for block in Self.lengths.indices.reversed() {
            let count = Self.lanes(of: block)
            var shares = Lanes.zero
            for lane in 0..<count { shares[lane] = share(hours[block * 8 + lane]) }
            let (changes, seconds) = (changes(block, change, pace.all, ratios), Self.lengths[block])
            let any = DiscountedWait.steps(rates: nextSessionLanes[block], changes: changes, seconds: seconds)
            let own = DiscountedWait.steps(
                rates: sessionLanes[block] * shares, changes: changes, seconds: seconds)
            for lane in stride(from: count - 1, through: 0, by: -1) {
                session = any.own[lane] + any.after[lane] * session
                launch = own.own[lane] + own.after[lane] * launch
            }
        }
        return (session, launch)
    }

    /// At which rate content changes in each step of a block.
    @inline(__always)
    private func changes(
        _ block: Int, _ change: Double, _ pace: ContentHours.Pace, _ ratios: SourceHours.Lanes
    ) -> Lanes {
        var changes = Lanes.zero
        for lane in 0..<Self.lanes(of: block) {
            let hour = hours[block * 8 + lane]
            changes[lane] = change * pace.factors[hour] * ratios[hour / SourceHours.hours]
        }
        return changes
    }

    /// Expected sessions, within `span`, of an app that is in a share `share` of the sessions at each hour.
    ///
    /// - Parameters:
    ///   - closed: seconds from now in which none begins.
    ///   - between: seconds from the begin of one in which no other begins.
    func expectedSessions(
        within span: TimeSpan, closed: Double, between: Double, share: (_ hour: Int) -> Double
    ) -> Double {
        var expected = 0.0
        var noneYet = 1.0
        for step in 0..<Self.count {
            let (begin, end) = (Self.begins[step], Self.begins[step + 1])
            guard begin < span.seconds else { return expected }
            let open = min(end, span.seconds) - max(begin, closed)
            guard open > 0 else { continue }
            let hazard = openHazards[step]
            let next = PortableMath.saturation(hazard * open)
            // In a step that is short beside a session there is one at the most.
            let others = max(0, 1 - between / open) * (hazard * open - next)
            expected += share(hours[step]) * (noneYet * (next + others) + laterRates[step] * open)
            noneYet *= 1 - next
        }
        // After that the days are like this one.
        let beyond = max(0, span.seconds - Self.begins[Self.count])
        return expected * (1 + beyond / Self.begins[Self.count])
    }
}
