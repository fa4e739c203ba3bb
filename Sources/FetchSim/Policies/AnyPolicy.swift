import FetchSched

#if hasFeature(Embedded)
    /// A policy of any type: a class, as Embedded Swift has no values of unknown type.
    package class AnyPolicy: Policy, @unchecked Sendable {
        package var usesRadioFrom: FetchTime { .distantPast }
        package var parallelFetches: Int { 1 }

        package func limitPushes(_ limits: inout PushLimits) {}
        package func setInterval(_ interval: FetchInterval, of app: AppID, at now: FetchTime) {}
        package func observe(_ observation: FetchEvent, at now: FetchTime) {}
        package func nextFetch(at now: FetchTime) -> AppID? { nil }
        package func complete(_ fetch: FinishedFetch, at now: FetchTime) {}
        package func startPushFetch(of app: AppID, isAllowed: Bool, at now: FetchTime) -> Bool { isAllowed }
        package func nextWakeup(after now: FetchTime) -> FetchTime? { nil }
    }

    /// Passes all on. A simulation has a policy of its own, and is not copied.
    private final class PolicyBox<Wrapped: Policy>: AnyPolicy, @unchecked Sendable {
        private var policy: Wrapped

        init(_ policy: Wrapped) { self.policy = policy }

        override var usesRadioFrom: FetchTime { policy.usesRadioFrom }
        override var parallelFetches: Int { policy.parallelFetches }

        override func limitPushes(_ limits: inout PushLimits) { policy.limitPushes(&limits) }

        override func setInterval(_ interval: FetchInterval, of app: AppID, at now: FetchTime) {
            policy.setInterval(interval, of: app, at: now)
        }

        override func observe(_ observation: FetchEvent, at now: FetchTime) {
            policy.observe(observation, at: now)
        }

        override func nextFetch(at now: FetchTime) -> AppID? { policy.nextFetch(at: now) }

        override func complete(_ fetch: FinishedFetch, at now: FetchTime) { policy.complete(fetch, at: now) }

        override func startPushFetch(of app: AppID, isAllowed: Bool, at now: FetchTime) -> Bool {
            policy.startPushFetch(of: app, isAllowed: isAllowed, at: now)
        }

        override func nextWakeup(after now: FetchTime) -> FetchTime? { policy.nextWakeup(after: now) }
    }

    func anyPolicy(_ policy: some Policy) -> AnyPolicy { PolicyBox(policy) }
#else
    /// A policy of any type.
    package typealias AnyPolicy = any Policy

    func anyPolicy(_ policy: some Policy) -> AnyPolicy { policy }
#endif
