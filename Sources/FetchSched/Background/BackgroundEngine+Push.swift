/// Pushes, through the engine.
extension BackgroundEngine {
    /// Takes a push that has just arrived. What it may not deliver at once, ``nextAction(at:fetching:)`` delivers later.
    ///
    /// An app that gets a push, then or later, may run for as long as a fetch may take, and may ask for one by
    /// ``requestFetch(of:at:)``.
    ///
    /// - Parameters:
    ///   - kind: how urgent it is.
    ///   - app: the app that it is for.
    ///   - number: the host's number for the push, by which it knows it again.
    ///   - now: the present time.
    @inlinable
    public mutating func receive(
        _ kind: PushKind, for app: AppID, number: UInt64, at now: Instant
    ) -> PushReception {
        work.receive(kind, for: app, number: number, apps: decider, at: now)
    }
}
