@testable import FetchSched

extension FetchEngine {
    /// The next action of a host that would start a fetch, or would not.
    mutating func nextAction(at now: FetchTime, fetching: Bool) -> EngineAction? {
        isFetchingAllowed = fetching
        defer { isFetchingAllowed = true }
        return nextAction(at: now)
    }

    /// All actions of that moment.
    mutating func actions(at now: FetchTime, fetching: Bool = true) -> [EngineAction] {
        var actions: [EngineAction] = []
        while let action = nextAction(at: now, fetching: fetching) { actions.append(action) }
        return actions
    }

    mutating func nextDeadline(after now: FetchTime, fetching: Bool) -> FetchTime? {
        isFetchingAllowed = fetching
        defer { isFetchingAllowed = true }
        return nextDeadline(after: now)
    }

    /// Whether the engine refuses the event.
    mutating func refuses(_ event: FetchEvent, at now: FetchTime) -> Bool {
        (try? observe(event, at: now)) == nil
    }

    /// The user opens the app, which loads, unless `finds` is nil, and leaves it.
    mutating func use(
        _ app: AppID, finds: FetchOutcome? = .newData, bytes: Int64 = 1000, for span: TimeSpan = .zero,
        at now: FetchTime
    ) {
        tell(.launch(app), at: now)
        if let finds { tell(.foregroundSync(app, finds, bytes: bytes), at: now) }
        tell(.endOfUse(app), at: now + span)
    }
}
