@testable import FetchSched

/// The value, changed.
func changed<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
    var value = value
    change(&value)
    return value
}

extension FetchEngine {
    /// Observes what can be so, of apps that are there.
    mutating func tell(_ event: FetchEvent, at now: FetchTime) {
        do { try observe(event, at: now) } catch {}
    }
}

extension Scheduler {
    /// A scheduler with that many apps, registered at `start`.
    static func with(
        apps: Int = 1, _ configuration: FetchConfiguration = FetchConfiguration(),
        at start: FetchTime = .monday,
        seed: UInt64 = 1
    ) -> Scheduler {
        var scheduler = Scheduler(configuration: configuration, seed: seed)
        for _ in 0..<apps { _ = scheduler.register(.minimum, at: start) }
        return scheduler
    }

    /// The user opens the app, which loads, unless `finds` is nil, and leaves it.
    mutating func use(
        _ app: AppID, finds: FetchOutcome? = .newData, bytes: Int64 = 1000, for span: TimeSpan = .zero,
        at now: FetchTime
    ) {
        observe(.launch(app), at: now)
        if let finds { observe(.foregroundSync(app, finds, bytes: bytes), at: now) }
        observe(.endOfUse(app), at: now + span)
    }
}
