import FetchSched

/// Makes synthetic traces: one device at a time, so that a writer can stream them.
///
///     guard let preset = GeneratorPreset.named("commuter") else { return }
///     let generator = TraceGenerator(preset: preset, devices: 2, days: 28, seed: 1)
///     var names = TraceNames()
///     for device in 0..<generator.devices {
///         let events = generator.generateDevice(device, names: &names)
///     }
///
/// The events of a device depend only on the preset, the seed, the start, the number of days and the device's
/// number, not on how many devices there are. The same arguments give the same events on every platform.
/// Apps of the same name on different devices have nothing else in common.
public struct TraceGenerator: Sendable {
    /// What kind of trace.
    public let preset: GeneratorPreset
    /// How many devices, 0 or more.
    public let devices: Int
    /// How many days, 0 to ``maximumDays``.
    public let days: Int
    /// The number that all draws come from.
    public let seed: UInt64
    /// The local midnight at which every device starts, read as if it were UTC: a device in a zone of 3600 s
    /// starts an hour before this instant.
    public let start: Instant

    /// Monday, 2024-01-01, 00:00.
    public static let defaultStart = Instant(milliseconds: 1_704_067_200_000)
    /// Longest trace: ten years.
    public static let maximumDays = 3_660

    /// Makes a generator. Negative numbers of devices or days count as 0; more days than ``maximumDays`` as
    /// that many; of `start`, the date counts.
    public init(
        preset: GeneratorPreset, devices: Int, days: Int, seed: UInt64,
        start: Instant = TraceGenerator.defaultStart
    ) {
        self.preset = preset
        self.devices = Swift.max(0, devices)
        self.days = Swift.max(0, Swift.min(TraceGenerator.maximumDays, days))
        self.seed = seed
        self.start = TraceGenerator.midnight(of: start)
    }

    /// The purposes that draw from sequences of their own.
    private enum Purpose: UInt64 {
        case device, sessions, heartbeat, conditions, origins, outages
    }

    /// The events of one device in order of time: first `zone`, then an `interval` for each app, then the rest.
    ///
    /// Names are added to `names`: devices are `d0`, `d1` and so on, apps `app00`, `app01` and so on. A number
    /// outside of 0..<``devices`` gives no events.
    ///
    /// - Complexity: O(n log n) in the number of events, and O(apps x days).
    public func generateDevice(_ index: Int, names: inout TraceNames) -> [TraceEvent] {
        guard index >= 0, index < devices, days > 0 else { return [] }
        var deviceSampler = sampler(for: .device, of: index)
        let device = DeviceModel(preset: preset, sampler: &deviceSampler)
        let calendar = LocalCalendar(start: start, days: days)
        let number = names.devices.number(of: "d\(index)")
        let apps = device.apps.indices.map { names.apps.number(of: TraceGenerator.appName($0)) }
        let origin = start - TimeSpan.seconds(Double(device.zone))
        func instant(_ time: Double) -> Instant { origin + TimeSpan.seconds(time) }

        var events = [
            TraceEvent(time: origin, device: number, kind: .zone, value: .number(Double(device.zone)))
        ]
        for (app, model) in zip(apps, device.apps) {
            events.append(
                TraceEvent(time: origin, device: number, kind: .interval, app: app, value: model.interval))
        }
        let head = events.count

        if preset.hasConditions {
            var process = ConditionProcess(calendar: calendar, sampler: sampler(for: .conditions, of: index))
            for step in process.steps() {
                events.append(
                    TraceEvent(time: instant(step.time), device: number, kind: step.kind, value: step.value))
            }
        }
        let withOrigin = device.apps.indices.filter { device.apps[$0].changesPerDay > 0 }
        var outages = OutageProcess(
            perDay: preset.outagesPerDay, apps: withOrigin, calendar: calendar,
            sampler: sampler(for: .outages, of: index))
        for outage in outages.outages() {
            events.append(
                TraceEvent(
                    time: instant(outage.time), device: number, kind: .outage,
                    app: outage.app.map { apps[$0] } ?? TraceEvent.none,
                    duration: .seconds(outage.duration)))
        }
        var originSeeds = sampler(for: .origins, of: index)
        for (app, model) in zip(apps, device.apps) {
            var process = OriginProcess(
                app: model, content: preset.content, calendar: calendar, sampler: Sampler(originSeeds.seed()))
            for change in process.changes() {
                events.append(
                    TraceEvent(
                        time: instant(change.time), device: number, kind: .update, app: app,
                        bytes: change.bytes))
            }
        }
        for time in heartbeats(of: index) {
            events.append(
                TraceEvent(
                    time: instant(time), device: number, kind: .radio,
                    value: .word(TraceGenerator.heartbeatWord)))
        }
        var sessions = SessionProcess(
            preset: preset, device: device, calendar: calendar, sampler: sampler(for: .sessions, of: index))
        for launch in sessions.launches() {
            events.append(
                TraceEvent(
                    time: instant(launch.time), device: number, kind: .launch, app: apps[launch.app],
                    duration: TraceGenerator.tenths(launch.duration)))
        }
        return TraceGenerator.sortedByTime(events, after: head)
    }

    /// Position of `heartbeat` among the words of a `radio` event.
    private static let heartbeatWord: UInt8 = 1
    /// Standard deviation of a heartbeat's gap in seconds: the timers of phones are inexact.
    private static let heartbeatJitter = 8.0

    private func sampler(for purpose: Purpose, of index: Int) -> Sampler {
        Sampler(seed, preset.name.portableHash, UInt64(index), purpose.rawValue)
    }

    private func heartbeats(of index: Int) -> [Double] {
        guard let period = preset.heartbeat, period > .zero else { return [] }
        var sampler = sampler(for: .heartbeat, of: index)
        let end = Double(days) * 86_400
        var result: [Double] = []
        var time = sampler.unit() * period.seconds
        while time < end {
            result.append(time.rounded(.down))
            time += Swift.max(1, period.seconds + TraceGenerator.heartbeatJitter * sampler.normal())
        }
        return result
    }

    private static func appName(_ number: Int) -> String {
        number < 10 ? "app0\(number)" : "app\(number)"
    }

    /// A duration in whole tenths of a second, rounded down so that launches do not come to overlap.
    private static func tenths(_ seconds: Double) -> TimeSpan {
        TimeSpan.seconds((seconds * 10).rounded(.down) / 10)
    }

    /// The events with those after position `head` sorted by time; ties keep the order in which they came.
    private static func sortedByTime(_ events: [TraceEvent], after head: Int) -> [TraceEvent] {
        let order = (head..<events.count).sorted {
            (events[$0].time, $0) < (events[$1].time, $1)
        }
        return Array(events.prefix(head)) + order.map { events[$0] }
    }

    private static func midnight(of start: Instant) -> Instant {
        let day: Int64 = 86_400_000
        let remainder = start.milliseconds % day
        return start - TimeSpan(milliseconds: remainder < 0 ? remainder + day : remainder)
    }
}
