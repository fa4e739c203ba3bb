import FetchGenerate

extension DayStates {
    /// Days apart that are compared: a week, and what one weekday has for itself is left out.
    private static let lags = 1...6

    /// The products of the deviations of days that lie up to six days apart, by which ``draw(memory:days:sampler:)``
    /// is fitted: what drifts is the same at all these distances but for ``drift``, so all tell of the memory from
    /// one day to the next.
    ///
    /// - Parameters:
    ///   - deviations: those of each day from its expectation.
    ///   - weight: what a pair of days weighs.
    /// - Returns: the sum of the products and that of the weights, as of neighbours; their ratio is the covariance of one
    ///   day and the next.
    /// - Complexity: O(days)
    static func products(
        of deviations: [Double], weight: (Int, Int) -> Double
    ) -> (sum: Double, weight: Double) {
        var sum = 0.0
        var weights = 0.0
        var left = 1.0
        for lag in lags where lag < deviations.count {
            for day in 0..<deviations.count - lag {
                let heavy = weight(day, day + lag)
                guard heavy > 0 else { continue }
                sum += deviations[day] * deviations[day + lag]
                weights += heavy * left
            }
            left *= drift
        }
        return (sum, weights)
    }
}
