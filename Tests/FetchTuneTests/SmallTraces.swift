import FetchSched
import FetchSchedText
import FetchSim
import FetchTrace

@testable import FetchTune

/// Devices that are replayed within milliseconds: three apps, opened in pairs a few times a day.
enum SmallTraces {
    static func devices(_ count: Int, days: Int = 4, seed: UInt64 = 1) -> [DeviceTrace] {
        (0..<count).map { device(seed &* 1000 &+ UInt64($0), name: "d\($0)", days: days) }
    }

    static func task(devices: Int, days: Int = 4, searched: [String], fixed: [String: Double] = [:]) throws
        -> TuneTask
    {
        var task = TuneTask(
            sources: [TuneTask.Source(name: "small.csv", devices: self.devices(devices, days: days))],
            radios: [.lte], values: [5])
        task.rules.warmup = .days(1)
        // Plans of wakeups take most of the time, and wakeups do not pay at that value.
        let cheap = ["planStep": 7200.0, "planReach": 14_400]
        for (name, value) in cheap.merging(fixed, uniquingKeysWith: { $1 }) {
            try Parameter.named(name)?.set(value, in: &task.base)
        }
        task.parameters = searched.compactMap { Parameter.named($0) }
        return task
    }

    private static func device(_ seed: UInt64, name: String, days: Int) -> DeviceTrace {
        var random = SplitMix64(seed: seed)
        var names = TraceNames()
        for app in ["mail", "news", "feed"] { _ = names.apps.number(of: app) }
        var events = (0..<3).map { app in
            TraceEvent(time: .epoch, kind: .interval, app: Int32(app), value: .word(0))
        }
        func add(_ hour: Double, _ kind: EventKind, _ app: Int32, seconds: Double? = nil, bytes: Int64 = -1) {
            events.append(
                TraceEvent(
                    time: FetchTime(seconds: hour * 3600), kind: kind, app: app, bytes: bytes,
                    duration: seconds.map { .seconds($0) }))
        }
        for day in 0..<days {
            for hour in [8.0, 12, 18, 21] {
                let begin = Double(day) * 24 + hour + random.nextUnit()
                add(begin, .launch, 0, seconds: 10)
                if random.nextUnit() < 0.8 { add(begin + 0.05, .launch, 1, seconds: 10) }
                if random.nextUnit() < 0.4 { add(begin + 0.1, .launch, 2, seconds: 10) }
            }
            for app in 0..<3 {
                var hour = Double(day) * 24
                while hour < Double(day + 1) * 24 {
                    hour += 1 + 6 * random.nextUnit()
                    add(hour, .update, Int32(app), bytes: 100_000)
                }
            }
        }
        let sorted = events.enumerated().sorted {
            ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
        }
        return DeviceTrace(name: name, events: sorted.map(\.element), names: names)
    }
}
