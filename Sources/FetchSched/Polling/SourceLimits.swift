/// A host's limits for one source on an always-on network.
public struct SourceLimits: Hashable, Sendable {
    /// Least time between two requests, from the end of one to the start of the next.
    public var least = TimeSpan.zero
    /// Longest time between two requests, whatever their benefit.
    public var most = TimeSpan.max
    /// Factor on the value of a fresh launch of this source and on the cost of its missing updates: 1 for the others'.
    public var weight = 1.0
    /// The group of the source; nil for none.
    public var group: SourceGroup?

    /// Makes no limits.
    public init() {}

    /// Requests that the longest time needs in a thousand days.
    var promised: Int64 {
        most < .max
            ? TimeSpan.days(1000).milliseconds / max(60_000, most.milliseconds, least.milliseconds) : 0
    }
}

/// A group of sources that share a server, see ``Poller/addGroup(_:)``.
public struct SourceGroup: Hashable, Sendable {
    /// The number, from 0 on in the order in which groups were added.
    public let number: Int32
}

/// Limits that sources of one server share.
public struct GroupLimits: Hashable, Sendable {
    /// Least time between the starts of two requests.
    public var spacing = TimeSpan.zero
    /// Most requests at once.
    public var atOnce = Int.max

    /// Makes no limits.
    public init() {}
}

/// A group and where it stands.
struct GroupState: Sendable {
    var limits = GroupLimits()
    /// How many sources are in the group; -1 where it was removed.
    var sources: Int32 = 0
    /// When the next request may start.
    var opens = FetchTime.distantPast
    /// When the last request started.
    private var lastStart = FetchTime.distantPast
    /// When the last request started that the server did not refuse.
    private var lastServed = FetchTime.distantPast
    /// The least time between two requests that the server served.
    private var servedSpan = TimeSpan.max
    /// The last source that was refused for the first time, and when; -1 for none.
    private var refused = (app: Int32(-1), at: FetchTime.distantPast)
    /// The source that was refused last, and when; -1 for none.
    private var lastRefused = (app: Int32(-1), at: FetchTime.distantPast)
    /// When the next source that was never polled may be polled.
    private var nextFirst = FetchTime.distantPast
    /// The spacing that a refusal showed to be needed, and until when it holds.
    private var learned = (spacing: TimeSpan.zero, until: FetchTime.distantPast)
    /// How many requests were served since the spacing was learned or tested, and after how many it is tested.
    private var tests = (served: Int32(0), after: Self.fewestServed)
    private static let fewestServed: Int32 = 8
    /// A day of requests a millisecond apart.
    private static let mostServed: Int32 = 86_400_000
    /// The longest time in which the server served one request and refused others, and when that was: since it served
    /// last, and before.
    private var seen = (span: TimeSpan.zero, at: FetchTime.distantPast)
    private var seenBefore = (span: TimeSpan.zero, at: FetchTime.distantPast)
    /// How many sources that were in order have failed since the last answer, how many tries since then, and when the next
    /// one may start.
    private var failed = (sources: Int32(0), tries: Int32(0), until: FetchTime.distantPast)
    /// So many show that the server is down.
    private static let enoughFailed: Int32 = 3

    /// Whether the server's last answer was a refusal, or it is down.
    var isTried: Bool {
        lastRefused.app >= 0 && lastRefused.at >= lastServed || failed.sources >= Self.enoughFailed
    }
    /// Most requests at once: a server that refuses or is down is tried by one.
    var atOnce: Int { isTried ? 1 : limits.atOnce }

    private func spacing(at now: FetchTime) -> TimeSpan {
        max(.zero, limits.spacing, now < learned.until ? learned.spacing : .zero)
    }

    mutating func started(at now: FetchTime) {
        lastStart = now
        var spacing = spacing(at: now)
        // Whether the server serves faster now is seen by a request that comes sooner.
        if tests.served >= tests.after, spacing > limits.spacing {
            tests.served = 0
            // Half at first, and after failed tests by less.
            let part = min(8, tests.after / Self.fewestServed) * 2
            let sooner = TimeSpan(milliseconds: spacing.milliseconds / Int64(part))
            spacing = max(limits.spacing, spacing - sooner)
        }
        opens = max(opens, now + spacing)
    }

    /// A request was served. Another that started later may have been answered before.
    mutating func served(since start: FetchTime) {
        servedSpan = min(servedSpan, max(start - lastServed, lastServed - start))
        if servedSpan < learned.spacing {
            if learned.spacing - servedSpan > TimeSpan(milliseconds: learned.spacing.milliseconds / 32) {
                tests.after = max(Self.fewestServed, tests.after / 2)
            }
            learned.spacing = servedSpan
        }
        lastServed = max(lastServed, start)
        failed = (0, 0, .distantPast)
        tests.served += tests.served < .max ? 1 : 0
    }

    /// A request that started at `start` failed without an answer. The server is not polled after the third such source
    /// for 15 s, and after each try that fails twice as long, up to half an hour. A try that comes late, as after
    /// sleep, starts again with 15 s.
    ///
    /// - Parameter isFirst: whether the source was in order before.
    mutating func fail(isFirst: Bool, since start: FetchTime, at now: FetchTime) {
        let wasDown = failed.sources >= Self.enoughFailed
        if isFirst, !wasDown { failed.sources += 1 }
        guard failed.sources >= Self.enoughFailed, start >= failed.until else { return }
        failed.tries = wasDown && start < failed.until + .hours(1) ? min(failed.tries + 1, 7) : 0
        failed.until = now + .seconds(15) * (1 << Int64(failed.tries))
        opens = max(opens, failed.until)
    }

