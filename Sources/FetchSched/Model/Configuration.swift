/// Everything that can be set about a scheduler. The defaults are what the published figures use.
public struct Configuration: Hashable, Sendable {
    /// What one fresh launch is worth, in joules: the one dial between energy and freshness.
    public var valueJoules = 20.0
    /// What fetching costs.
    public var radio = RadioCosts.lte
    /// Launches further apart than this (end of one to begin of the next) belong to different sessions.
    public var sessionGap = TimeSpan.minutes(5)
    /// A fetch that takes longer counts as failed; the host stops it.
    public var fetchLimit = TimeSpan(milliseconds: 30_000)
    /// What a fetch costs at the least, however well it shares the radio, in joules.
    public var leastFetchJoules = 0.02
    /// What a fetch's worth in the long run weighs beside its advantage over waiting, when fetches compete for
    /// a free moment; 0 or more.
    public var prospectWeight = 0.1
    /// Size assumed for an app's content until its fetches tell, in bytes.
    public var initialBytes = 150_000.0
    /// Learning the content's rate.
    public var content = ContentParameters()
    /// Learning the user's habits.
    public var forecast = ForecastParameters()
    /// Waiting after failed fetches.
    public var backoff = BackoffParameters()
    /// Battery level below which, without a charger, nothing is fetched.
    public var lowBatteryLevel = 0.2
    /// Step and reach of the search for the next wakeup worth its cost.
    public var planStep = TimeSpan.minutes(30)
    /// How far ahead wakeups are planned.
    public var planReach = TimeSpan.hours(24)

    /// Makes the default configuration.
    public init() {}
}

/// How the content's rate of change is learned; see ``ContentRate``.
public struct ContentParameters: Hashable, Sendable {
    /// Shape of the prior: how many changes its belief is worth.
    public var priorShape = 1.0
    /// Mean time between changes that the prior expects, in seconds.
    public var priorSeconds = 2.0 * 3600
    /// What is kept of the evidence at each outcome once there is enough; below 1, old evidence fades.
    public var retention = 0.98
    /// How many changes an active source makes, on average, before it falls silent; at least 1.
    public var changesPerSilence = 200.0
    /// How many changes found in an hour of the day weigh as much as the belief that all hours are alike.
    public var hourlyPrior = 10.0

    /// Makes the defaults.
    public init() {}
}

/// How the user's habits are learned; see ``LaunchForecast``.
public struct ForecastParameters: Hashable, Sendable {
    /// Launches after which a count of app use weighs half.
    public var halfLifeLaunches = 600.0
    /// Days after which the daily rhythm weighs half.
    public var halfLifeDays = 21.0
    /// Share of the mixture's weight that is spread anew at each launch (fixed share).
    public var share = 0.01
    /// How many launches in an hour of day, or after an app, weigh as much as overall popularity.
    public var shrinkage = 4.0
    /// Session starts per day that a new user is taken to have.
    public var priorSessionsPerDay = 20.0
    /// Weight of that belief, in days.
    public var priorDays = 0.5
    /// For experiments: the one expert to ask when apps are opened, instead of the mixture.
    public var timeExpert: TimeExpert?
    /// For experiments: the one expert to ask which app is opened next, instead of the mixture.
    public var appExpert: AppExpert?

    /// Makes the defaults.
    public init() {}
}

/// How long an app is left alone after failed fetches.
public struct BackoffParameters: Hashable, Sendable {
    /// Wait after the first failure; it doubles with each further one.
    public var first = TimeSpan.minutes(1)
    /// Longest wait.
    public var cap = TimeSpan.hours(5)
    /// Waits are shortened by up to this part of themselves (0 to 1), drawn from the seed, so that apps that
    /// failed together do not return together.
    public var jitter = 0.25

    /// Makes the defaults.
    public init() {}
}
