/// How the chance of the next session depends on the time since the last one: the ratio of what happened to
/// what the daily rhythm alone expected, for pauses of each length.
///
/// Habits come in bursts: shortly after a session the next one is likelier than the rhythm says, after a
/// long pause less likely. The ratios multiply the rhythm's rate. They are learned like an actuary's table:
/// sessions that began in a class of pause lengths, over the number expected there.
///
/// - Complexity: O(classes) per session, O(1) per query.
struct RecencyHazard: Sendable {
    /// Ends of the classes, in seconds; the last class is open.
    static let bounds: [Double] = [600, 1200, 2400, 4800, 9600, 19_200, 38_400]

    private var begun = [Double](repeating: prior, count: bounds.count + 1)
    private var expected = [Double](repeating: prior, count: bounds.count + 1)
    /// Sessions of belief that the rhythm alone is right.
    private static let prior = 3.0
    private static let kept = 0.998

    /// Makes a table that leaves the rhythm as it is.
    init() {}

    private static func index(_ seconds: Double) -> Int {
        var index = 0
        while index < bounds.count, seconds >= bounds[index] { index += 1 }
        return index
    }

    /// Learns that a session began after a pause of that length, during which the rhythm expected
    /// `expectedSessions` sessions.
    mutating func learn(pause: Double, expectedSessions: Double) {
        guard pause > 0 else { return }
        let last = Self.index(pause)
        var from = 0.0
        for index in 0...last {
            let to = index < Self.bounds.count ? min(Self.bounds[index], pause) : pause
            begun[index] *= Self.kept
            expected[index] = expected[index] * Self.kept + expectedSessions * (to - from) / pause
            from = to
        }
        begun[last] += 1
    }

    /// The factor on the rhythm's rate after a pause of that length, at least a hundredth.
    func factor(pause: Double) -> Double {
        let index = Self.index(pause)
        return max(0.01, begun[index] / expected[index])
    }
}
