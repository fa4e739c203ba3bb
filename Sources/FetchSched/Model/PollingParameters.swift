/// How sources are polled on an always-on network; see `PollingRule`.
public struct PollingParameters: Hashable, Sendable {
    /// What the oldest update that is missing costs for each hour of its age, every hour, in joules: what makes requests for
    /// sources that nobody opens. Each missing update costs an eighth of that, too. 0: only launches count.
    public var ageJoules = 0.0
    /// Whether a launch loads the source, as in an app of a phone. If not, it shows the copy, as most feed readers do.
    public var launchesLoad = true
    /// Part of the time since the last request by which the next is put off at random, from the seed: at the most.
    public var jitter = 0.05

    /// Makes the defaults.
    public init() {}
}

extension Configuration {
    /// The configuration of a program that polls: each request costs 1, as many are made a day as are given, and the updates
    /// of all sources matter, also of those that nobody opens.
    ///
    /// A launch shows the copy. A fresh launch is worth 20, and an update that is missing costs ``PollingParameters/ageJoules``.
    public static func poller(requestsPerDay: Double) -> Configuration {
        var configuration = Configuration.unmetered
        configuration.power.runJoules = 1
        configuration.settling = .zero
        configuration.polling.ageJoules = 0.0175
        configuration.polling.launchesLoad = false
        configuration.budget.requestsPerDay = requestsPerDay
        return configuration
    }
}
