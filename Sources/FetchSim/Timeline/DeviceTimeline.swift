import FetchSched

/// All that happened on one device under one policy: launches and what they found, updates and how they came to
/// the device, fetches, and what the radio did.
public struct DeviceTimeline: Sendable {
    /// An app was opened.
    public struct Launch: Hashable, Sendable {
        /// When.
        public let time: Instant
        /// The app's number on the device.
        public let app: Int
        /// When its copy was last known to be up to date.
        public let lastSync: Instant
        /// Since when the copy had been out of date; nil if it was fresh.
        public let staleSince: Instant?
        /// When the app left the foreground.
        public internal(set) var end: Instant

        /// Whether nothing had changed at the source since the last sync.
        public var isFresh: Bool { staleSince == nil }
    }

    /// An app's content changed at its source.
    public struct Update: Hashable, Sendable {
        /// How an update came to the device.
        public enum Fate: String, CaseIterable, Hashable, Sendable {
            /// A fetch brought it, or a newer one.
            case fetched
            /// The user opened the app first and had to wait for it.
            case missed
            /// Not before the trace ended.
            case pending
        }

        /// When.
        public let time: Instant
        /// The app's number on the device.
        public let app: Int
        /// What a fetch of it transfers.
        public let bytes: Int64
        /// How it came to the device.
        public let fate: Fate
    }

    /// A finished fetch.
    public struct Fetch: Hashable, Sendable {
        /// The fetch, and why it was made.
        public let recorded: RecordedFetch
        /// Whether it woke a sleeping radio.
        public let wokeRadio: Bool

        /// When it was started.
        public var start: Instant { recorded.fetch.start }
        /// When it ended.
        public var end: Instant { recorded.end }
        /// The app's number on the device.
        public var app: Int { recorded.fetch.app.index }
        /// What it found.
        public var outcome: FetchOutcome { recorded.fetch.outcome }
        /// Bytes transferred.
        public var bytes: Int64 { recorded.fetch.bytes }
    }

    /// First and last event of the trace.
    public let span: ClosedRange<Instant>
    /// From when on the device is scored.
    public let scoredFrom: Instant
    /// Every launch, in order of time.
    public private(set) var launches: [Launch]
    /// Every update, in order of time.
    public private(set) var updates: [Update]
    /// Every finished fetch, in order of time.
    public private(set) var fetches: [Fetch]
    /// What the radio did, in order of time; it goes on after the trace until the radio sleeps.
    public private(set) var radio: [RadioStretch]

    /// The device without any background fetch.
    ///
    /// - Complexity: O(events x log(updates)).
    public init(unfetched trace: DeviceTrace, radio: RadioProfile, rules: SimulationRules) {
        var simulation = DeviceSimulation(
            trace: trace, radio: radio, rules: rules, policy: NonePolicy(), recordTimeline: true)
        _ = simulation.run()
        self.init(simulation)
    }

    /// What a simulation recorded that was run to its end. A fetch that was under way then is not among the fetches.
    init<P: Policy>(_ simulation: DeviceSimulation<P>) {
        let trace = simulation.trace
        let log = simulation.log ?? TimelineLog()
        let finished = simulation.decider.fetches ?? []
        span = trace.span
        scoredFrom = simulation.scoredFrom
        launches = log.launches
        fetches = zip(finished, log.wakeups).map { Fetch(recorded: $0, wokeRadio: $1) }
        radio = simulation.meter.stretches ?? []
        updates = Self.updates(of: trace, launches: launches, fetches: fetches)
    }

    /// Keeps what is of those apps, beside the radio.
    mutating func keep(_ apps: Set<Int>) {
        launches.removeAll { !apps.contains($0.app) }
        updates.removeAll { !apps.contains($0.app) }
        fetches.removeAll { !apps.contains($0.app) }
    }

    /// Every update with its fate: that of the first sync which covers it.
    private static func updates(
        of trace: DeviceTrace, launches: [Launch], fetches: [Fetch]
    ) -> [Update] {
        struct Sync {
            var app: Int
            var covers: Instant
            var takesEffect: Instant
            var fate: Update.Fate
        }
        var syncs = fetches.filter(\.outcome.isSuccess).map {
            Sync(app: $0.app, covers: $0.start, takesEffect: $0.end, fate: .fetched)
        }
        // A fetch that ends as its app is launched comes first, and sorting keeps that order.
        syncs += launches.map {
            Sync(app: $0.app, covers: $0.time, takesEffect: $0.time, fate: .missed)
        }
        syncs.sort { $0.takesEffect < $1.takesEffect }
        var perApp = [[Sync]](repeating: [], count: trace.appNames.count)
        for sync in syncs where sync.covers >= perApp[sync.app].last?.covers ?? .distantPast {
            perApp[sync.app].append(sync)
        }
        var next = [Int](repeating: 0, count: trace.appNames.count)
        return trace.updates.inOrder().map { time, app, bytes in
            while next[app] < perApp[app].count, perApp[app][next[app]].covers < time { next[app] += 1 }
            let fate = next[app] < perApp[app].count ? perApp[app][next[app]].fate : .pending
            return Update(time: time, app: app, bytes: bytes, fate: fate)
        }
    }

    /// `instant` in seconds since the beginning of the trace, as in ``radio``.
    public func seconds(_ instant: Instant) -> Double { (instant - span.lowerBound).seconds }

    /// The moment that many seconds after the beginning of the trace, to the nearest millisecond.
    public func instant(_ seconds: Double) -> Instant { span.lowerBound + .seconds(seconds) }

    /// What of it lies in `time`: what began then, and the radio's part.
    ///
    /// - Complexity: O(everything recorded).
    public func part(in time: Range<Instant>) -> DeviceTimeline {
        let seconds = seconds(time.lowerBound)...seconds(time.upperBound)
        var part = self
        part.launches.removeAll { !time.contains($0.time) }
        part.updates.removeAll { !time.contains($0.time) }
        part.fetches.removeAll { !time.contains($0.start) }
        part.radio = radio.compactMap { $0.clipped(to: seconds) }
        return part
    }

    /// How many launches were fresh.
    public var freshLaunches: Int { launches.reduce(0) { $0 + ($1.isFresh ? 1 : 0) } }
}
