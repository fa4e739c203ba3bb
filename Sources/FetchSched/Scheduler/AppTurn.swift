/// Which apps are looked at where there are more than can be looked at each time: those that the forecast tells apart,
/// and some of the others, which have their turn with time. No other app can be much worth, as the others share their
/// chances.
///
/// - Complexity: O(``LaunchForecast/mostRows``) to go through all.
struct AppTurn: Sendable {
    /// How many apps are told apart, how many of the others have their turn, and the first of them, of so many places.
    private let toldApart: Int
    private let others: Int
    private let first: Int
    private let places: Int

    /// The turn at a moment, if there are so many places for apps.
    init(_ forecast: LaunchForecast, places: Int, at now: Instant) {
        toldApart = forecast.toldApart.count
        others = forecast.mostRows / 2
        self.places = places
        // By the time, so that a restored state goes on as the one that was kept; spread, as hosts ask at whole minutes.
        let spread = UInt64(bitPattern: now.milliseconds) &* 0x9E37_79B9_7F4A_7C15
        first = Int(truncatingIfNeeded: (spread >> 33) % UInt64(places))
    }

    /// How many are looked at, from 0 on.
    var indices: Range<Int> { 0..<toldApart + others }

    /// The place of one of them; nil if it was one of those before.
    @inline(__always)
    func app(_ index: Int, _ forecast: LaunchForecast) -> Int? {
        if index < toldApart { return forecast.app(ofRow: index + 1) }
        let app = (first + index - toldApart) % places
        return forecast.knows(app) ? nil : app
    }
}

extension Scheduler {
    /// The apps to look at now; nil for all, as long as there are no more than four times as many as are told apart.
    func turn(at now: Instant) -> AppTurn? {
        guard apps.count > 4 * forecast.mostRows, foresight == nil, !apps.scansAll else { return nil }
        return AppTurn(forecast, places: apps.count, at: now)
    }
}
