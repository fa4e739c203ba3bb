/// Everything that can be set about a scheduler. The defaults are what the published figures use.
public struct FetchConfiguration: Hashable, Sendable {
    /// Value of one fresh launch V, in joules: the one trade-off between energy and freshness.
    public var valueJoules = 20.0
    /// How long an update may be out until a launch that misses it has half the value of a fresh one; after twice that
    /// time, a quarter. 0: a launch that misses anything has no value. Right for news and feeds that change faster than
    /// the app is opened. Polling on an always-on network has ``PollingParameters/ageJoules`` instead.
    public var staleHalfLife = TimeSpan.zero
    /// Energy of fetching on the radio.
    public var radio = RadioCosts.lte
    /// Energy of fetching apart from the radio.
    public var power = PowerCosts.standard
    /// Launches further apart than this (end of one to start of the next) belong to different sessions.
    public var sessionGap = TimeSpan.minutes(5)
    /// A fetch that takes longer counts as failed; the host stops it.
    public var fetchLimit = TimeSpan(milliseconds: 30_000)
    /// Least energy charged for a fetch, however well it shares the radio, in joules.
    public var leastFetchJoules = 0.05
    /// Weight of a fetch's long-run benefit, relative to its advantage over waiting, where fetches compete; 0 or more.
    public var prospectWeight = 0.1
    /// Size assumed for an app's content until its fetches show it, in bytes.
    public var initialBytes = 150_000.0
    /// Least time between two fetches of one app, whatever its interval: from the end of one to the start of the next.
    public var minimumSpacing = TimeSpan.minutes(5)
    /// Cost to the server of a request that finds nothing, in joules, added to the device's own: it makes requests
    /// rarer that have a small probability of an update. Zero, the default, counts the device's energy alone.
    public var noDataJoules = 0.0
    package var content = ContentParameters()
    package var forecast = ForecastParameters()
    package var backoff = BackoffParameters()
    /// An app is not fetched for so long after its registration: nothing is known of it, and its copy is fresh.
    public var settling = TimeSpan.minutes(15)
    package var probe = ProbeParameters()
    /// Daily limits of the fetches.
    public var budget = FetchBudget()
    /// Factor of V, 1 or more, while the device is on Wi-Fi and a charger: energy then is no battery's.
    public var chargingFactor = 2.0
    package var score = ScoreParameters()
    /// Battery level below which, without a charger, nothing is fetched.
    public var lowBatteryLevel = 0.2
    /// Step and reach of the search for the next wakeup that pays.
    public var planStep = TimeSpan.minutes(30)
    /// How far ahead wakeups are planned; up to four times as far where sessions are rare.
    public var planReach = TimeSpan.hours(24)
    /// Polling on an always-on network.
    public var polling = PollingParameters()

    /// Whether the engine decides on fetches and learns from them. If not, the host starts them by its own rule, with
    /// ``FetchEngine/forceFetch(of:at:)``; the engine plans pushes, location wakeups, tasks and transfers around them.
    public var decidesFetches = true

    /// How many silent pushes wake an app.
    public var push = PushLimits()
    /// How changes of place wake apps.
    public var location = LocationLimits()
    /// How long apps may run in the background.
    public var tasks = TaskLimits()
    /// When transfers run.
    public var transfers = TransferLimits()

    /// For experiments: what is switched off.
    package var experiment = Experiment()

    /// Makes the default configuration.
    public init() {}

    /// A configuration for a server or a desktop, without a radio and on mains power: a fetch costs
    /// ``leastFetchJoules`` and no time is better than another (``RadioCosts/isAlwaysOn``).
    ///
    /// The engine then polls each source at its own time, which depends on how often the app is launched and how often
    /// the source changes. ``PowerCosts/runJoules`` is the price of a request; without one there are many. The host
    /// reports launches and their ends, and of the network only ``NetworkPath/none`` and its return.
    public static var unmetered: FetchConfiguration {
        var configuration = FetchConfiguration()
        configuration.radio = .wired
        configuration.power = .unmetered
        // The price of a request does not depend on the charger.
        configuration.chargingFactor = 1
        return configuration
    }
}

/// How the content's rate of change is learned; see ``ContentRate``.
package struct ContentParameters: Hashable, Sendable {
    /// Shape of the prior: its weight, in changes.
    package var priorShape = 1.0
    /// Mean time between changes that the prior expects, in seconds.
    package var priorSeconds = 2.0 * 3600
    /// Share of the evidence that remains at each outcome once there is enough; below 1, old evidence fades.
    package var retention = 0.98
    /// How many changes an active source makes, on average, before it falls silent; at least 1.
    package var changesPerSilence = 200.0
    /// How soon silent sources resume: after a silence of S they stay silent for another g with the probability
    /// (S / (S + g))^resumption. Apps in use resume at 1; of feeds that fall silent, many have ended.
    package var resumption = 1.0
    /// How fast probabilities of something new are calibrated by what looks find, as a factor of the usual steps; 0 for
    /// not at all.
    package var calibration = 1.0
    /// How many times as high as the belief a calibrated probability below 1 % may be; without effect by default.
    package var mostLift = 1e6
    /// How many changes found in an hour of the day weigh as much as the belief that all hours are alike.
    package var hourlyPrior = 10.0
    /// Belief, in changes, that a source changes at the hours that all do; at least 1.
    package var sourcePrior = 4.0

    package init() {}
}

