import FetchSched

/// Figures of the scored weeks of a world. A share of nothing is nil.
package struct PollerFigures: Hashable, Sendable {
    /// Requests a day, those that failed or were refused among them.
    package private(set) var perDay = 0.0
    /// The days with the fewest and the most requests, as parts of the number that is allowed.
    package private(set) var leastDay = 0.0, mostDay = 0.0
    /// Part of the answered requests that found nothing new.
    package private(set) var empty: Double?
    /// Part of sources and time in which nothing was missing.
    package private(set) var current: Double?
    /// How long the oldest missing update had been out, in seconds, over sources and time: mean, and in 95 % of the time at most.
    package private(set) var missing: Double?, missing95: Double?
    /// Seconds from an update to the request that saw it.
    package private(set) var delay: Double?
    /// Part of the updates that left the feed's window before a request.
    package private(set) var lost: Double?
    /// Requests a day to sources that are silent or gone, and requests a day that a server refused.
    package private(set) var toDead = 0.0, refused = 0.0
    /// The longest time, in seconds, without a request to a source of at least one update a day that would have answered.
    package private(set) var gap = 0.0

    init(_ world: PollerWorld, _ log: PollerLog) {
        let days = Double(PollerWorld.days - PollerWorld.warmupDays)
        var perDays = [Int](repeating: 0, count: Int(PollerWorld.days - PollerWorld.warmupDays))
        var (answered, nothing, dead, refusals) = (0.0, 0.0, 0.0, 0.0)
        var updates = Updates()
        for (source, requests) in zip(world.sources, log.requests) {
            for request in requests where request.at >= PollerWorld.scored {
                let day = (request.at - PollerWorld.scored).milliseconds / 86_400_000
                if day < perDays.count { perDays[Int(day)] += 1 }
                if request.kind == .new || request.kind == .nothing { answered += 1 }
                if request.kind == .nothing { nothing += 1 }
                if request.kind == .refused { refusals += 1 }
                if request.at >= source.end { dead += 1 }
            }
            guard source.counts else { continue }
            updates.add(source, requests)
            if source.rate >= 1 { gap = max(gap, Self.gap(source, requests.map(\.at), in: world)) }
        }
        perDay = log.perDay
        leastDay = Double(perDays.min() ?? 0) / world.perDay
        mostDay = Double(perDays.max() ?? 0) / world.perDay
        empty = answered > 0 ? nothing / answered : nil
        (toDead, refused) = (dead / days, refusals / days)
        guard updates.span > 0 else { return }
        current = 1 - updates.stale / updates.span
        (missing, missing95) = (updates.age / updates.span, updates.quantile(0.95))
        guard updates.count > 0 else { return }
        (delay, lost) = (updates.delay / updates.count, updates.lost / updates.count)
    }

    private static func gap(_ source: PollerWorld.Source, _ times: [FetchTime], in world: PollerWorld)
        -> Double
    {
        let excused = (world.asleep + world.withoutNetwork + world.hosts[source.host].down + source.errors)
            .sorted { $0.lowerBound < $1.lowerBound }
        let end = min(source.end, PollerWorld.end)
        var last = max(PollerWorld.scored, source.added)
        var longest = 0.0
        for time in times.filter({ $0 > last && $0 < end }) + [end] {
            var (wait, from) = ((time - last).seconds, last)
            for range in excused where range.upperBound > from && range.lowerBound < time {
                let upper = min(range.upperBound, time)
                wait -= (upper - max(range.lowerBound, from)).seconds
                from = max(from, upper)
            }
            (longest, last) = (max(longest, wait), time)
        }
        return longest
    }

    /// Sums over updates, and stretches of time in which some are missing.
    private struct Updates {
        var (count, lost, delay, span, stale, age) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
        private var stretches: [(from: Double, to: Double)] = []

        mutating func add(_ source: PollerWorld.Source, _ requests: [(at: FetchTime, kind: PollerLog.Kind)]) {
            let start = max(PollerWorld.scored, source.added)
            span += (PollerWorld.end - start).seconds
            var place = source.changes.firstIndex { $0 > source.added } ?? source.changes.count
            let seen = requests.filter { $0.kind == .new || $0.kind == .nothing }.map(\.at)
            for now in seen + [PollerWorld.end] {
                let first = place
                while place < source.changes.count, source.changes[place] <= now { place += 1 }
                guard place > first, now > start else { continue }
                let new = source.changes[first..<place]
                for change in new where change >= start {
                    count += 1
                    delay += (now - change).seconds
                }
                lost += Double(max(0, new.count { $0 >= start } - PollerLog.window))
                let (from, to) = ((max(start, new[first]) - new[first]).seconds, (now - new[first]).seconds)
                stale += to - from
                age += (to * to - from * from) / 2
                stretches.append((from, to))
            }
        }

        /// The age that is exceeded in the rest of the time.
        func quantile(_ part: Double) -> Double {
            var (low, high) = (0.0, Double(PollerWorld.days) * 86_400)
            for _ in 0..<40 {
                let age = (low + high) / 2
                let above = stretches.reduce(0) { $0 + max(0, min($1.to - age, $1.to - $1.from)) }
                if above > (1 - part) * span { low = age } else { high = age }
            }
            return high
        }
    }
}
