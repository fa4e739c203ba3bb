/// When and how long a phone is used; by default for about 49 launches a day in 17 sessions.
public struct SessionHabits: Hashable, Sendable, Codable {
    /// Sessions per day of the median user on an average day, if nothing prevented the user from starting one: the
    /// phone is in use, or was until 5 minutes ago.
    public var perDay = 22.5
    /// When sessions start.
    public var rhythm = RhythmHabits()
    /// Probability that a session goes on after its first, second, third, fourth launch, after its fifth to eighth,
    /// and after more.
    public var continuation = [0.5, 0.6, 0.66, 0.7, 0.74, 0.78]
    /// Spread of the days: standard deviation of the log-odds of going on.
    public var lengthDaySpread = 0.0
    /// Correlation of these log-odds between one day and the next, 0 to 1.
    public var lengthMemory = 0.0
    /// Correlation of session lengths with the activity of the day, -1 to 1.
    public var lengthWithActivity = 0.0
    /// Days over which what days differ by evens out, so that a trace of that length has the user's own mean, as the one
    /// had that the habits were fitted to; 1 or more. Nil: it evens out in the long run only.
    public var steadyDays: Int?
    /// Pauses between two launches of a session, in seconds.
    public var pauses = QuantileCurve(logNormalMedian: 3, sigma: 1.1)
    /// Lengths of use, in seconds.
    public var lengths = QuantileCurve(logNormalMedian: 32, sigma: 1.15)
    /// Spread of the apps' lengths of use: standard deviation of the logarithm of an app's median.
    public var lengthSpread = 0.4

    /// A pause of more than this ends a session, in seconds.
    public static let sessionGap = 300.0

    /// Makes the default habits.
    public init() {}

    /// The number in ``continuation`` for a session of that many launches so far, 1 or more.
    package static func step(_ launches: Int) -> Int {
        launches <= 4 ? Swift.max(0, launches - 1) : launches <= 8 ? 4 : 5
    }

    package var fault: String? {
        firstFault(
            wrong("perDay", perDay, in: 1e-6...2_000), rhythm.fault.map { "rhythm: \($0)" },
            wrong("continuation", continuation, in: 0...0.98, count: 6),
            wrong("lengthDaySpread", lengthDaySpread, in: 0...3),
            wrong("lengthMemory", lengthMemory, in: belowOne),
            wrong("lengthWithActivity", lengthWithActivity, in: -1...1),
            wrong("steadyDays", steadyDays.map(Double.init), in: 1...100_000),
            pauses.fault.map { "pauses \($0)" }, lengths.fault.map { "lengths \($0)" },
            wrong("lengthSpread", lengthSpread, in: 0...3))
    }
}
