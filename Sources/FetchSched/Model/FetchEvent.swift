/// An event that the host reports to the scheduler.
public enum FetchEvent: Hashable, Sendable {
    /// The user opened the app; it is in the foreground until ``endOfUse(_:)`` or another launch.
    case launch(AppID)
    /// The app left the foreground.
    case endOfUse(AppID)
    /// The app loaded its content in the foreground and found this, with `bytes` transferred.
    case foregroundSync(AppID, FetchOutcome, bytes: Int64)
    /// The app's source said that it has something new, without sending it: a fetch will find it.
    case contentHint(AppID)
    /// The app's source changed then, as what was loaded says: the date of a feed's entry, of a message, of a post.
    /// Useful, as the engine otherwise knows of each look only whether there was something new. Report each change
    /// since the last look, in order, before that look's ``foregroundSync(_:_:bytes:)`` or `complete`: the engine
    /// assumes no change between two reported ones. Moments that are known already, or in the future, are ignored.
    case contentChanged(AppID, at: FetchTime)
    /// The radio is active for a reason of its own, at least until the instant given (the present one if the
    /// host does not know): an occasion to fetch without paying for a wakeup.
    case radio(RadioCause, until: FetchTime)
    /// The way to the network changed.
    case network(NetworkPath)
    /// The device was put on a charger or taken off it.
    case power(PowerSource)
    /// Battery level, from 0 (empty) to 1 (full).
    case batteryLevel(Double)
    /// Low power mode was switched.
    case lowPowerMode(isOn: Bool)
    /// The user's background refresh switch, of one app or (nil) of the device.
    case refresh(app: AppID?, isOn: Bool)
    /// The user quit the app: it is not started in the background until its next launch.
    case quit(AppID)
    /// The local time zone, in seconds east of UTC.
    case zone(secondsEast: Int)
    /// The app's server allows no request until then, a week at most (`Retry-After`, RFC 9110, section 10.2.3).
    case serverWait(AppID, until: FetchTime)
    /// The app's server imposes a least time between fetches (`max-age`, a feed's `ttl`), a week at most; zero ends it.
    case serverInterval(AppID, TimeSpan)
    /// The app's process ended, for whatever reason but the user's: the next fetch needs a cold start.
    case processEnded(AppID)
    /// The screen lit, was unlocked or went dark, seconds before a launch. Useful, as then there is time to fetch what
    /// the user is about to open.
    case screen(ScreenChange)
    /// The user was shown a notification of the app: its launches of the next half hour are forecast by how soon the
    /// user answers such notifications. An alert that ``FetchEngine/receive(_:for:number:at:)`` takes counts as one;
    /// report those that the device makes itself.
    case notification(AppID)

    var app: AppID? {
        switch self {
        case .launch(let app), .endOfUse(let app), .foregroundSync(let app, _, _), .contentHint(let app),
            .contentChanged(let app, _), .quit(let app), .serverWait(let app, _), .serverInterval(let app, _),
            .processEnded(let app), .notification(let app):
            app
        case .refresh(let app, _): app
        case .radio, .network, .power, .batteryLevel, .lowPowerMode, .zone, .screen: nil
        }
    }
}

/// Causes of radio activity.
public enum RadioCause: UInt8, Hashable, Sendable {
    /// The user's own traffic.
    case user
    /// A periodic keep-alive.
    case heartbeat
    /// Anything else.
    case other
    /// A push that came.
    case push
    /// A background transfer.
    case transfer
}

/// The way to the network.
public enum NetworkPath: UInt8, Hashable, Sendable {
    case none, wifi, cellular
    /// A cable, as of a desktop or a server: for the engine the same as Wi-Fi.
    case wired

    /// Whether bytes cost nothing there that a user would mind.
    var isUnmetered: Bool { self == .wifi || self == .wired }
}

/// Changes of the screen.
public enum ScreenChange: UInt8, Hashable, Sendable {
    /// Lit; maybe for the clock or a notice alone.
    case on
    /// The user unlocked it (Android's `KEYGUARD_HIDDEN`, iOS's protected data that become available).
    case unlocked
    /// Dark.
    case off
}

/// Where the device's power comes from.
public enum PowerSource: UInt8, Hashable, Sendable {
    case charging, battery
}
