/// The most that fetches may lose: the bound on the harm of a scheduler whose forecasts are wrong.
///
/// An account in joules. It pays for every fetch that the scheduler chose, and every launch that a fetch made fresh
/// pays V into it. Time pays in a little, so that no app is given up for ever. It holds no more than its depth, and a
/// fetch that it cannot pay is not started. So in any stretch of d days, on any trace,
///
///     cost - V x (launches made fresh)  <=  V (lossDepth + lossPerDay x d) + the error of the last fetch's bill
///
/// which bounds the loss compared with a scheduler that never fetches: both count the same launches, and the engine
/// knows of each launch whether a fetch made it fresh. The bound needs no forecast.
///
/// Fetches that fail have an account like it of their own, and may lose as much again. So half of the sources may die,
/// or the network for a day, and the others are fetched as before.
struct LossLimit: Sendable, SnapshotCoded {
    /// Balance as of `since`, in joules.
    private var joules: Double
    /// Balance of a second account, which pays for fetches that fail.
    private var failureJoules: Double
    private var since = FetchTime.distantPast
    /// Energy of all fetches by then, in joules.
    private var spent = 0.0
    /// Part of the coming costs that others answer for, in joules.
    private var excused = 0.0
    /// Limit of the balance, and income per second, on a phone, in joules.
    private let ofPhone: (most: Double, perSecond: Double)
    /// Number of phones whose loss a fleet of sources may have.
    private var phones = 1.0

    private var most: Double { ofPhone.most * phones }
    private var perSecond: Double { ofPhone.perSecond * phones }

    init(_ parameters: ScoreParameters, valueJoules: Double) {
        joules = Self.amount(parameters.lossDepth * valueJoules)
        ofPhone = (joules, parameters.lossPerDay * valueJoules / 86_400)
        failureJoules = joules
    }

    /// The number of sources has changed: a phone is taken to have fifty.
    mutating func share(among apps: Int) {
        let before = most
        phones = max(1, Double(apps) / 50)
        joules = Self.amount(min(most, joules + max(0, most - before)))
        failureJoules = Self.amount(min(most, failureJoules + max(0, most - before)))
    }

    /// The balance at `now`, if all fetches have cost `spent` joules by then.
    func balance(spent: Double, at now: FetchTime) -> Double {
        let cost = Self.amount(spent) - self.spent
        let owed = cost - min(excused, max(0, cost))
        return Self.amount(min(most, min(most, joules + paid(by: now)) - owed))
    }

    func failureBalance(at now: FetchTime) -> Double {
        Self.amount(min(most, failureJoules + Self.failureShare * paid(by: now)))
    }

    /// Income of the account for failures, as a multiple of the other's: a hung source is tried again after some days.
    private static var failureShare: Double { 2.5 }

    private func paid(by now: FetchTime) -> Double {
        since == .distantPast ? 0 : perSecond * max(0, (now - since).seconds)
    }

    /// Whether the account can pay `joules` after what is under way, and the account for failures the cost of a try.
    func affords(
        _ joules: Double, underWay: Double = 0, spent: Double, at now: FetchTime, failing: Double = 0
    ) -> Bool {
        balance(spent: spent, at: now) - underWay >= joules
            && (failing <= 0 || failureBalance(at: now) >= min(failing, most))
    }

    /// When it can, if nothing happens before; `distantFuture` if never.
    func affordsFrom(
        _ joules: Double, underWay: Double = 0, spent: Double, at now: FetchTime, failing: Double = 0
    ) -> FetchTime {
        var missing = joules + underWay - balance(spent: spent, at: now)
        if failing > 0 {
            missing = max(missing, (min(failing, most) - failureBalance(at: now)) / Self.failureShare)
        }
        guard missing > 0 else { return now }
        guard joules <= most, perSecond > 0 else { return .distantFuture }
        return now + .seconds(missing / perSecond) + TimeSpan(milliseconds: 1)
    }

    mutating func settle(spent: Double, at now: FetchTime) {
        joules = balance(spent: spent, at: now)
        failureJoules = failureBalance(at: now)
        excused -= min(excused, max(0, Self.amount(spent) - self.spent))
        self.spent = Self.amount(spent)
        since = now
    }

    /// Pays in, or out again what was paid in by mistake; to be called once it is settled. What the account does not
    /// hold is for failures, so that what succeeds pays for looks at what may not.
    mutating func pay(_ joules: Double) {
        let sum = Self.amount(self.joules + joules)
        self.joules = min(most, sum)
        failureJoules = min(most, failureJoules + max(0, sum - most))
    }

    /// A fetch has failed that cost so much: the account for failures bears that, as far as it can, so that those that
    /// succeed are not held back. To be called once it is settled.
    ///
    /// - Parameter isTry: whether it could be paid by what was expected of it; then the error is the account's, too.
    mutating func bearFailure(_ joules: Double, isTry: Bool) {
        let borne = min(Self.amount(joules), isTry ? .infinity : max(0, failureJoules))
        failureJoules = min(most, failureJoules - borne)
        self.joules = min(most, Self.amount(self.joules + borne))
    }

    /// Excuses the expected cost of a fetch that the host forced.
    mutating func excuse(_ joules: Double) { excused += min(max(0, joules), 1e9) }

    /// Forgives a fetch that ended: its energy since its start, and the tail of the radio after it.
    mutating func forgive(spent: Double, tail joules: Double) {
        self.spent = Self.amount(spent)
        excused = max(0, Self.amount(joules))
    }

    /// Whatever comes from now on is the scheduler's own.
    mutating func endExcuse() { excused = 0 }

    mutating func clockWentBack(to now: FetchTime) { since = min(since, now) }

    /// Limits costs that make no sense to a number.
    private static func amount(_ joules: Double) -> Double { joules.clamped(to: -1e30...1e30) }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&joules, &failureJoules, &since, &spent)
        try coder.code(&excused)
        try coder.check(excused >= 0)
    }
}