/// How the user's habits are learned; see `UsageForecast`.
package struct ForecastParameters: Hashable, Sendable {
    /// Launches after which a count of app use weighs half; 1 to 1e6.
    package var halfLifeLaunches = 600.0
    /// Days after which the daily rhythm weighs half; 0.1 to 1e4.
    package var halfLifeDays = 21.0
    /// How many launches in an hour of day, or after an app, weigh as much as overall popularity; 0.01 to 1e4.
    package var shrinkage = 4.0
    /// Session starts per day that a new user is taken to have; 0.1 to 1000.
    package var priorSessionsPerDay = 20.0
    /// Weight of that belief, in days; 0.01 to 100.
    package var priorDays = 0.5

    package init() {}
}

/// How long an app is left alone after failed fetches.
///
/// Waits double up to the ``cap``. After four more failures, a day by the defaults, each makes the wait a quarter
/// longer, up to seven days: a source is found again within about a quarter of its absence. A success ends all that.
package struct BackoffParameters: Hashable, Sendable {
    /// Wait after the first failure; it doubles with each further one.
    package var first = TimeSpan.minutes(1)
    /// Longest wait, until a source has failed for long.
    package var cap = TimeSpan.hours(5)
    /// Waits are shortened by up to this part of themselves (0 to 1), drawn from the seed, so that apps that
    /// failed together do not return together.
    package var jitter = 0.25

    package init() {}
}

/// How rarely the source of an app in use may be checked, so that the penalty for noData does not starve it.
package struct ProbeParameters: Hashable, Sendable {
    /// Most energy of a probe, in joules; never more than a twentieth of V.
    package var mostJoules = 1.0
    /// Time since the last fetch after which a look is due.
    package var after = TimeSpan.hours(23)
    /// Time since the last fetch (or launch, before the first) after which it is due if it costs next to nothing.
    package var cheapAfter = TimeSpan.hours(20)
    /// Most energy of a cheap probe, in joules.
    package var cheapJoules = 0.1
    /// Only apps launched within this time are looked after.
    package var usedWithin = TimeSpan.hours(36)

    package init() {}
}

/// Daily limits of background fetches. If one is set, the scheduler lowers the value of a fresh launch (`valueJoules`)
/// below the configured one as far as is needed for the budget to last, and never raises it. The budget is filled at
/// local midnight; the rest of a day is not saved up. A fetch that is expected to take more than is left is not
/// started; excess spending is missing on the next days. A budget of zero or less, or NaN, allows nothing.
///
/// On an always-on network ``requestsPerDay`` is no ceiling by the day: as many requests are made in the long run, with
/// launches or none, and in d days at most d + 1 times as many.
public struct FetchBudget: Hashable, Sendable {
    /// Energy in joules; nil for no budget.
    public var joulesPerDay: Double?
    /// Data in bytes; nil for no budget.
    public var bytesPerDay: Double?
    /// Requests to servers, each fetch being one; nil for no budget.
    public var requestsPerDay: Double?

    /// Makes no budget.
    public init() {}
}

/// Trust in forecasts, learned from the outcomes of fetches, and the limits of their losses.
///
/// Over d days fetches cost at most the value of lossDepth + lossPerDay x d launches more than they bring; see
/// docs/guarantee.md. The defaults make that less than 7 in a week; failed fetches may cost as much again.
package struct ScoreParameters: Hashable, Sendable {
    /// How much fetches may lose at once, in values of a fresh launch; 0 or more.
    package var lossDepth = 6.0
    /// How much they may lose per day in the long run, to see whether forecasts have become better; 0 or more.
    package var lossPerDay = 0.1
    /// How many launches the belief weighs that an app's forecasts are as good as the others'; more than 0.
    package var ownWeight = 30.0
    /// How many the belief weighs that all are right; more than 0.
    package var sharedWeight = 30.0
    /// Most that a forecast that promised too little is raised, as a factor on the value of a launch; 1 or more.
    package var mostTrust = 2.0

    package init() {}
}

/// How sources are polled on an always-on network; see `PollingRule`.
public struct PollingParameters: Hashable, Sendable {
    /// Cost of the oldest missing update for each hour of its age, every hour, in joules: the reason for requests to
    /// sources that no user opens. The mean delay of an update costs a tenth of that, too. 0: only launches count.
    public var ageJoules = 0.0
    /// Whether a launch loads the source, as in an app of a phone. If not, it shows the copy, as most feed readers do.
    public var launchesLoad = true
    /// Part of the time since the last request by which the next is put off at random, from the seed: at the most.
    public var jitter = 0.05

    /// Makes the defaults.
    public init() {}
}

extension FetchConfiguration {
    /// The configuration of a program that polls: each request costs 1, the number of requests a day is given, and the
    /// updates of all sources matter, also of those that no user opens.
    ///
    /// A launch shows the copy. A fresh launch has the value 20, and an update that is missing costs
    /// ``PollingParameters/ageJoules``.
    public static func poller(requestsPerDay: Double) -> FetchConfiguration {
        var configuration = FetchConfiguration.unmetered
        configuration.power.runJoules = 1
        configuration.settling = .zero
        configuration.content.resumption = 0.3
        configuration.content.mostLift = 2
        configuration.polling.ageJoules = 0.0175
        configuration.polling.launchesLoad = false
        configuration.budget.requestsPerDay = requestsPerDay
        return configuration
    }
}

/// Parts of the engine that an experiment may switch off, to measure their benefit. Hosts leave them on.
package struct Experiment: Hashable, Sendable {
    /// Fetches ride on the radio's other activity, and several share one wakeup.
    package var coalesces = true
    /// Whether a fetch that pays may be left for the next free moment.
    package var waits = true
    /// A fetch may be left for a session to come, as it will have to be paid again some time.
    package var renews = true
    /// Whether outcomes of fetches are counted, for the trust factor and the loss limit.
    package var keepsScore = true
    /// The scheduler follows what the screen does.
    package var usesScreen = true
    /// The scheduler follows what notifications are shown.
    package var usesNotifications = true

    package init() {}
}
