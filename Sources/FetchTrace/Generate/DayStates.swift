/// A standard normal number for each day, of which part drifts over weeks and the rest is of the day alone.
enum DayStates {
    /// Correlation from day to day of the part that drifts: it halves in ten days.
    static let drift = 0.93

    /// Draws the numbers.
    ///
    /// - Parameter memory: Correlation of one day and the next, 0 to 1; more than ``drift`` counts as that.
    static func draw(memory: Double, days: Int, sampler: inout Sampler) -> [Double] {
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
