/// A reason for which an app may not be fetched now, whatever the fetch would be worth.
public enum Veto: Hashable, Sendable {
    /// The app's interval is `never`.
    case intervalNever
    /// The app's custom interval since the last look at its source has not passed.
    case intervalNotPassed(until: Instant)
    /// The least time since the app's last fetch has not passed.
    case spacingNotPassed(until: Instant)
    /// The app was registered only a moment ago.
    case settling(until: Instant)
    /// The app's fetches failed; it is left alone for a while.
    case backingOff(until: Instant)
    /// The app's server asked to be left alone until then.
    case serverAskedToWait(until: Instant)
    /// The app is in the foreground.
    case inForeground
    /// A fetch of the app is under way already.
    case fetchUnderWay
    /// The user quit the app and has not opened it since.
    case quitByUser
    /// The user's background refresh switch is off for this app.
    case refreshOffForApp
    /// The user's background refresh switch is off for the device.
    case refreshOff
    /// There is no network.
    case noNetwork
    /// Low power mode is on.
    case lowPowerMode
    /// The battery is low and no charger is connected.
    case lowBattery
    /// A daily budget, of energy, data or requests, is spent, or what is left of it is less than a fetch is expected to take.
    case budgetSpent
    /// The scheduler's fetches have cost so much more than they brought that one more could not be paid: see `LossLimit`.
    case fetchesLose(until: Instant)
    /// Many sources failed at once, so that the network seems to be down: it is tried again then, by one fetch.
    case networkFails(until: Instant)

    /// A short name for machines and tables.
    public var name: String {
        switch self {
        case .intervalNever: "interval-never"
        case .intervalNotPassed: "interval-not-passed"
        case .spacingNotPassed: "spacing-not-passed"
        case .settling: "settling"
        case .backingOff: "backing-off"
        case .serverAskedToWait: "server-asked-to-wait"
        case .inForeground: "in-foreground"
        case .fetchUnderWay: "fetch-under-way"
        case .quitByUser: "quit-by-user"
        case .refreshOffForApp: "refresh-off-for-app"
        case .refreshOff: "refresh-off"
        case .noNetwork: "no-network"
        case .lowPowerMode: "low-power-mode"
        case .lowBattery: "low-battery"
        case .budgetSpent: "budget-spent"
        case .fetchesLose: "fetches-lose"
        case .networkFails: "network-fails"
        }
    }

    /// When it ends by itself; nil if that takes an event.
    public var until: Instant? {
        switch self {
        case .intervalNotPassed(let until), .spacingNotPassed(let until), .settling(let until),
            .backingOff(let until),
            .serverAskedToWait(let until), .fetchesLose(let until), .networkFails(let until):
            until
        default: nil
        }
    }
}
