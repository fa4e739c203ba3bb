/// A standard normal number for each day, of which part drifts over weeks and the rest is of the day alone.
package enum DayStates {
    /// Correlation from day to day of the part that drifts: it halves in ten days.
    package static let drift = 0.93

    /// Draws the numbers.
    ///
    /// - Parameters:
    ///   - memory: Correlation of one day and the next, 0 to 1; more than ``drift`` counts as that.
    ///   - steadyDays: Days, or all if these are more, over which the numbers have mean 0; nil if only in the long run.
    package static func draw(
        memory: Double, days: Int, steadyDays: Int? = nil, sampler: inout Sampler
    ) -> [Double] {
        if let steadyDays {
            let all = draw(memory: memory, days: Swift.max(days, steadyDays), sampler: &sampler)
            let mean = all.reduce(0, +) / Double(Swift.max(1, all.count))
            return all.prefix(Swift.max(0, days)).map { $0 - mean }
        }
        let share = Swift.min(1, memory / drift)
        let slow = share.squareRoot()
        let fast = (1 - share).squareRoot()
        let innovation = (1 - drift * drift).squareRoot()
        var state = sampler.normal()
        return (0..<Swift.max(0, days)).map { _ in
            let value = slow * state + fast * sampler.normal()
            state = drift * state + innovation * sampler.normal()
            return value
        }
    }
}