    mutating func firstTurn(at moment: FetchTime) -> FetchTime {
        defer { nextFirst = max(moment, nextFirst) + .seconds(5) }
        return max(moment, nextFirst)
    }

    mutating func setLimits(_ limits: GroupLimits) {
        self.limits = limits
        learned = (.zero, .distantPast)
        opens = max(opens, lastStart + max(.zero, limits.spacing))
    }

    /// Records a refusal, with the time until which the server wants no request; a past time if it gave none.
    ///
    /// A source that is refused again, though others were served in between, is refused for its own sake, unless it came
    /// sooner after another than the server ever served. The server is not polled for as long as it has served nothing,
    /// an hour at most; once it has refused two sources in a row, for as long as it requests. A source that is refused
    /// for its own sake makes it pause only if another was refused since it served, as then it may refuse all.
    ///
    /// - Parameter before: when the source was refused before, if it was.
    /// - Returns: whether the request came too soon after another, so that the source is not to blame.
    mutating func refuse(
        _ app: Int, before: FetchTime?, until requested: FetchTime, at now: FetchTime
    ) -> Bool {
        let since = now - lastServed
        let isTooSoon = since < servedSpan && since <= .hours(1)
        let isOwn = !isTooSoon && before.map { lastServed > $0 } ?? false
        let app = Int32(truncatingIfNeeded: app)
        let isAnother = refused.app >= 0 && refused.app != app
        let isOfAll = !isOwn && isAnother && refused.at >= lastServed
        // Where it has never served, waits double.
        let sinceRefusal = lastRefused.app < 0 ? .zero : (now - lastRefused.at) * 2
        let pause =
            now + max(.seconds(1), min(lastServed > .distantPast ? since : sinceRefusal, .hours(1)))
        let moment = requested <= now ? pause : isOfAll ? requested : min(requested, pause)
        let isAlone = lastRefused.app == app || lastRefused.at < lastServed
        lastRefused = (app, now)
        failed = (0, 0, .distantPast)
        if !isOwn || !isAlone { opens = max(opens, moment) }
        if isOwn {
            // A spacing that its last refusal showed is not the server's.
            if app == refused.app { learned = (.zero, now) }
            return false
        }
        // A server that serves one request in some time refuses what comes sooner. Two sources that are refused show it,
        // or one that comes sooner than any was served. A time of more than ten minutes may be an outage: it has to be
        // seen twice, with an answer between.
        let span = isTooSoon ? min(servedSpan, moment - lastServed) : moment - lastServed
        if isTooSoon || isAnother && now - refused.at <= .hours(1) {
            if lastServed > seen.at { seenBefore = seen }
            let isSeenAgain =
                span < seenBefore.span * 2 && seenBefore.span < span * 2 && now - seenBefore.at < span * 8
            let known = now < learned.until ? learned.spacing : .zero
            let isSpacing = span <= max(.minutes(10), known) || span <= .hours(1) && isSeenAgain
            if known == .zero {
                tests.after = Self.fewestServed
            } else if lastServed > seen.at {
                let day = TimeSpan.days(1).milliseconds / max(1, span.milliseconds)
                tests.after = max(Self.fewestServed, min(2 * tests.after, Int32(clamping: day)))
            }
            tests.served = 0
            learned = isSpacing ? (span, now + Scheduler.longestServerWait) : (.zero, now)
            seen = (span, now)
        }
        // The server serves less often than it did.
        if isAnother, !isTooSoon { servedSpan = .max }
        refused = (app, now)
        return isTooSoon
    }

    mutating func clockWentBack(from before: FetchTime, to now: FetchTime) {
        opens = opens.setBack(from: before, to: now)
        nextFirst = nextFirst.setBack(from: before, to: now)
        learned.until = learned.until.setBack(from: before, to: now)
        failed.until = failed.until.setBack(from: before, to: now)
        // The order of these times shows what a refusal means.
        lastStart = lastStart.moved(from: before, to: now)
        lastServed = lastServed.moved(from: before, to: now)
        refused.at = refused.at.moved(from: before, to: now)
        lastRefused.at = lastRefused.at.moved(from: before, to: now)
        seenBefore.at = seenBefore.at.moved(from: before, to: now)
        seen.at = seen.at.moved(from: before, to: now)
    }
}

extension GroupState: SnapshotElement {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        // Any number: the same bytes where an Int has 32 bits, and where it has 64.
        var atOnce = limits.atOnce == .max ? Int64.max : Int64(limits.atOnce)
        try coder.code(&limits.spacing, &atOnce, &opens)
        limits.atOnce = Int(clamping: atOnce)
        try coder.code(&lastStart, &lastServed, &learned.spacing, &learned.until)
        try coder.code(&refused.app, &refused.at, &nextFirst)
        try coder.code(&lastRefused.app, &lastRefused.at)
        try coder.code(&seenBefore.span, &seenBefore.at, &seen.span, &seen.at)
        try coder.code(&servedSpan, &tests.served, &tests.after)
        try coder.code(&failed.sources, &failed.tries, &failed.until)
        try coder.check(0...Self.enoughFailed ~= failed.sources && 0...7 ~= failed.tries)
        try coder.check(Self.fewestServed...Self.mostServed ~= tests.after && tests.served >= 0)
    }
}

extension SourceLimits: SnapshotElement {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&least, &most)
        try coder.code(any: &weight)
        var number = group?.number
        try coder.code(&number)
        group = number.map { SourceGroup(number: $0) }
    }
}
