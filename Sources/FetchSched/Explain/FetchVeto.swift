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
