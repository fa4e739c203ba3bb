/// What the scheduler keeps of every app, also of those of which nothing was heard.
///
/// - Complexity: 20 bytes; ``AppTable`` keeps a number in the rest of 24.
struct AppBasics: Hashable, Sendable {
    /// When the copy was last known to be up to date.
    var lastSync: Instant
    var interval: FetchInterval
    /// Whether the host says that the source announces every change; see ``Scheduler/setAnnouncesContent(_:of:)``.
    var announces = false
    /// The user's background refresh switch for this app.
    var refreshAllowed = true
    /// The user quit the app and has not opened it since.
    var quit = false

    init(interval: FetchInterval, lastSync: Instant) {
        self.lastSync = lastSync
        self.interval = interval
    }

    /// The record of a place that has no app: it is never fetched.
    static var vacant: AppBasics { AppBasics(interval: .never, lastSync: .distantPast) }
}

/// The switches in one byte, so that an app of which nothing was heard takes few.
extension AppBasics: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&interval)
        try coder.code(&lastSync)
        var switches: UInt8 =
            (announces ? 1 : 0) | (refreshAllowed ? 2 : 0) | (quit ? 4 : 0)
        try coder.code(&switches)
        try coder.check(switches < 8)
        (announces, refreshAllowed, quit) = (switches & 1 != 0, switches & 2 != 0, switches & 4 != 0)
    }
}
