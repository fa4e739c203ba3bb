import FetchSched
import FetchTrace

/// The uses of one device of a trace, whichever the app, in seconds from its first line.
struct UseLog: Sendable {
    let start: FetchTime
    private(set) var end: FetchTime
    private(set) var uses: [Stretch] = []

    private init(start: FetchTime) { (self.start, end) = (start, start) }

    /// Logs of all devices, by device number. Launches must be in order on each.
    ///
    /// - Complexity: O(events + devices log devices).
    static func byDevice(of events: [TraceEvent]) -> [(device: Int32, log: UseLog)] {
        var logs: [Int32: UseLog] = [:]
        for event in events { logs[event.device, default: UseLog(start: event.time)].add(event) }
        return logs.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private mutating func add(_ event: TraceEvent) {
        end = event.time
        guard event.kind == .launch else { return }
        let time = (event.time - start).seconds
        // The next launch ends a use.
        if let last = uses.last, last.end > time { uses[uses.count - 1].end = time }
        uses.append(Stretch(start: time, end: time + max(0, event.duration?.seconds ?? 0)))
    }
}
