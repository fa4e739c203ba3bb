import FetchSched

/// Something the program saw happen and tells its host. Apps go by their names.
///
/// A `FetchEvent`, which has the details, by names and durations.
public enum HostObservation: Hashable, Sendable {
    /// The user opened the app; it is in the foreground until ``endOfUse(_:)`` or another launch.
    case launch(String)
    /// The app left the foreground.
    case endOfUse(String)
    /// The app loaded its content in the foreground and found this, moving that many bytes.
    case foregroundSync(String, FetchOutcome, bytes: Int64)
    /// The app's source said that it has something new, without sending it.
    case contentHint(String)
    /// The app's source changed so long ago, as what was loaded says. Tell each change since the last look, the oldest
    /// first, before that look's ``foregroundSync(_:_:bytes:)``. A fetch says so by its result.
    case contentChanged(String, ago: Duration)
    /// The app's process ended, for whatever reason but the user's. Its fetch is cancelled.
    case processEnded(String)
    /// The user quit the app: it is not fetched until its next launch. Its fetch is cancelled.
    case quit(String)
    /// The app's server requests no polls for so long (`Retry-After`). A fetch reports this in its result.
    case serverWait(String, Duration)
    /// The app's server asks for so long between two fetches (`max-age`, `ttl`); zero takes it back. A fetch says so by
    /// its result.
    case serverInterval(String, Duration)
    /// The user's background refresh switch, of one app or (nil) of the device.
    case refresh(app: String?, isOn: Bool)
    /// The radio is active for a reason of its own, at least for so long: an occasion to fetch along.
    case radio(RadioCause, for: Duration)
    /// The way to the network changed.
    case network(NetworkPath)
    /// The device was put on a charger or taken off it.
    case power(PowerSource)
    /// Battery level, from 0 (empty) to 1 (full).
    case batteryLevel(Double)
    /// Low power mode was switched.
    case lowPowerMode(isOn: Bool)
    /// The local time zone, in seconds east of UTC.
    case zone(secondsEast: Int)
    /// The user was shown a notification of the app that is no push: `receive` takes those that are.
    case notification(String)
    /// The screen lit, was unlocked or went dark.
    case screen(ScreenChange)
}

extension HostObservation {
    /// Converts the event for the engine.
    ///
    /// - Parameters:
    ///   - now: the present time.
    ///   - number: gives the number that goes with a name.
    func forEngine(
        at now: FetchTime, number: (String) throws(HostError) -> AppID
    ) throws(HostError) -> FetchEvent {
        switch self {
        case .launch(let app): .launch(try number(app))
        case .endOfUse(let app): .endOfUse(try number(app))
        case .foregroundSync(let app, let outcome, let bytes):
            .foregroundSync(try number(app), outcome, bytes: bytes)
        case .contentHint(let app): .contentHint(try number(app))
        case .contentChanged(let app, let age): .contentChanged(try number(app), at: now - TimeSpan(age))
        case .processEnded(let app): .processEnded(try number(app))
        case .quit(let app): .quit(try number(app))
        case .serverWait(let app, let wait): .serverWait(try number(app), until: now + TimeSpan(wait))
        case .serverInterval(let app, let interval): .serverInterval(try number(app), TimeSpan(interval))
        case .refresh(let app?, let isOn): .refresh(app: try number(app), isOn: isOn)
        case .refresh(nil, let isOn): .refresh(app: nil, isOn: isOn)
        case .radio(let cause, let duration): .radio(cause, until: now + TimeSpan(duration))
        case .network(let network): .network(network)
        case .power(let source): .power(source)
        case .batteryLevel(let level): .batteryLevel(level)
        case .lowPowerMode(let isOn): .lowPowerMode(isOn: isOn)
        case .zone(let seconds): .zone(secondsEast: seconds)
        case .notification(let app): .notification(try number(app))
        case .screen(let change): .screen(change)
        }
    }
}
