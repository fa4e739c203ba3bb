/// What the scheduler keeps of every app, also of those of which nothing was heard.
///
/// - Complexity: 20 bytes; ``AppTable`` keeps a number in the rest of 24.
struct AppBasics: Hashable, Sendable {
    /// When the copy was last known to be up to date.
    var lastSync: Instant
    var interval: FetchInterval
    /// Whether the source announces every change; see ``Scheduler/setAnnouncesContent(_:of:)``.
    var announces = false
    /// The user's background refresh switch for this app.
    var refreshAllowed = true
    /// The user quit the app and has not opened it since.
    var quit = false

    init(interval: FetchInterval, lastSync: Instant) {
        self.lastSync = lastSync
        self.interval = interval
    }

    /// What is kept of a place that has no app: it is never fetched.
    static var vacant: AppBasics { AppBasics(interval: .never, lastSync: .distantPast) }
}
