import FetchSched
import FetchSim

/// The habits of one device, as statistics ask for them.
struct DeviceHabits: Sendable {
    var launches: [Launch] = []
    var sessions: [Session] = []
    /// The local days that the trace covers, but for a quarter of them at most; there may be launches on others.
    var days: [Day]
    /// Length of the trace in days.
    let length: Double

    /// One launch, with what the launches before it and the app's content make of it.
    struct Launch: Sendable {
        let time: Instant
        /// The app's number on the device.
        let app: Int
        /// Whether no app was launched more often over the whole trace.
        var isOfFirst = false
        /// Whether the local day is a Saturday or Sunday.
        let isWeekend: Bool
        /// Time since the launch before, in seconds; nil for the first.
        let gap: Double?
        /// The app's place among those launched before, the last one first, from 1; 0 if it was never launched before.
        let place: Int
        /// Minus the logarithm of the chance that chains of order 0, 1 and 2 gave to the app, in nats.
        let losses: [Double]
        /// Whether the warm-up is over.
        let isScored: Bool
        /// The content that the launch found, where the app's content changes at all.
        let content: Content?

        /// The content that a launch finds.
        struct Content: Sendable {
            /// Whether it found something new: nothing is fetched in the background.
            let isNew: Bool
            /// Time since the app's content changed, in seconds; nil before its first change.
            let age: Double?
            /// Time since the app's launch before, over the mean time between its changes; nil for its first launch.
            let changesPerGap: Double?
        }
    }

    /// A stretch of use: launches less than the session gap after the end of the use before.
    struct Session: Sendable {
        let begin: Instant
        /// From its first launch to the end of its last use, in seconds.
        var seconds = 0.0
        var launches = 0
    }

    /// Launches and sessions that began on a day.
    struct Day: Sendable {
        let launches: Int, sessions: Int
    }

    /// Takes them from a trace.
    ///
    /// - Parameter sessionGap: the pause after which a session has ended.
    /// - Complexity: O(events x log(events) + launches x apps).
    init(_ trace: DeviceTrace, rules: SimulationRules, sessionGap: TimeSpan) {
        let timeline = DeviceTimeline(unfetched: trace, radio: .lte, rules: rules)
        let calendar = LocalDays(trace)
        let apps = trace.appNames.count
        let span = (trace.span.upperBound - trace.span.lowerBound).seconds
        length = span / 86_400
        var changes = [Int](repeating: 0, count: apps)
        for update in timeline.updates { changes[update.app] += 1 }
        var chains = AppChains(apps: apps)
        var recency: [Int] = []
        var lastOwn = [Instant?](repeating: nil, count: apps)
        var counts = [Int](repeating: 0, count: apps)
        var before: (time: Instant, end: Instant)?
        for launch in timeline.launches {
            let (app, time) = (launch.app, launch.time)
            let place = recency.firstIndex(of: app)
            var content: Launch.Content?
            if changes[app] > 0 {
                let between = span / Double(changes[app])
                content = Launch.Content(
                    isNew: !launch.isFresh,
                    age: trace.updates.newest(of: app, at: time).map { (time - $0.time).seconds },
                    changesPerGap: lastOwn[app].flatMap { between > 0 ? (time - $0).seconds / between : nil })
            }
            launches.append(
                Launch(
                    time: time, app: app, isWeekend: calendar.clock(at: time).isWeekend(time),
                    gap: before.map { (time - $0.time).seconds }, place: place.map { $0 + 1 } ?? 0,
                    losses: chains.launch(app), isScored: time >= timeline.scoredFrom, content: content))
            if !(before.map { time - $0.end <= sessionGap } ?? false) {
                sessions.append(Session(begin: time))
            }
            let last = sessions.count - 1
            sessions[last].launches += 1
            sessions[last].seconds = max(sessions[last].seconds, (launch.end - sessions[last].begin).seconds)
            if let place { recency.remove(at: place) }
            recency.insert(app, at: 0)
            lastOwn[app] = time
            counts[app] += 1
            before = (time, launch.end)
        }
        let first = counts.firstIndex(of: counts.max() ?? 0)
        for index in launches.indices { launches[index].isOfFirst = launches[index].app == first }
        days = []
        for day in calendar.days where Self.covers(trace.span, day.time) {
            days.append(
                Day(
                    launches: launches.count { day.time.contains($0.time) },
                    sessions: sessions.count { day.time.contains($0.begin) }))
        }
    }

    /// Whether three quarters of a day at least lie within a trace.
    private static func covers(_ span: ClosedRange<Instant>, _ day: Range<Instant>) -> Bool {
        let begin = max(span.lowerBound, day.lowerBound)
        let end = min(span.upperBound, day.upperBound)
        return (end - begin).seconds >= 0.75 * (day.upperBound - day.lowerBound).seconds
    }
}
