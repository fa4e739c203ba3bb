import FetchSched
import FetchTrace
@testable import FetchGenerate

/// What can be measured on one device of a trace, to compare with published facts.
///
/// A session ends when nothing has been in the foreground for more than 5 minutes.
struct TraceMeasures {
    struct Launch {
        /// Local time in seconds since the start of the trace.
        let time: Double
        let duration: Double
        let app: Int32
    }

    static let sessionGap = 300.0

    let days: Int
    var launches: [Launch] = []
    var updates: [Int32: [Double]] = [:]
    var sizes: [Double] = []
    var counts: [EventKind: Int] = [:]
    /// Installed apps.
    var apps = 0
    /// Estimated size of the device's lines in bytes.
    var lineBytes = 0

    /// Measures the events of one device that starts on a Monday.
    init(_ events: [TraceEvent], days: Int) {
        self.days = days
        guard let origin = events.first?.time else { return }
        for event in events {
            counts[event.kind, default: 0] += 1
            let time = (event.time - origin).seconds
            // Time with milliseconds, device, separators, line end.
            lineBytes += 14 + 2 + 6 + 1 + event.kind.schema.name.count
            if event.app != TraceEvent.none { lineBytes += 5 }
            if event.bytes >= 0 { lineBytes += 6 }
            if event.duration != nil { lineBytes += 4 }
            if event.value != .none { lineBytes += 8 }
            switch event.kind {
            case .interval: apps += 1
            case .launch:
                launches.append(Launch(time: time, duration: event.duration?.seconds ?? 0, app: event.app))
            case .update:
                updates[event.app, default: []].append(time)
                sizes.append(Double(event.bytes))
            default: break
            }
        }
    }

    var launchesPerDay: Double { Double(launches.count) / Double(days) }
    var updatesPerDay: Double { Double(counts[.update] ?? 0) / Double(days) }

    /// The launches, cut into sessions.
    var sessions: [[Launch]] {
        var result: [[Launch]] = []
        var end = -Double.infinity
        for launch in launches {
            if launch.time - end > Self.sessionGap { result.append([]) }
            result[result.count - 1].append(launch)
            end = launch.time + launch.duration
        }
        return result
    }

    /// Share of launches at which the app's content has changed since its launch before.
    var findsNewContent: Double {
        var last: [Int32: Double] = [:]
        var found = 0.0
        for launch in launches {
            if let before = last[launch.app] {
                let isNew = updates[launch.app]?.contains { $0 > before && $0 <= launch.time } ?? false
                if isNew { found += 1 }
            }
            last[launch.app] = launch.time
        }
        return found / Double(Swift.max(1, launches.count))
    }

    var distinctAppsPerSession: Double { mean(sessions.map { Double(Set($0.map(\.app)).count) }) }

    var sessionSeconds: [Double] {
        sessions.compactMap { session in
            guard let first = session.first, let last = session.last else { return nil }
            return last.time + last.duration - first.time
        }
    }

    /// Correlation of the logarithm of an app's launches with its rank, over apps with 4 launches or more.
    var popularityCorrelation: Double {
        var perApp: [Int32: Int] = [:]
        for launch in launches { perApp[launch.app, default: 0] += 1 }
        let ranked = perApp.values.sorted(by: >).filter { $0 >= 4 }
        return correlation(ranked.indices.map(Double.init), ranked.map { PortableMath.log(Double($0)) })
    }

    /// Mean number of different apps that are launched in a week.
    var appsPerWeek: Double {
        mean((0..<days / 7).map { Double(appShares(days: $0 * 7..<$0 * 7 + 7).count) })
    }

    /// How often the app that most often followed the present one in a session so far follows again.
    var successorHits: Double {
        var followers: [Int32: [Int32: Int]] = [:]
        var hits = 0.0
        var trials = 0.0
        for session in sessions {
            for (launch, next) in zip(session, session.dropFirst()) {
                let known = followers[launch.app, default: [:]]
                // Ties go to the lower number, so that the measure does not depend on hashing.
                if let guess = known.min(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
                    trials += 1
                    if guess.key == next.app { hits += 1 }
                }
                followers[launch.app, default: [:]][next.app, default: 0] += 1
            }
        }
        return trials > 0 ? hits / trials : 0
    }

