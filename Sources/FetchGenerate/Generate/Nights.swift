/// The nights of a user: the quietest eight hours of the day, which may as well be those around noon, in two halves. How
/// late the evening was says little of how early the morning will be.
package struct Nights: Sendable {
    /// Half hours of a night.
    private static let length = 16

    /// The half hour of the day with which a night begins.
    package let first: Int

    /// Finds the nights of these rates of the half hours of weekdays and of days at weekends.
    ///
    /// - Complexity: O(1)
    package init(weekday: [Double], weekend: [Double]) {
        let rates = zip(weekday, weekend).map { 5 * $0 + 2 * $1 }
        let sums = rates.indices.map { first in
            (0..<Nights.length).reduce(0) { $0 + rates[(first + $1) % rates.count] }
        }
        first = sums.indices.min { (sums[$0], $0) < (sums[$1], $1) } ?? 0
    }

    /// The number of the half night in which a half hour of the trace lies; nil by day. Halves 0 and 1 are of the night that
    /// begins on the day before the trace.
    package func half(of slot: Int) -> Int? {
        let offset = (slot - first + RhythmHabits.slots) % RhythmHabits.slots
        guard offset < Nights.length else { return nil }
        let night = (slot - offset + RhythmHabits.slots) / RhythmHabits.slots
        return 2 * night + (2 * offset < Nights.length ? 0 : 1)
    }

    /// How many half nights a trace of that many days has.
    package static func halves(days: Int) -> Int { 2 * (Swift.max(0, days) + 1) }
}
