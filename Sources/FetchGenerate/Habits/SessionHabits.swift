/// When and how long a phone is used.
public struct SessionHabits: Hashable, Sendable, Codable {
    /// Sessions per day of the median user on an average day, if nothing kept the user from beginning one: the
    /// phone is in use, or was until 5 minutes ago.
    public var perDay: Double
    /// When sessions begin.
    public var rhythm: RhythmHabits
    /// Chance that a session goes on after its first, second, third, fourth launch, after its fifth to eighth,
    /// and after more.
    public var continuation: [Double]
    /// Spread of the days: standard deviation of the log-odds of going on.
    public var lengthDaySpread = 0.0
    /// Correlation of these log-odds between one day and the next, 0 to 1.
    public var lengthMemory = 0.0
    /// Their correlation with the activity of the day, -1 to 1.
    public var lengthWithActivity = 0.0
    /// Days over which what days differ by evens out, so that a trace of that length has the user's own mean, as the one
    /// had that the habits were fitted to; 1 or more. Nil: it evens out in the long run only.
    public var steadyDays: Int?
    /// Pauses between two launches of a session, in seconds.
    public var pauses: QuantileCurve
    /// Lengths of use, in seconds.
    public var lengths: QuantileCurve
    /// Spread of the apps' lengths of use: standard deviation of the logarithm of an app's median.
    public var lengthSpread: Double

    /// A pause of more than this ends a session, in seconds.
    public static let sessionGap = 300.0

    /// Makes habits of use.
    public init(
        perDay: Double, rhythm: RhythmHabits, continuation: [Double], pauses: QuantileCurve,
        lengths: QuantileCurve, lengthSpread: Double
    ) {
        self.perDay = perDay
        self.rhythm = rhythm
        self.continuation = continuation
        self.pauses = pauses
        self.lengths = lengths
        self.lengthSpread = lengthSpread
    }

    /// The number in ``continuation`` for a session of that many launches so far, 1 or more.
    package static func step(_ launches: Int) -> Int {
        launches <= 4 ? Swift.max(0, launches - 1) : launches <= 8 ? 4 : 5
    }

    /// What is wrong with the numbers, or nil.
    package var fault: String? {
        if !(perDay > 0 && perDay < 2_000) { return "perDay must be above 0 and below 2000" }
        if let fault = rhythm.fault { return "rhythm: \(fault)" }
        if continuation.count != 6 { return "continuation must have 6 numbers" }
        if continuation.contains(where: { !(0...0.98).contains($0) }) {
            return "continuation must be 0 to 0.98"
        }
        if !(0...3).contains(lengthDaySpread) { return "lengthDaySpread must be 0 to 3" }
        if !(0..<1).contains(lengthMemory) { return "lengthMemory must be at least 0 and below 1" }
        if !(-1...1).contains(lengthWithActivity) { return "lengthWithActivity must be -1 to 1" }
        if let steadyDays, !(1...100_000).contains(steadyDays) { return "steadyDays must be 1 to 100000" }
        if let fault = pauses.fault { return "pauses \(fault)" }
        if let fault = lengths.fault { return "lengths \(fault)" }
        if !(0...3).contains(lengthSpread) { return "lengthSpread must be 0 to 3" }
        return nil
    }
}