    /// Sessions started per hour of waiting, among gaps that have lasted `range` minutes, in the day time.
    ///
    /// Only waiting between 9 and 21 h counts, so that the night does not pass for a falling hazard.
    func hazard(minutes range: Range<Double>) -> (starts: Double, hours: Double) {
        let sessions = sessions
        var starts = 0.0
        var hours = 0.0
        for (session, next) in zip(sessions, sessions.dropFirst()) {
            guard let last = session.last, let start = next.first?.time else { continue }
            let end = last.time + last.duration
            let from = end + range.lowerBound * 60
            guard isDaytime(end), from < start else { continue }
            let until = Swift.min(start, end + range.upperBound * 60)
            guard isDaytime(until), Int(end / 86_400) == Int(until / 86_400) else { continue }
            hours += (until - from) / 3_600
            if until == start { starts += 1 }
        }
        return (starts, hours)
    }

    private func isDaytime(_ time: Double) -> Bool { (9..<21).contains(hour(time)) }

    private func hour(_ time: Double) -> Int { Int(time / 3_600) % 24 }

    /// Share of launches in each hour of the day, on weekdays or weekends, on some days.
    func hourShares(weekend: Bool? = nil, days range: Range<Int>? = nil) -> [Double] {
        var shares = [Double](repeating: 0, count: 24)
        for launch in launches {
            let day = Int(launch.time / 86_400)
            if let weekend, (day % 7 >= 5) != weekend { continue }
            if let range, !range.contains(day) { continue }
            shares[hour(launch.time)] += 1
        }
        let total = Swift.max(1, shares.reduce(0, +))
        return shares.map { $0 / total }
    }

    /// Share of launches of each app, on some days.
    func appShares(days range: Range<Int>) -> [Int32: Double] {
        let chosen = launches.filter { range.contains(Int($0.time / 86_400)) }
        return chosen.reduce(into: [:]) { $0[$1.app, default: 0] += 1 / Double(chosen.count) }
    }

    /// Rate of updates between 0 and 6 h local time relative to the mean rate.
    var nightUpdateRatio: Double {
        let times = updates.values.joined()
        guard !times.isEmpty else { return 0 }
        return 4 * Double(times.filter { hour($0) < 6 }.count) / Double(times.count)
    }

    /// For each origin with 10 changes or more: the gaps' coefficient of variation, and the standard deviation
    /// of their logarithms.
    var gapSpreads: [(variation: Double, logSigma: Double)] {
        updates.values.filter { $0.count >= 10 }.map { times in
            let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
            return (deviation(gaps) / mean(gaps), deviation(gaps.map { PortableMath.log($0) }))
        }
    }

    /// For each origin with content: the chance that it changes within `seconds` of a random moment.
    func changeWithin(_ seconds: Double) -> [Double] {
        updates.values.map { times in
            let length = Double(days) * 86_400
            var covered = 0.0
            var previous = 0.0
            for time in times {
                covered += Swift.min(time - previous, seconds)
                previous = time
            }
            return covered / length
        }
    }
}

func mean(_ values: [Double]) -> Double {
    values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
}

func deviation(_ values: [Double]) -> Double {
    let centre = mean(values)
    return mean(values.map { ($0 - centre) * ($0 - centre) }).squareRoot()
}

func quantile(_ values: [Double], _ share: Double) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? 0 : sorted[Int(share * Double(sorted.count - 1))]
}

func correlation(_ x: [Double], _ y: [Double]) -> Double {
    let meanX = mean(x)
    let meanY = mean(y)
    var xy = 0.0
    var xx = 0.0
    var yy = 0.0
    for (a, b) in zip(x, y) {
        xy += (a - meanX) * (b - meanY)
        xx += (a - meanX) * (a - meanX)
        yy += (b - meanY) * (b - meanY)
    }
    return xx > 0 && yy > 0 ? xy / (xx * yy).squareRoot() : 0
}

/// Half of the sum of the differences: 0 for equal distributions, 1 for disjoint ones.
func distance(_ left: [Double], _ right: [Double]) -> Double {
    zip(left, right).reduce(0) { $0 + ($1.0 - $1.1).magnitude } / 2
}
