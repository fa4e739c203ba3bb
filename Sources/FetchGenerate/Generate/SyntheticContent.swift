import FetchSched

/// Content for apps whose launches come from elsewhere: the generator's origins, without its user.
///
/// What an app's origin is like depends on the seed and the app's name alone; as nothing is known of its popularity,
/// it gets the rate of some rank from 1 to 40.
public struct SyntheticContent: Sendable {
    /// One change of an origin.
    public struct Change: Hashable, Sendable {
        /// When, in seconds of local time after the midnight at which the days start.
        public let time: Double
        /// Bytes of a fetch of the update.
        public let bytes: Int64
    }

    private let seed: UInt64
    private let content: ContentHabits
    private let calendar: LocalCalendar

    /// Makes content for a number of days.
    ///
    /// - Parameters:
    ///   - start: The local midnight at which the days start, read as if it were UTC.
    ///   - days: How many days, 0 to ``TraceGenerator/maximumDays``; more count as that many.
    public init(
        seed: UInt64, start: FetchTime, days: Int, content: ContentHabits = ContentHabits()
    ) {
        self.seed = seed
        self.content = content
        calendar = LocalCalendar(
            start: start, days: Swift.max(0, Swift.min(TraceGenerator.maximumDays, days)))
    }

    /// The changes of each app's origin, in order of time; none for apps without content.
    ///
    /// - Complexity: O(apps x days), and O(*n* log *n*) in the changes.
    public func changes(of apps: [String]) -> [[Change]] {
        apps.map { name in
            var sampler = Sampler(seed, name.portableHash)
            let rank = sampler.integer(0...39)
            guard
                let origin = UserModel.drawOrigin(
                    rank: rank, factor: 1, content: content, sampler: &sampler)
            else { return [] }
            var process = OriginProcess(
                origin: origin, content: content, calendar: calendar, sampler: sampler)
            return process.changes()
        }
    }
}
