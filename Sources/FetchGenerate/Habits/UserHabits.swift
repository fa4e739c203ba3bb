import FetchSched

/// How users differ: a vector of logarithms that is drawn for each user from a normal distribution.
public struct UserHabits: Hashable, Sendable, Codable {
    /// Standard deviation of each component, in the order of ``Component``; none if all users are alike.
    public var spread: [Double] = []
    /// Correlations of each component with those before it: 0, 1, 2 ... numbers; none if all are 0.
    public var correlation: [[Double]] = []

    /// Dimensions in which users differ.
    public enum Component: Int, CaseIterable, Sendable {
        /// Logarithm of the sessions per day.
        case sessions
        /// Log-odds of a session's going on.
        case sessionLength
        /// Logarithm of the number of apps.
        case apps
        /// Logarithm of the most used app's share.
        case favourite
        /// Logarithm of the length of use.
        case useLength
        /// Logarithm of the rate at which content changes.
        case content
        /// The logarithm of the rhythm of the day, as waves of one day, half a day, a third of a day.
        case dayCosine, daySine, halfDayCosine, halfDaySine, thirdDayCosine, thirdDaySine
    }

    /// Makes users who do not differ.
    public init() {}

    /// Makes users who differ in some components, without correlation.
    public init(_ spreads: [Component: Double]) {
        spread = Component.allCases.map { spreads[$0] ?? 0 }
    }

    /// Independent standard normal numbers, one for each ``Component``.
    package static func normals(_ sampler: inout Sampler) -> [Double] {
        Component.allCases.map { _ in sampler.normal() }
    }

    /// One user's deviations from the median, by ``Component``, made of independent standard normal numbers.
    package func deviations(_ normals: [Double]) -> [Double] {
        let count = Component.allCases.count
        guard !spread.isEmpty else { return [Double](repeating: 0, count: count) }
        let root = factor()
        return (0..<count).map { row in
            var sum = 0.0
            for column in 0...row { sum += root[row][column] * normals[column] }
            // No user is more than three standard deviations off, so that no vector is absurd.
            return spread[row] * Swift.max(-3, Swift.min(3, sum))
        }
    }

    /// The Cholesky factor of the correlations; where they contradict each other, the nearest step that is left.
    private func factor() -> [[Double]] {
        let count = Component.allCases.count
        var root = [[Double]](repeating: [Double](repeating: 0, count: count), count: count)
        for row in 0..<count {
            for column in 0...row {
                var rest = row == column ? 1.0 : correlation.isEmpty ? 0 : correlation[row][column]
                for before in 0..<column { rest -= root[row][before] * root[column][before] }
                if row == column {
                    root[row][row] = Swift.max(0, rest).squareRoot()
                } else if root[column][column] > 1e-6 {
                    root[row][column] = rest / root[column][column]
                }
            }
        }
        return root
    }

    package var fault: String? {
        let count = Component.allCases.count
        let isTriangle = correlation.indices.allSatisfy { correlation[$0].count == $0 }
        return firstFault(
            [0, count].contains(spread.count) ? nil : "spread must have \(count) numbers, or none",
            wrong("spread", spread, in: 0...5),
            [0, count].contains(correlation.count) && isTriangle
                ? nil : "correlation must have \(count) rows of 0, 1, 2 ... numbers, or none",
            wrong("correlation", correlation.flatMap { $0 }, in: -1...1))
    }
}
