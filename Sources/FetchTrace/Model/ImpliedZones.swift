import FetchSched

/// The time zones of devices that have no `zone` event, by the offsets of their times.
struct ImpliedZones: Sendable {
    private enum Zone: Sendable {
        case implied(Int64)
        /// The device has a `zone` event, so offsets are only another way to write times.
        case given
    }

    /// By device.
    private var zones: [Zone] = []

    /// Takes the next event of a device.
    ///
    /// - Parameter offset: the offset of its time, in seconds east of UTC; nil where it has none.
    /// - Returns: the event that sets the device's time zone, if that is another one now.
    @inline(__always)
    mutating func zone(of event: TraceEvent, offset: Int64?) -> TraceEvent? {
        guard offset != nil || event.kind == .zone else { return nil }
        let device = Int(event.device)
        while zones.count <= device { zones.append(.implied(0)) }
        if event.kind == .zone { zones[device] = .given }
        guard let offset, case .implied(let known) = zones[device], known != offset else { return nil }
        zones[device] = .implied(offset)
        return TraceEvent(time: event.time, device: event.device, kind: .zone, value: .number(Double(offset)))
    }
}
