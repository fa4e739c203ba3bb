import FetchSched
import FetchTrace
import FetchGenerate

/// Events of one device, in local time: the data that habits are fitted to.
struct DeviceLog: Sendable {
    struct Launch: Sendable {
        /// Seconds after the first local midnight.
        let time: Double
        let length: Double
        /// The device's app, from 0.
        let app: Int

        var end: Double { time + length }
    }

    struct Update: Sendable {
        let time: Double
        let bytes: Double
    }

    var launches: [Launch] = []
    /// The changes of each app's content, in order.
    var updates: [[Update]] = []
    /// How often the content of each app changes, 0 for never.
    var changesPerDay: [Double] = []
    var apps = 0
    /// Zones, in order, seconds east of UTC.
    var zones: [Int] = []
    /// Days from the first midnight to the last event.
    var days = 1
    /// Weekday of the first day: 0 is Monday.
    var firstWeekday = 0

    var calendar: LocalCalendar { LocalCalendar(firstWeekday: firstWeekday, days: days) }

    /// Reads the events of one device, which must be in order of time.
    init(_ events: some Collection<TraceEvent>) {
        guard let first = events.first else { return }
        var zone = 0.0
        if case .number(let seconds)? = events.first(where: { $0.kind == .zone })?.value { zone = seconds }
        let local = first.time + .seconds(zone)
        firstWeekday = LocalCalendar(start: local, days: 1).firstWeekday
        let midnight = (local.seconds / 86_400).rounded(.down) * 86_400
        var numbers: [Int32: Int] = [:]
        for event in events {
            let time = Double(event.time.milliseconds) / 1_000 + zone - midnight
            days = Swift.max(days, Int(time / 86_400) + 1)
            var app = -1
            if event.app >= 0 {
                app = numbers[event.app] ?? numbers.count
                if app == numbers.count {
                    numbers[event.app] = app
                    updates.append([])
                }
            }
            switch event.kind {
            case .launch:
                let length = event.duration?.seconds ?? 0
                // A device that travels west lives some hours twice.
                let start = Swift.max(time, launches.last?.time ?? 0)
                launches.append(Launch(time: start, length: Swift.max(0, length), app: app))
            case .update:
                let last = updates[app].last?.time ?? 0
                updates[app].append(Update(time: Swift.max(time, last), bytes: Double(event.bytes)))
            case .zone:
                if case .number(let seconds) = event.value {
                    zone = seconds
                    zones.append(Int(seconds))
                }
            default: break
            }
        }
        apps = numbers.count
        changesPerDay = updates.map { Double($0.count) / Double(days) }
    }

    /// Makes a log of launches alone, as a generated user's.
    ///
    /// - Parameter changesPerDay: How often each app's content is to change.
    init(launches: [LaunchProcess.Launch], calendar: LocalCalendar, changesPerDay: [Double] = []) {
        // Rates below one change in all are not seen.
        self.changesPerDay = changesPerDay.map { $0 * Double(calendar.days) >= 1 ? $0 : 0 }
        self.launches = launches.map { Launch(time: $0.time, length: $0.duration, app: $0.app) }
        apps = (launches.map(\.app).max() ?? -1) + 1
        days = calendar.days
        firstWeekday = calendar.firstWeekday
    }

    var counts: [Int] {
        var counts = [Int](repeating: 0, count: apps)
        for launch in launches { counts[launch.app] += 1 }
        return counts
    }

    /// The apps that were launched, most popular first.
    var ranking: [Int] {
        let counts = counts
        return counts.indices.filter { counts[$0] > 0 }.sorted { (counts[$1], $0) < (counts[$0], $1) }
    }

    /// Whether each launch starts a session: the one before ended more than ``SessionHabits/sessionGap`` ago.
    var startsSession: [Bool] {
        var result: [Bool] = []
        result.reserveCapacity(launches.count)
        var end = -Double.infinity
        for launch in launches {
            result.append(launch.time - end > SessionHabits.sessionGap)
            end = launch.end
        }
        return result
    }
}
