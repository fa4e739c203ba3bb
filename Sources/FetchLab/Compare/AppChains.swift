import FetchSched

/// Markov chains of order 0, 1 and 2 over the apps launched, each asked before it is told.
///
/// The chain of order 0 is popularity after one launch of belief that all apps are alike; each other one is what
/// followed its context so far, shrunk towards the chain below it with the weight of four launches. Minus the
/// logarithm of the chance that a chain gave to what came is, on average, never less than the entropy of the next app
/// given as many previous ones: an estimate on launches held out, which no overfitting can make too small. What it is
/// too large by falls with the length of the trace, so traces of about the same length are to be compared.
struct AppChains: Sendable {
    private static let belief = 1.0
    private static let weight = 4.0

    private let apps: Int
    private var all = 0.0
    private var single: [Double]
    private var after: [Int: Followers] = [:]
    private var afterTwo: [Int: Followers] = [:]
    private var last: (Int?, Int?) = (nil, nil)

    private struct Followers: Sendable {
        var all = 0.0
        var counts: [Int: Double] = [:]

        mutating func add(_ app: Int) {
            all += 1
            counts[app, default: 0] += 1
        }

        func chance(of app: Int, else prior: Double) -> Double {
            ((counts[app] ?? 0) + AppChains.weight * prior) / (all + AppChains.weight)
        }
    }

    init(apps: Int) {
        self.apps = apps
        single = [Double](repeating: 0, count: apps)
    }

    /// Scores a launch, then learns of it.
    ///
    /// - Returns: the loss of each chain in nats, by its order.
    mutating func launch(_ app: Int) -> [Double] {
        let zero = (single[app] + Self.belief / Double(apps)) / (all + Self.belief)
        var one = zero
        if let previous = last.0 { one = after[previous]?.chance(of: app, else: zero) ?? zero }
        var two = one
        if let context { two = afterTwo[context]?.chance(of: app, else: one) ?? one }

        if let context { afterTwo[context, default: Followers()].add(app) }
        if let previous = last.0 { after[previous, default: Followers()].add(app) }
        single[app] += 1
        all += 1
        last = (app, last.0)
        return [zero, one, two].map { -PortableMath.log($0) }
    }

    private var context: Int? {
        guard let one = last.0, let two = last.1 else { return nil }
        return two * apps + one
    }
}
