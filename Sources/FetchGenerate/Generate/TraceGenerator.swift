import FetchSched
import FetchTrace

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
    /// The kind of trace.
    public let preset: GeneratorPreset
    /// How many devices, 0 or more.
    public let devices: Int
    /// How many days, 0 to ``maximumDays``.
    public let days: Int
    /// The number that all draws come from.
    public let seed: UInt64
    /// The local midnight at which every device starts, read as if it were UTC: a device in a zone of 3600 s
    /// starts an hour before this instant.
    public let start: FetchTime

    /// Monday, 2024-01-01, 00:00.
    public static let defaultStart = FetchTime(milliseconds: 1_704_067_200_000)
    /// Longest trace: ten years.
    public static let maximumDays = 3_660

    /// Makes a generator. Negative numbers of devices or days count as 0; more days than ``maximumDays`` as
    /// that many; of `start`, the date counts.
    public init(
        preset: GeneratorPreset, devices: Int, days: Int, seed: UInt64,
        start: FetchTime = TraceGenerator.defaultStart
    ) {
        self.preset = preset
        self.devices = Swift.max(0, devices)
        self.days = Swift.max(0, Swift.min(TraceGenerator.maximumDays, days))
        self.seed = seed
        self.start = TraceGenerator.midnight(of: start)
    }

    /// The purposes that draw from sequences of their own. New ones come last: the position is part of the seed.
    enum Purpose: UInt64 {
        case device, sessions, heartbeat, conditions, origins, outages
        case journeys, places, locations, pushes, quits, tasks, transfers, refresh, launchTraffic,
            radioTraffic
        case script = 17
        case screen
        case openings = 20
        case runs
    }

    /// The events of one device in order of time: first `zone`, then an `interval` for each app, then the rest.
    ///
    /// Names are added to `names`: devices are `d0`, `d1` and so on, apps `app00`, `app01` and so on, tasks `t1`,
    /// `t2` and so on. A number outside of 0..<``devices`` gives no events.
    ///
    /// - Complexity: O(n log n) in the number of events, and O(apps x days).
    public func generateDevice(_ index: Int, names: inout TraceNames) -> [TraceEvent] {
        guard index >= 0, index < devices, days > 0 else { return [] }
        if let script = preset.script { return events(of: script, device: index, names: &names) }
        var userSampler = sampler(for: .device, of: index)
        var user = UserModel(habits: preset.habits, sampler: &userSampler)
        let use = launches(of: user, number: index)
        if preset.habits.content.ratesByUse == true { user.giveOrigins(byUse: use) }
        let number = names.devices.number(of: "d\(index)")
        let apps = user.apps.indices.map { names.apps.number(of: TraceGenerator.appName($0)) }
        let origin = start - TimeSpan.seconds(Double(user.zone))

        var events = [
            TraceEvent(time: origin, device: number, kind: .zone, value: .number(Double(user.zone)))
        ]
        for (app, model) in zip(apps, user.apps) {
            events.append(
                TraceEvent(time: origin, device: number, kind: .interval, app: app, value: model.interval))
        }
        let head = events.count
        for draft in DeviceDrafts(of: user, use: use, index: index, generator: self).all() {
            events.append(event(draft, device: number, apps: apps, origin: origin, names: &names))
        }
        // Ties keep the order in which they came, as the standard library documents.
        events[head...].sort { $0.time < $1.time }
        return events
    }

    /// The events that a script writes: on a device at Greenwich, all of whose apps may be fetched.
    private func events(
        of script: TraceScript, device index: Int, names: inout TraceNames
    ) -> [TraceEvent] {
        var scene = TraceScene(start: start, days: days, sampler: sampler(for: .script, of: index))
        script.write(&scene)
        let number = names.devices.number(of: "d\(index)")
        let apps = (0..<script.apps).map { names.apps.number(of: TraceGenerator.appName($0)) }
        var events = [TraceEvent(time: start, device: number, kind: .zone, value: .number(0))]
        for app in apps {
            let interval = EventValue.word(UserModel.minimumWord)
            events.append(
                TraceEvent(time: start, device: number, kind: .interval, app: app, value: interval))
        }
        for draft in scene.inOrder() {
            events.append(event(draft, device: number, apps: apps, origin: start, names: &names))
        }
        return events
    }

    private func event(
        _ draft: Draft, device: Int32, apps: [Int32], origin: FetchTime, names: inout TraceNames
    ) -> TraceEvent {
        var event = TraceEvent(time: origin + .seconds(draft.time), device: device, kind: draft.kind)
        event.app = draft.app.map { apps[$0] } ?? TraceEvent.none
        event.value = draft.value
        if let label = draft.label {
            event.value = .named(word: label.word, name: names.labels.number(of: label.name))
        }
        event.bytes = draft.bytes
        event.duration = draft.duration.map { .seconds($0) }
        return event
    }

    /// All launches of a user, in local time.
    private func launches(of user: UserModel, number: Int) -> [LaunchProcess.Launch] {
        var sampler = sampler(for: .sessions, of: number)
        var process = LaunchProcess(
            habits: preset.habits, user: user, calendar: LocalCalendar(start: start, days: days),
            sampler: &sampler)
        return process.launches(sampler: &sampler)
    }

    /// The sequence of one purpose and device.
    func sampler(for purpose: Purpose, of index: Int) -> Sampler {
        Sampler(seed, preset.name.portableHash, UInt64(index), purpose.rawValue)
    }

    private static func appName(_ number: Int) -> String {
        number < 10 ? "app0\(number)" : "app\(number)"
    }

    private static func midnight(of start: FetchTime) -> FetchTime {
        let day: Int64 = 86_400_000
        let remainder = start.milliseconds % day
        return start - TimeSpan(milliseconds: remainder < 0 ? remainder + day : remainder)
    }
}
