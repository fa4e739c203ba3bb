import FetchSched
import FetchSim
import FetchTrace

/// The habits of one device, as statistics ask for them.
struct DeviceHabits: Sendable {
    /// The whole trace.
    let whole: HabitSlice
    /// Seven covered local days each, one after the other; what is left over is in none.
    let weeks: [HabitSlice]
    /// Length of the trace in days.
    let days: Double

    /// Takes them from a trace.
    ///
    /// - Parameter sessionGap: the pause after which a session has ended.
    /// - Complexity: O(events x log(events) + launches x apps).
    init(_ trace: DeviceTrace, rules: SimulationRules, sessionGap: TimeSpan) {
        let timeline = DeviceTimeline(of: trace, fetches: [], radio: .lte, rules: rules)
        var launches = Self.launches(trace, timeline, sessionGap: sessionGap)
        Self.rank(&launches, apps: trace.appNames.count)
        let calendar = LocalDays(trace).days
        let covered = calendar.filter { Self.covers(trace.span, $0.time) }
        var days = covered.map { _ in HabitDay() }

        let begin = trace.span.lowerBound
        var sessions: [HabitSession] = []
        var firstLaunch: [Int] = []
        for (index, launch) in launches.enumerated() {
            let end = (timeline.launches[index].end - begin).seconds
            if launch.previousInSession == nil {
                let start = (launch.time - begin).seconds
                sessions.append(HabitSession(begin: start, seconds: 0, launches: 0))
                firstLaunch.append(index)
            }
            let last = sessions.count - 1
            sessions[last].launches += 1
            sessions[last].seconds = max(sessions[last].seconds, end - sessions[last].begin)
        }
        // The launches and sessions of each covered day.
        var parts: [(launches: Range<Int>, sessions: Range<Int>)] = []
        let launchTimes = launches.map(\.time)
        let sessionTimes = firstLaunch.map { launchTimes[$0] }
        for index in covered.indices {
            let time = covered[index].time
            let own = Self.range(of: time, in: launchTimes)
            let ownSessions = Self.range(of: time, in: sessionTimes)
            days[index].launches = own.count
            days[index].sessions = ownSessions.count
            parts.append((own, ownSessions))
        }
        whole = HabitSlice(launches: launches[...], sessions: sessions[...], days: days[...])
        weeks = stride(from: 0, through: days.count - 7, by: 7).map { first in
            let (one, other) = (parts[first], parts[first + 6])
            return HabitSlice(
                launches: launches[one.launches.lowerBound..<other.launches.upperBound],
                sessions: sessions[one.sessions.lowerBound..<other.sessions.upperBound],
                days: days[first..<first + 7])
        }
        self.days = (trace.span.upperBound - begin).seconds / 86_400
    }

    /// Whether three quarters of a day at least lie within a trace.
    private static func covers(_ span: ClosedRange<Instant>, _ day: Range<Instant>) -> Bool {
        let begin = max(span.lowerBound, day.lowerBound)
        let end = min(span.upperBound, day.upperBound)
        return (end - begin).seconds >= 0.75 * (day.upperBound - day.lowerBound).seconds
    }

    /// The elements, in order of time, that lie in `time`.
    private static func range(of time: Range<Instant>, in times: [Instant]) -> Range<Int> {
        func first(notBefore moment: Instant) -> Int {
            var (low, high) = (0, times.count)
            while low < high {
                let middle = (low + high) / 2
                if times[middle] < moment { low = middle + 1 } else { high = middle }
            }
            return low
        }
        return first(notBefore: time.lowerBound)..<first(notBefore: time.upperBound)
    }

    private static func launches(
        _ trace: DeviceTrace, _ timeline: DeviceTimeline, sessionGap: TimeSpan
    ) -> [HabitLaunch] {
        let calendar = LocalDays(trace)
        let changes = ContentRates(trace, timeline)
        var chains = AppChains(apps: trace.appNames.count)
        var recency: [Int] = []
        var lastOwn = [Instant?](repeating: nil, count: trace.appNames.count)
        var before: (app: Int, time: Instant, end: Instant)?
        return timeline.launches.map { launch in
            let app = launch.app
            let place = recency.firstIndex(of: app)
            let isInSession = before.map { launch.time - $0.end <= sessionGap } ?? false
            let result = HabitLaunch(
                time: launch.time, app: app, hour: calendar.hour(at: launch.time),
                isWeekend: calendar.clock(at: launch.time).isWeekend(launch.time),
                gap: before.map { (launch.time - $0.time).seconds },
                previousInSession: isInSession ? before?.app : nil, place: place.map { $0 + 1 } ?? 0,
                losses: chains.launch(app), isScored: launch.time >= timeline.scoredFrom,
                content: changes.content(at: launch, since: lastOwn[app], trace))
            if let place { recency.remove(at: place) }
            recency.insert(app, at: 0)
            lastOwn[app] = launch.time
            before = (app, launch.time, launch.end)
            return result
        }
    }

    /// Numbers the apps by their launches; of two that were launched as often the first named is the more popular.
    private static func rank(_ launches: inout [HabitLaunch], apps: Int) {
        var counts = [Int](repeating: 0, count: apps)
        for launch in launches { counts[launch.app] += 1 }
        var ranks = [Int](repeating: 0, count: apps)
        for (place, app) in counts.indices.sorted(by: { (-counts[$0], $0) < (-counts[$1], $1) }).enumerated()
        {
            ranks[app] = place + 1
        }
        for index in launches.indices { launches[index].rank = ranks[launches[index].app] }
    }
}

/// How often each app's content changes over a trace.
private struct ContentRates {
    /// Mean time between changes in seconds, by app; nil for an app whose content never changes.
    private var between: [Double?]

    init(_ trace: DeviceTrace, _ timeline: DeviceTimeline) {
        var counts = [Int](repeating: 0, count: trace.appNames.count)
        for update in timeline.updates { counts[update.app] += 1 }
        let seconds = (trace.span.upperBound - trace.span.lowerBound).seconds
        between = counts.map { $0 > 0 ? seconds / Double($0) : nil }
    }

    func content(
        at launch: DeviceTimeline.Launch, since last: Instant?, _ trace: DeviceTrace
    ) -> HabitLaunch.Content? {
        guard let between = between[launch.app] else { return nil }
        let newest = trace.updates.newest(of: launch.app, at: launch.time)
        return HabitLaunch.Content(
            isNew: !launch.isFresh, age: newest.map { (launch.time - $0.time).seconds },
            changesPerGap: last.flatMap { between > 0 ? (launch.time - $0).seconds / between : nil })
    }
}
