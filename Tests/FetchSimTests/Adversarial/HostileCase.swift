import FetchSched
import FetchTrace

@testable import FetchSim

/// Devices made to mislead a scheduler that learns.
enum HostileCase: CaseIterable, Sendable {
    /// Each app is opened by the clock for two days, and never again at that time.
    case habitsThatEnd
    /// Always opened: the app that was used least recently.
    case leastRecent
    /// Content changes a second before each launch and at no other time.
    case changesJustBeforeTheLaunch
    /// Content changes right after each moment at which the radio is awake.
    case changesJustAfterEachMoment
    /// Nothing ever changes.
    case neverNew
    /// Every fetch fails.
    case allFail
    /// Contents are 30 times as large as a new scheduler expects.
    case hugeContents
    /// Apps that nobody opens after the first hour, with the radio awake every minute.
    case abandoned
    /// The clock goes back and forth by an hour each day, as if the year had a hundred changes to summer time.
    case daylightSaving
    /// The user flies round the world, nine hours a day.
    case travel
    /// One app.
    case single

    static let days = 3.0

    func trace(seed: UInt64, intervals: [EventValue]? = nil) -> DeviceTrace {
        var random = SplitMix64(seed: seed)
        let apps = self == .single ? 1 : 6
        let day = 86_400.0
        var script = Script(apps: apps, seconds: Self.days * day, intervals: intervals)
        func bytes(_ random: inout SplitMix64) -> Int64 {
            Int64(random.number(1e4, 3e5)) * (self == .hugeContents ? 30 : 1)
        }
        var order = Array(0..<apps)
        for number in 0..<Int(Self.days) {
            let begin = Double(number) * day
            for use in 0..<12 {
                var time = begin + 7 * 3600 + Double(use) * 4500 + random.number(0, 1500).rounded()
                if self == .habitsThatEnd { time = begin + (number < 2 ? 8 : 16) * 3600 + Double(use) * 2700 }
                for _ in 0..<random.whole(1...4) {
                    let position = self == .leastRecent ? 0 : random.whole(0...apps - 1)
                    let app = order.remove(at: position)
                    order.append(app)
                    if self == .abandoned, time > 8 * 3600 {
                        script.heartbeat(at: time)
                    } else {
                        if self == .changesJustBeforeTheLaunch {
                            script.update(app, at: time - 1, bytes: bytes(&random))
                        }
                        script.launch(app, at: time, seconds: random.number(5, 90).rounded())
                    }
                    if self == .changesJustAfterEachMoment {
                        for beat in 0..<9 {
                            script.update(app, at: time + 10 * Double(beat) + 0.9, bytes: bytes(&random))
                        }
                    }
                    time += 95 + random.number(0, 60).rounded()
                }
            }
            if self == .abandoned {
                for minute in 0..<1440 { script.heartbeat(at: begin + 60 * Double(minute)) }
            }
            if self == .daylightSaving {
                script.add(begin + 7200, .zone, nil, .number(number.isMultiple(of: 2) ? 3600 : 7200))
            }
            if self == .travel {
                script.add(begin + 7200, .zone, nil, .number(Double(((number * 9) % 24 - 12) * 3600)))
            }
        }
        if self != .neverNew, self != .changesJustBeforeTheLaunch, self != .changesJustAfterEachMoment {
            for app in 0..<apps {
                var time = 0.0
                while true {
                    time += 60 + random.number(0, 7200).rounded()
                    guard time < Self.days * day else { break }
                    script.update(app, at: time, bytes: bytes(&random))
                }
            }
        }
        if self == .allFail { script.add(0, .outage, nil, seconds: Self.days * day) }
        script.trim(to: Self.days * day)
        return script.trace
    }
}
