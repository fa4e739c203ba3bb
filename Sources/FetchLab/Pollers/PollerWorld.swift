import FetchSched

/// A world of a poller for four weeks: sources that change, and what goes wrong with them, their servers, the network and the
/// host. It draws all from its seed, before any request is made.
package struct PollerWorld: Sendable {
    struct Source: Sendable {
        var host: Int
        /// When it changes; dates of entries, of which its feed shows the newest 20.
        var changes: [FetchTime]
        /// Changes a day while it is active.
        var rate: Double
        var added = PollerWorld.start
        /// When its last update is out, or when it no longer answers.
        var end = FetchTime.distantFuture
        /// The answer in place of its own from `end` on; nil for one that falls silent.
        var last: FetchOutcome?
        /// When its page is an error.
        var errors: [Range<FetchTime>] = []
        /// For one that is always refused: how long its server says to wait, zero if it says nothing.
        var refusal: TimeSpan?
        /// Each page has something new.
        var isEverNew = false
        /// A hub announces its updates.
        var isAnnounced = false
        /// The answer kills the process that reads it.
        var kills = false

        /// Whether its missing updates count: it can be polled, and what it says of its updates is true.
        var counts: Bool { refusal == nil && last == nil && !isEverNew && !kills }
    }

    struct Host: Sendable {
        /// The time that it wants between two requests.
        var spacing = TimeSpan.zero
        /// When it wants that time, if not always.
        var busy: [Range<FetchTime>]?
        /// Whether its 429 has `Retry-After`.
        var saysWait = false
        /// Requests that it serves from midnight to midnight, before it refuses.
        var perDay = Int.max
        /// Part of the requests that fail.
        var failing = 0.0
        var down: [Range<FetchTime>] = []
    }

    package let name: String
    package let summary: String
    /// Requests a day that are allowed.
    package let perDay: Double
    var sources: [Source] = []
    var hosts: [Host] = []
    var withoutNetwork: [Range<FetchTime>] = []
    var asleep: [Range<FetchTime>] = []
    var restarts: [FetchTime] = []
    /// When the hub stops to announce.
    var hubEnd = FetchTime.distantFuture
    /// How far ahead the host's clock is, and until when.
    var clock = (ahead: TimeSpan.zero, until: PollerWorld.start)
    var draw: SplitMix64
    /// Sources that no trouble has taken yet.
    private var usual: [Int] = []

    package static let days: Int64 = 28
    package static let warmupDays: Int64 = 7
    /// A Monday.
    static let start = FetchTime(seconds: 1_764_547_200)
    static let scored = start + .days(warmupDays)
    static let end = start + .days(days)

    /// Makes a world in which everything answers: sources of 0.03 to 30 updates a day, two of three by hours and weekdays, half of
    /// them on ten hosts, the others on hosts of their own.
    package init(_ name: String, _ summary: String, sources count: Int, perDay: Double, seed: UInt64) {
        self.name = name
        self.summary = summary
        self.perDay = perDay
        draw = SplitMix64(seed: seed)
        hosts = Array(repeating: Host(), count: 10 + count)
        for number in 0..<count {
            let rate = PortableMath.power(10, unit(-1.5, 1.5))
            let host = unit() < 0.5 ? Int(unit(0, 10)) : 10 + number
            let isByHours = unit() < 2 / 3.0
            sources.append(Source(host: host, changes: changes(rate, isByHours), rate: rate))
        }
        usual = Array(sources.indices)
    }

    mutating func unit(_ low: Double = 0, _ high: Double = 1) -> Double {
        low + (high - low) * draw.nextUnit()
    }

    private mutating func changes(_ rate: Double, _ isByHours: Bool) -> [FetchTime] {
        var times: [FetchTime] = []
        var days = 0.0
        let highest = isByHours ? 1.9 : 1
        while true {
            days -= PortableMath.log(1 - draw.nextUnit()) / (rate * highest)
            if days >= Double(Self.days) { return times }
            let hour = days.truncatingRemainder(dividingBy: 1) * 24
            let isAwake = (7..<22).contains(hour)
            let isWeekend = days.truncatingRemainder(dividingBy: 7) >= 5
            let strength = isByHours ? (isAwake ? 1.5 : 0.17) * (isWeekend ? 0.4 : 1.24) : 1
            if unit(0, highest) < strength { times.append(Self.start + .seconds(days * 86_400)) }
        }
    }

    /// Takes sources that no other trouble has taken, at random.
    mutating func take(_ count: Int) -> [Int] {
        (0..<min(count, usual.count)).map { _ in usual.remove(at: Int(unit(0, Double(usual.count)))) }
    }

    mutating func change(_ count: Int, _ change: (inout Source) -> Void) {
        for source in take(count) { change(&sources[source]) }
    }

    /// Times of that length, at random, one in each part of the scored weeks.
    mutating func spells(_ count: Int, hours: Double) -> [Range<FetchTime>] {
        let part = Double((Self.days - Self.warmupDays) * 86_400) / Double(count)
        return (0..<count).map { number in
            let start = Self.scored + .seconds((Double(number) + unit()) * max(0, part - hours * 3600))
            return start..<start + .seconds(hours * 3600)
        }
    }
}
