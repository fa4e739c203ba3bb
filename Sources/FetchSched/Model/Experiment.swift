/// Parts of the engine that an experiment may switch off, to see what they are worth. Hosts leave them on.
package struct Experiment: Hashable, Sendable {
    /// Fetches ride on the radio's other activity, and several share one wakeup. Without it each fetch has a
    /// wakeup of its own.
    package var coalesces = true
    /// A fetch that is worth its cost may be left for the next free moment. Without it what pays is fetched at
    /// once.
    package var waits = true
    /// A fetch may be left for a session to come, as it will have to be paid again some time. Without it every fetch is
    /// worth what it would be if no other one followed.
    package var renews = true
    /// It is known whether an app is in use, for how long or since when, and which one came before.
    package var sessionContext = true

    /// Launches are forecast from what was learned. Without it each app is launched at a constant rate, its mean so
    /// far, whatever the time of day and whatever happened before.
    package var forecasts = true

    /// What fetches brought is counted, forecasts are trusted by it, and losses are limited. Without it forecasts are taken
    /// at their word.
    public var keepsScore = true

    /// The work of a ``FetchEngine`` shares the radio: pushes that are held back go out with any activity, transfers
    /// wait for it, and fetches ride on heartbeats, pushes and transfers. Without it only fetches use other activity,
    /// and only the user's.
    package var ridesAlong = true

    /// The scheduler follows what the screen does. Without it nothing is known of a user who is about to open an app.
    package var heedsScreen = true

    /// The scheduler follows the alarms that it is told of.
    package var heedsAlarms = true

    /// The scheduler follows what notifications are shown.
    package var heedsNotifications = true

    /// Everything on.
    package init() {}
}
