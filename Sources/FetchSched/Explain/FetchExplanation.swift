/// Why an app is fetched at a moment or why not, and when it is expected to be.
public struct FetchExplanation: Hashable, Sendable {
    /// The scheduler's decision on the app.
    public enum Verdict: UInt8, Hashable, Sendable, CaseIterable {
        /// Something forbids it, see ``FetchExplanation/vetoes``.
        case vetoed
        /// Fetched at once for its benefit.
        case fetch
        /// Fetched at once to see whether a silent source is still silent.
        case probe
        /// A fetch would pay, but the next free moment is a better one.
        case waitForFreeMoment
        /// A fetch would not even pay for its transfer.
        case doesNotPay
        /// The radio is asleep, and a wakeup does not pay now.
        case radioAsleep
        /// The radio is asleep, and is not woken while an app is in the foreground: its use will wake it.
        case deviceInUse
        /// The network is always on, and the app's own moment has not come.
        case notDue
    }

    /// When a fetch is expected.
    public enum Expectation: Hashable, Sendable {
        /// At once.
        case now
        /// When the radio is next awake for another reason, if the fetch pays then.
        case nextFreeMoment
        /// At a wakeup of the scheduler's own.
        case wakeup(FetchTime)
        /// Not before that instant, when the last veto that ends by itself ends.
        case notBefore(FetchTime)
        /// Not until something happens that ends a veto.
        case notForeseen
    }

    /// A source that shares a number of requests a day with others.
    public struct Source: Hashable, Sendable {
        /// Updates expected per day.
        public var updatesPerDay: Double
        /// When its group may be polled next; nil if that is now, or it has no group.
        public var groupOpens: FetchTime?
        /// Whether the number of requests leaves none for now.
        public var isNumberSpent: Bool
        /// Whether no request of it was made yet.
        public var isNew: Bool
    }

    /// The app.
    public var app: AppID
    /// The moment it is about.
    public var moment: FetchTime
    /// Everything that forbids a fetch; empty if nothing does.
    public var vetoes: [FetchVeto]
    /// Whether the radio is awake, so that a fetch needs no wakeup.
    public var isRadioAwake: Bool
    /// Whether the network is always on, so that no moment is freer than another and each app has one of its own.
    public var isNetworkAlwaysOn: Bool
    /// Every term of the value of a fetch at that moment, as if nothing forbade it.
    public var value: FetchValue
    /// Launches of the app expected per second.
    public var launchIntensity: Double
    /// When the copy was last known to be up to date.
    public var lastSync: FetchTime
    /// How many fetches and launches in a row found nothing new.
    public var silentLooks: Int
    /// How many fetches in a row failed.
    public var failures: Int
    /// The scheduler's decision.
    public var verdict: Verdict
    /// When a fetch is expected.
    public var expected: Expectation
    /// Facts about a source that shares a number of requests a day; nil for others.
    public var source: Source?
}

/// A fetch that the scheduler decided on, and why.
public struct FetchDecision: Hashable, Sendable {
    /// The situation that made a fetch possible.
    public enum Reason: UInt8, Hashable, Sendable, CaseIterable {
        /// The radio was awake for another reason.
        case freeMoment
        /// The scheduler woke the radio itself.
        case wakeup
        /// A look at a source that has been silent.
        case probe
        /// The radio was awake, and a push or a content hint had announced an update.
        case push
        /// Forced, to debug an app.
        case forced
        /// Due at its own time, on an always-on network.
        case due
    }

    /// The app.
    public var app: AppID
    /// When it was decided.
    public var moment: FetchTime
    /// Why then.
    public var reason: Reason
    /// The terms of its value.
    public var value: FetchValue
}
