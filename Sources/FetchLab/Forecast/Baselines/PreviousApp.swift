import FetchTrace
import FetchSim

/// A Markov chain of order 1 over the apps launched: what followed the previous app so far, shrunk towards
/// popularity with a weight of four launches.
struct PreviousApp: Sendable {
    private var popularity: Popularity
    private let apps: Int
    /// Launches of an app (column) right after another (row).
    private var pairs: [Int: Double] = [:]
    private var from: [Double]
    private var previous: Int?
    private static let prior = 4.0

    init(apps: Int) {
        popularity = Popularity(apps: apps)
        self.apps = apps
        from = [Double](repeating: 0, count: apps)
    }

    mutating func launch(_ app: Int) {
        if let previous {
            pairs[previous * apps + app, default: 0] += 1
            from[previous] += 1
        }
        popularity.launch(app)
        previous = app
    }

    /// The chance that the next launch is one of `app`.
    func share(_ app: Int) -> Double {
        let prior = popularity.share(app)
        guard let previous else { return prior }
        let count = pairs[previous * apps + app] ?? 0
        return (count + Self.prior * prior) / (from[previous] + Self.prior)
    }
}
