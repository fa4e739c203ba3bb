import FetchSched

/// What one device's launches found and its fetches did while it was scored: by hour of the local day, and by app.
public struct UseTally: Sendable {
    /// Launches and how many of them were fresh.
    public struct Launches: Hashable, Sendable {
        /// All.
        public internal(set) var all = 0
        /// Those that found the copy up to date.
        public internal(set) var fresh = 0

        /// The fresh ones as a share; nil without launches.
        public var freshShare: Double? { share(fresh, of: all) }

        mutating func add(isFresh: Bool) {
            all += 1
            fresh += isFresh ? 1 : 0
        }

        static func + (left: Launches, right: Launches) -> Launches {
            var sum = left
            sum.all += right.all
            sum.fresh += right.fresh
            return sum
        }
    }

    /// One app.
    public struct App: Hashable, Sendable {
        /// Its launches.
        public internal(set) var launches = Launches()
        /// How often its content changed.
        public internal(set) var updates = 0
        /// Finished fetches that brought something new.
        public internal(set) var newDataFetches = 0
        /// Finished fetches that found nothing new.
        public internal(set) var noDataFetches = 0
        /// Fetches that failed.
        public internal(set) var failedFetches = 0
        /// Bytes that its fetches transferred.
        public internal(set) var bytes: Int64 = 0

        /// All finished fetches.
        public var fetches: Int { newDataFetches + noDataFetches + failedFetches }

        mutating func count(_ fetch: DeviceTimeline.Fetch) {
            bytes += fetch.bytes
            switch fetch.outcome {
            case .newData: newDataFetches += 1
            case .noData: noDataFetches += 1
            case .failed, .gone: failedFetches += 1
            }
        }
    }

    /// By hour of the local day, 0 to 23.
    public private(set) var hours = [Launches](repeating: Launches(), count: 24)
    /// By number of the app.
    public private(set) var apps: [App]

    /// A tally that was counted before; nil unless there are 24 hours.
    init?(hours: [Launches], apps: [App]) {
        guard hours.count == 24 else { return nil }
        self.hours = hours
        self.apps = apps
    }

    /// Counts what happened from the beginning of scoring on.
    ///
    /// - Complexity: O(what the timeline holds).
    public init(_ timeline: DeviceTimeline, apps count: Int, days: LocalDays) {
        apps = [App](repeating: App(), count: count)
        let from = timeline.scoredFrom
        for launch in timeline.launches where launch.time >= from {
            hours[days.hour(at: launch.time)].add(isFresh: launch.isFresh)
            apps[launch.app].launches.add(isFresh: launch.isFresh)
        }
        for update in timeline.updates where update.time >= from { apps[update.app].updates += 1 }
        for fetch in timeline.fetches where fetch.start >= from { apps[fetch.app].count(fetch) }
    }
}
