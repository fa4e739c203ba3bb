import FetchSched

/// All that happened on one device under one policy: launches, updates, fetches, and what the radio did.
package struct DeviceTimeline: Sendable {
    package struct Launch: Hashable, Sendable {
        package let time: FetchTime
        package let app: Int
        /// When its copy was last known to be up to date.
        package let lastSync: FetchTime
        /// Since when the copy had been out of date; nil if it was fresh.
        package let staleSince: FetchTime?
        package internal(set) var end: FetchTime

        /// Whether nothing had changed at the source since the last sync.
        package var isFresh: Bool { staleSince == nil }
    }

    /// An app's content changed at its source.
    package struct Update: Hashable, Sendable {
        /// How an update came to the device.
        package enum Fate: String, CaseIterable, Hashable, Sendable {
            /// A fetch brought it, or a newer one.
            case fetched
            /// The user opened the app first and had to wait for it.
            case missed
            /// Not before the trace ended.
            case pending
        }

        package let time: FetchTime
        package let app: Int
        /// Bytes of a fetch of the update.
        package let bytes: Int64
        package let fate: Fate
    }

    /// First and last event of the trace.
    package let span: ClosedRange<FetchTime>
    package let scoredFrom: FetchTime
    package private(set) var launches: [Launch]
    package private(set) var updates: [Update]
    package private(set) var fetches: [RecordedFetch]
    /// The radio's states in order of time; they go on after the trace until the radio sleeps.
    package private(set) var radio: [RadioStretch]

    /// The device without any background fetch.
    package init(unfetched trace: DeviceTrace, radio: RadioProfile, rules: SimulationRules) {
        var simulation = DeviceSimulation(
            trace: trace, radio: radio, rules: rules, rival: anyPolicy(PushPolicy()), recordTimeline: true)
        _ = simulation.run()
        self.init(simulation)
    }

    /// The record of a simulation that was run to its end. Fetches in progress at the end are left out.
    init(_ simulation: DeviceSimulation) {
        let trace = simulation.trace
        span = trace.span
        scoredFrom = simulation.scoredFrom
        launches = simulation.launches ?? []
        fetches = simulation.record.fetches ?? []
        radio = simulation.meter.stretches ?? []
        updates = Self.updates(of: trace, launches: launches, fetches: fetches)
    }

    /// Removes the events of all other apps; the radio stays.
    mutating func keep(_ apps: Set<Int>) {
        launches.removeAll { !apps.contains($0.app) }
        updates.removeAll { !apps.contains($0.app) }
        fetches.removeAll { !apps.contains($0.app) }
    }

    /// Every update with its fate: that of the first sync which covers it.
    private static func updates(
        of trace: DeviceTrace, launches: [Launch], fetches: [RecordedFetch]
    ) -> [Update] {
        struct Sync {
            var app: Int
            var covers: FetchTime
            var takesEffect: FetchTime
            var fate: Update.Fate
        }
        var syncs = fetches.filter { $0.outcome.isSuccess }.map {
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
    package func seconds(_ instant: FetchTime) -> Double { (instant - span.lowerBound).seconds }

    /// The moment that many seconds after the beginning of the trace, to the nearest millisecond.
    package func instant(_ seconds: Double) -> FetchTime { span.lowerBound + .seconds(seconds) }

    /// The part of it in `time`: events that started then, and the radio's part.
    package func part(in time: Range<FetchTime>) -> DeviceTimeline {
        let seconds = seconds(time.lowerBound)...seconds(time.upperBound)
        var part = self
        part.launches.removeAll { !time.contains($0.time) }
        part.updates.removeAll { !time.contains($0.time) }
        part.fetches.removeAll { !time.contains($0.start) }
        part.radio = radio.compactMap { $0.clipped(to: seconds) }
        return part
    }

    package var freshLaunches: Int { launches.reduce(0) { $0 + ($1.isFresh ? 1 : 0) } }
}
