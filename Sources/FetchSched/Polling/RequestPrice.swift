/// The price at which an always-on network makes so many requests a day: a factor on what a request costs.
///
/// The price is the multiplier of the limit on requests. Each request raises its logarithm, and time lowers it, so that over
/// time as many requests are made as are allowed, whatever updates and launches are worth and whether there are launches at
/// all (dual ascent). Its first value is that at which sources of which nothing is known would make as many; it follows the
/// number of sources at once.
///
/// Requests also take from a credit that holds a day's requests: in d days there are never more than d + 1 times as many.
struct RequestPrice: Sendable {
    /// Requests per day; nil for a price of 1.
    let perDay: Double?
    /// Logarithm of the price beside that of sources of which nothing is known.
    private var level = 0.0
    /// Requests that may be made at once.
    private(set) var credit: Double
    /// Whether a source waits for credit.
    private var isShort = false
    private var since: Instant?
    /// Price of unknown sources, and how many there are.
    private var unknown = (price: 1.0, sources: 0)

    /// By how much a day's requests raise the logarithm, and a day lowers it.
    private static let gain = 3.0
    /// By how much a day raises the logarithm while a source waits for credit.
    private static let shortGain = 12.0
    /// A longer pause of the host counts as much, or as the time for four requests.
    private static let longestPause = 0.25
    private static let mostLevel = 20.0

    init(perDay: Double?) {
        // Written so that NaN is 0.
        self.perDay = perDay.map { $0 > 0 ? min($0, 1e12) : 0 }
        credit = max(1, self.perDay ?? 1)
    }

    /// The factor on the cost of a request.
    var factor: Double { perDay == nil ? 1 : unknown.price * PortableMath.exp(level) }

    /// Whether a request may be made now.
    var allows: Bool { perDay.map { $0 > 0 && credit >= 1 } ?? true }

    /// The number of sources has changed.
    ///
    /// - Parameter price: the price at which a source of which nothing is known is asked after so many seconds.
    mutating func setSources(_ count: Int, price: (_ seconds: Double) -> Double) {
        guard let perDay, perDay > 0, count > 0, count != unknown.sources else { return }
        unknown = (price(86_400 * Double(count) / perDay).clamped(to: 1e-30...1e30), count)
    }

    mutating func pass(to now: Instant) {
        guard let perDay, perDay > 0 else { return }
        let days = since.map { max(0, (now - $0).seconds / 86_400) } ?? 0
        since = now
        // A month at once is rather a clock that was set.
        if days < 31 { credit = min(max(1, perDay), credit + perDay * days) }
        let counted = min(days, max(Self.longestPause, 4 / perDay))
        raise(isShort ? Self.shortGain * counted : -Self.gain * counted)
        if credit >= 1 { isShort = false }
    }

    /// A request is made.
    mutating func spend() {
        guard let perDay, perDay > 0 else { return }
        (credit, isShort) = (max(-perDay, credit - 1), false)
        raise(Self.gain / perDay)
    }

    /// The last request was not made.
    mutating func refund() {
        guard let perDay, perDay > 0 else { return }
        credit = min(max(1, perDay), credit + 1)
        raise(-Self.gain / perDay)
    }

    /// A source has to wait for credit.
    ///
    /// - Returns: when there is some; `distantFuture` if never.
    mutating func refuse(at now: Instant) -> Instant {
        guard let perDay, perDay > 0 else { return .distantFuture }
        isShort = true
        return now + .seconds(max(1, (1 - credit) / perDay * 86_400))
    }

    /// The clock was set back.
    mutating func clockWentBack(to now: Instant) { since = since.map { min($0, now) } }

    private mutating func raise(_ amount: Double) {
        level = (level + amount).clamped(to: -Self.mostLevel...Self.mostLevel)
    }
}

extension RequestPrice: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&level, in: -Self.mostLevel...Self.mostLevel)
        try coder.code(&credit)
        try coder.code(&isShort)
        try coder.code(&since)
        // Another limit, as the host may set one, has another price of unknown sources.
        credit = min(credit, max(1, perDay ?? 1))
    }
}
