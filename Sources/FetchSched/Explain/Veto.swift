/// A rule that forbids a piece of background work now, whatever it would be worth.
public struct Veto: Hashable, Sendable {
    /// The rule.
    public let rule: Rule
    /// When the rule ends by itself; nil if that takes an event.
    public let until: Instant?

    package init(_ rule: Rule, until: Instant? = nil) {
        self.rule = rule
        self.until = until
    }

    /// A short name for machines and tables.
    public var name: String { rule.rawValue }

    /// What forbids the work.
    public enum Rule: String, CaseIterable, Hashable, Sendable {
        // Any work.
        /// The user quit the app and has not opened it since.
        case quitByUser = "quit-by-user"
        /// The user's background refresh switch is off for the app.
        case refreshOffForApp = "refresh-off-for-app"
        /// The user's background refresh switch is off for the device.
        case refreshOff = "refresh-off"
        /// There is no network.
        case noNetwork = "no-network"
        /// Low power mode is on.
        case lowPowerMode = "low-power-mode"
        /// The battery is low and no charger is connected.
        case lowBattery = "low-battery"
        /// A daily budget is spent, or what is left of it is less than a fetch is expected to take.
        case budgetSpent = "budget-spent"
        /// Fetches of the app failed, or the transfer was interrupted.
        case backingOff = "backing-off"

        // Fetches.
        /// The app's interval is `never`.
        case intervalNever = "interval-never"
        /// The app's custom interval since the last look at its source has not passed.
        case intervalNotPassed = "interval-not-passed"
        /// The least time since the app's last fetch has not passed.
        case spacingNotPassed = "spacing-not-passed"
        /// The app was registered only a moment ago.
        case settling
        /// The app's server asked to be left alone.
        case serverAskedToWait = "server-asked-to-wait"
        /// The app is in the foreground.
        case inForeground = "in-foreground"
        /// A fetch of the app is under way already.
        case fetchUnderWay = "fetch-under-way"
        /// Fetches have cost so much more than they brought that one more could not be paid: see `LossLimit`.
        case fetchesLose = "fetches-lose"
        /// Many sources failed at once, so that the network seems to be down: one fetch tries it again then.
        case networkFails = "network-fails"

        // Pushes, places and tasks.
        /// No app of that number is registered.
        case unknownApp = "unknown-app"
        /// The app has used up its silent pushes.
        case pushOverLimit = "push-over-limit"
        /// The app was just woken for a crossing.
        case regionPeriod = "region-period"
        /// The app was just woken for a significant change.
        case significantPeriod = "significant-period"
        /// The task is under way; its time is over then if its app runs on.
        case timeLeft = "time-left"

        // Transfers.
        /// The transfer is discretionary, and the network is not Wi-Fi.
        case notOnWiFi = "not-on-wifi"
        /// The transfer is discretionary, no charger is connected and the battery is not full enough.
        case noPower = "no-power"
        /// The transfer is discretionary and waits for another's activity to wake the radio.
        case radioAsleep = "radio-asleep"
        /// Other transfers come first.
        case behindOthers = "behind-others"
    }
}

extension Veto: CustomStringConvertible {
    /// As in `backing-off until 2026-01-05T07:12:00.000Z`.
    public var description: String { name + (until.map { " until " + PlainText.time($0) } ?? "") }
}
