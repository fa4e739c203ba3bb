import FetchSched
import FetchTrace
import FetchGenerate

/// Makes a trace of format 1 of launches: with the time zone, the apps' intervals, and content from elsewhere.
package struct TraceBuilder: Sendable {
    /// The zone of all devices; nil for the one that the offsets in a device's times say, or UTC.
    package var zone: ZoneRule?
    /// The name for devices; nil to leave them as they are.
    package var deviceName: String?
    package var content = ContentSource.synthetic(seed: 1)

    /// How many apps of a device get synthetic content, those with the most launches. A phone has some hundred; titles or
    /// addresses in place of app names come in any number, and updates of all of them would fill a disk.
    package static let mostWithContent = 1000

    package init() {}

    /// A trace, and what its content came to.
    package struct Result: Sendable {
        /// The names that the events refer to.
        package var names = TraceNames()
        /// The events, device by device, each in order of time.
        package var events: [TraceEvent] = []
        /// The text of the `provenance` lines about content; nil if there is none.
        package var label: String?
        package var updates = 0
        /// The apps that have some. One of several devices is one.
        package var appsWithContent: Set<String> = []
        /// How many of them got no synthetic content, as they are too many.
        package var appsBeyondContent = 0
        /// By how many weeks recorded updates were moved; 0 for none.
        package var shiftedWeeks: Int64 = 0
    }

    /// Makes the trace.
    ///
    /// - Complexity: O(*n* log *n*) in the number of events.
    package func trace(of log: LaunchLog) -> Result {
        var result = Result()
        let shift = shift(of: log)
        let weeks = shift.milliseconds / (7 * 86_400_000)
        result.shiftedWeeks = weeks
        result.label = content.label.map { weeks == 0 ? $0 : "\($0), moved by \(weeks) weeks" }
        result.names.apps.reserveCapacity(log.apps.count)
        for (index, device) in log.devices.enumerated() {
            let number = result.names.devices.number(
                of: name(of: device, index, among: log.devices.count))
            var isLaunched = [Bool](repeating: false, count: log.apps.count)
            for place in device.places { isLaunched[place] = true }
            let places = log.apps.indices.filter { isLaunched[$0] }
            let apps = places.map { log.apps[$0] }
            let zone = zone ?? ZoneRule(offsetsOf: device.launches)
            // The apps' numbers in the trace.
            var numbers = [Int32](repeating: 0, count: log.apps.count)
            for place in places { numbers[place] = result.names.apps.number(of: log.apps[place]) }
            var events = zone.changes(from: device.first, to: device.last).map {
                TraceEvent(
                    time: $0.start, device: number, kind: .zone, value: .number(Double($0.secondsEast)))
            }
            if let label = result.label {
                let value = EventValue.named(word: 0, name: result.names.labels.number(of: label))
                events.insert(
                    TraceEvent(time: device.first, device: number, kind: .provenance, value: value), at: 0)
            }
            func add(
                _ kind: EventKind, of app: Int32, at time: FetchTime, _ value: EventValue = .none,
                bytes: Int64 = -1
            ) {
                events.append(
                    TraceEvent(time: time, device: number, kind: kind, app: app, value: value, bytes: bytes))
            }
            for place in places { add(.interval, of: numbers[place], at: device.first, .word(0)) }
            if case .synthetic = content {
                result.appsBeyondContent += max(0, apps.count - Self.mostWithContent)
            }
            for (place, updates) in zip(places, updates(of: apps, device, index, zone, shift)) {
                if !updates.isEmpty { result.appsWithContent.insert(log.apps[place]) }
                result.updates += updates.count
                for update in updates {
                    add(.update, of: numbers[place], at: update.time, bytes: update.bytes)
                }
            }
            // A notification comes before the launch of the same second.
            for posted in device.notifications {
                add(.push, of: result.names.apps.number(of: posted.app), at: posted.start, .word(0))
            }
            events += use(of: device, number: number, apps: numbers)
            events.sortStably()
            result.events += events
        }
        return result
    }

    /// By how much recorded updates are moved, the same on all devices.
    private func shift(of log: LaunchLog) -> TimeSpan {
        guard case .paired(let recorded, _) = content, let first = log.first, let last = log.last
        else { return .zero }
        return recorded.shift(toCover: first, to: last)
    }

    private func name(of device: LaunchLog.Device, _ index: Int, among count: Int) -> String {
        guard let deviceName else { return device.name }
        return count == 1 ? deviceName : "\(deviceName)-\(index + 1)"
    }

    /// The updates of each app while the device is observed.
    private func updates(
        of apps: [String], _ device: LaunchLog.Device, _ index: Int, _ zone: ZoneRule, _ shift: TimeSpan
    ) -> [[RecordedUpdates.Update]] {
        let period = device.first...device.last
        switch content {
        case .none: return apps.map { _ in [] }
        case .synthetic(let seed):
            let day: Int64 = 86_400_000
            let wall = device.first.milliseconds + Int64(zone.secondsEast(at: device.first)) * 1000
            let midnight = wall - (wall % day + day) % day
            let days = Int((device.last - device.first).milliseconds / day) + 2
            let model = SyntheticContent(
                seed: seed &+ UInt64(index), start: FetchTime(milliseconds: midnight), days: days)
            return model.changes(of: Array(apps.prefix(Self.mostWithContent))).map { changes in
                changes.map { change in
                    let wall = midnight + Int64(change.time) * 1000
                    return RecordedUpdates.Update(time: zone.instant(wall: wall), bytes: change.bytes)
                }.filter { period.contains($0.time) }
            }
        case .paired(let recorded, let seed):
            return recorded.pairing(with: apps.count, seed: seed).map { source in
                guard let source else { return [] }
                return recorded.sources[source].updates.map {
                    RecordedUpdates.Update(time: $0.time + shift, bytes: $0.bytes)
                }.filter { period.contains($0.time) }
            }
        }
    }
}
