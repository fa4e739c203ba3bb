import FetchTrace
import FetchSim

/// Each app's share of the launches so far, after one launch of belief that is shared by all apps alike.
struct Popularity: Sendable {
    private var launches: [Double]
    private var all = 0.0
    /// Launches of belief that all apps are alike.
    static let prior = 1.0

    init(apps: Int) { launches = [Double](repeating: 0, count: apps) }

    mutating func launch(_ app: Int) {
        launches[app] += 1
        all += 1
    }

    /// The chance that the next launch is one of `app`.
    func share(_ app: Int) -> Double {
        (launches[app] + Self.prior / Double(launches.count)) / (all + Self.prior)
    }
}
