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

/// A rule that forbids a piece of background work now, whatever its benefit.
public struct FetchVeto: Hashable, Sendable {
    /// The rule.
    public let rule: Rule
    /// When the rule ends by itself; nil if that takes an event.
    public let until: FetchTime?

    package init(_ rule: Rule, until: FetchTime? = nil) {
        self.rule = rule
        self.until = until
    }

    /// Rules that forbid work.
    public enum Rule: UInt8, CaseIterable, Hashable, Sendable {
        // Any work.
        /// The user quit the app and has not opened it since.
        case quitByUser
        /// The user's background refresh switch is off for the app.
        case refreshOffForApp
        /// The user's background refresh switch is off for the device.
        case refreshOff
        /// No network.
        case noNetwork
        /// Low power mode is on.
        case lowPowerMode
        /// The battery is low and no charger is connected.
        case lowBattery
        /// A daily budget is spent, or what is left of it is less than a fetch is expected to take.
        case budgetSpent
        /// Fetches of the app failed, or the transfer was interrupted.
        case backingOff

        // Fetches.
        /// The app's interval is `never`.
        case intervalNever
        /// The app's custom interval since the last look at its source has not passed.
        case intervalNotPassed
        /// The least time since the app's last fetch has not passed.
        case spacingNotPassed
        /// The app was registered only a moment ago.
        case settling
        /// The app's server imposed a delay.
        case serverDelay
        /// The app is in the foreground.
        case inForeground
        /// A fetch of the app is under way already.
        case fetchUnderWay
        /// Fetches have cost so much more than they brought that one more could not be paid: see `LossLimit`.
        case fetchesLose
        /// Many sources failed at once, so that the network seems to be down: one fetch tries it again then.
        case networkFails
        /// The source is new at each request, so it may take only half of a source's share of the requests.
        case everNew

        // Pushes, places and tasks.
        /// No app of that number is registered.
        case unknownApp
        /// The app has used up its silent pushes.
        case pushOverLimit
        /// The push may wait: its urgency is low.
        case lowUrgency
        /// The app was just woken for a crossing.
        case regionPeriod
        /// The app was just woken for a significant change.
        case significantPeriod
        /// The task is under way; its time is over then if its app runs on.
        case timeLeft

        // Transfers.
        /// The transfer is discretionary, and the network is not Wi-Fi.
        case notOnWiFi
        /// The transfer is discretionary, no charger is connected and the battery is not full enough.
        case noPower
        /// The transfer is discretionary, or the push waits at its server, until other activity wakes the radio.
        case radioAsleep
        /// Other transfers come first.
        case behindOthers
    }
}
