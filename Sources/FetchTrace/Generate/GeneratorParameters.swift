/// When and how much a phone is used.
public struct UsageParameters: Sendable {
    /// Sessions per day of the median user, habits not counted and those within 5 minutes not yet merged.
    ///
    /// Chosen so that sessions come to the 17.4 per user and day of LSApp: 76,247 sessions of 292 users over 15
    /// days on average.
    public var sessionsPerDay = 20.0
    /// Spread between users: standard deviation of the logarithm.
    public var userSpread = 0.2
    /// Spread between the days of a user: standard deviation of the logarithm.
    public var daySpread = 0.2
    /// Standard deviation of the individual peaks around the schedule's, in hours.
    public var peakDeviation = 0.4
    /// Standard deviation of the shift of a whole day, in hours.
    public var dayShift = 0.25
    /// Share of sessions that are long chains of apps; the others are short checks.
    public var longShare = 0.18
    /// Probability that a short session goes on to another app.
    public var shortContinuation = 0.34
    /// Probability that a long session goes on to another app.
    public var longContinuation = 0.83
    /// Median time in the foreground, in seconds.
    ///
    /// Chosen so that sessions have the median of LSApp, 106 s.
    public var foregroundMedian = 32.0
    /// Standard deviation of the logarithm of the time in the foreground.
    ///
    /// Chosen between what the quartiles of two public logs imply: 0.9 for launches (one user of StudentLife)
    /// and 1.8 for screen sessions (sample data of niimpy).
    public var foregroundSigma = 1.25
    /// Longest time in the foreground, in seconds: 40 minutes.
    public var foregroundMaximum = 2_400.0

    /// The defaults.
    public init() {}
}

/// Which apps a device has.
public struct AppParameters: Sendable {
    /// How many are installed.
    ///
    /// Source: Falaki et al. 2010: users have between 10 and 90 apps.
    public var installed = 30...60
    /// Share of the installed apps that are opened at all.
    public var usedShare = 0.5...0.75
    /// Decay of popularity per rank of the median user: weight = exp(-decay * rank).
    ///
    /// Source: Falaki et al. 2010: popularity of a user's apps is exponential in rank. The value gives about 20
    /// different apps a week; Kim et al. 2019 report 14 to 18 for most iPhone users.
    public var popularityDecay = 0.21
    /// Spread of the decay between users: standard deviation of the logarithm.
    public var decaySpread = 0.2
    /// Share of apps with a favourite time of day.
    ///
    /// Source: Boehmer et al. 2011: news apps in the morning, games at night, communication all day.
    public var timedShare = 0.5
    /// Probability that the next app of a session is one of the present app's usual successors.
    public var successorShare = 0.45
    /// Probability that the next app of a session is one that the session already had.
    public var returnShare = 0.35
    /// Share of apps with content that may never be refreshed in the background.
    public var neverShare = 0.12
    /// Share of apps with content that ask for an interval of their own.
    public var customShare = 0.0
    /// Intervals that such apps ask for, in seconds.
    public var customIntervals: [Double] = [900, 1_800, 3_600, 7_200, 14_400, 21_600, 43_200, 86_400]

    /// The defaults.
    public init() {}
}

/// How the apps' origins change.
public struct SourceParameters: Sendable {
    /// Share of apps whose origin has content at all; a camera or a clock has none.
    public var onlineShare = 0.45
    /// Share of origins that rarely change.
    public var slowShare = 0.26
    /// Median changes per day of those.
    public var slowMedian = 0.15
    /// Median changes per day of the others.
    ///
    /// Source: 54 public Facebook pages, February to June 2016 (data of interactive-facebook-reactions, Max Woolf):
    /// geometric mean 8.1 posts per day, quartiles 2.4, 7.1 and 28.8. Chosen higher, because the slow ones are apart here.
    public var fastMedian = 11.0
    /// Standard deviation of the logarithm of the changes per day, within each of the two groups.
    ///
    /// Source: the same pages: 1.33 without groups; the two groups together spread wider than that.
    public var rateSigma = 0.8
    /// Most changes per day of one origin.
    public var rateMaximum = 72.0
    /// Most changes per day of all the device's origins; if there are more, the fast ones are slowed down.
    ///
    /// A bound on the size of traces, not a fact.
    public var updatesPerDay = 220.0
    /// Standard deviation of the logarithm of the gaps, on top of the rhythm of the day.
    ///
    /// Source: chosen so that the gaps in clock time spread as on the same pages, where the median page has a
    /// coefficient of variation of 1.2 and a standard deviation of the logarithm of 1.2.
    public var gapSigma = 0.7
    /// Probability that a change starts a burst.
    public var burstShare = 0.04
    /// Mean number of further changes in a burst.
    public var burstLength = 2.0
    /// Mean gap within a burst, in seconds.
    public var burstGap = 240.0
    /// Activity of origins on weekends relative to weekdays.
    ///
    /// Source: the same pages: 0.72.
    public var weekendFactor = 0.75
    /// Median size of an update in bytes.
    public var sizeMedian = 150_000.0
    /// Spread of the apps' median sizes: standard deviation of the logarithm.
    public var sizeSpreadBetween = 0.8
    /// Spread of the sizes of one app: standard deviation of the logarithm.
    public var sizeSpreadWithin = 0.7

    /// The defaults.
    public init() {}
}
