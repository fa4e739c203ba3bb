import FetchTrace

/// Reads a trace device by device, and holds one at a time: for traces in which the lines of a device come together.
///
///     var reader = DeviceTraceReader(try TraceReader(path: "many.csv"))
///     while case .device(let device) = try reader.next() { … }
///
/// What it gives is what ``DeviceTrace/devices(of:)`` gives of the whole trace.
public struct DeviceTraceReader {
    private var reader: TraceReader
    private let sort: Bool
    /// The first event of the next device.
    private var ahead: TraceEvent?
    private var events: [TraceEvent] = []
    private var last = TraceEvent.none

    /// The next part of a trace.
    public enum Step: Sendable {
        /// All lines of a device.
        case device(DeviceTrace)
        /// A line of a device that was over: this trace can only be read as a whole.
        case scattered
        /// The end of the trace.
        case end
    }

    /// Makes a reader of what `reader` has not read yet.
    ///
    /// - Parameter sort: Whether to sort each device's events by time; `reader` should allow disorder then.
    public init(_ reader: TraceReader, sort: Bool = false) {
        self.reader = reader
        self.sort = sort
    }

    /// The launches read so far of which the trace says that they were used longer than a day.
    package var longUses: LongUses { reader.longUses }

    /// The next device.
    ///
    /// - Throws: what ``TraceReader/next()`` throws; ``TraceError/noEvents(file:)`` at the end of a trace without events.
    /// - Complexity: O(events of the device), or O(*n* log *n*) to sort them.
    public mutating func next() throws(TraceError) -> Step {
        let held = ahead.take()
        guard let first = try held == nil ? reader.next() : held else {
            try reader.expectEvents()
            return .end
        }
        // Devices are numbered as they appear.
        guard first.device > last else { return .scattered }
        last = first.device
        events.removeAll(keepingCapacity: true)
        events.append(first)
        while let event = try reader.next() {
            guard event.device == last else {
                ahead = event
                break
            }
            events.append(event)
        }
        if sort { events.sortStably() }
        let names = reader.names
        return .device(DeviceTrace(name: names.devices[last], events: events, names: names))
    }
}

/// Facts about a trace from a first reading, which keeps no events.
package struct TraceOutline: Sendable {
    /// How many events there are, up to where the look ended.
    package private(set) var events = 0
    /// Counts of each app's events.
    package private(set) var mentions = AppMentions()
    /// The launches of which the trace says that they were used longer than a day.
    package private(set) var longUses: LongUses
    /// Whether the lines of each device come together, so that ``DeviceTraceReader`` can read the trace. If not, the
    /// look ended at the first line of a device that was over.
    package private(set) var isDeviceByDevice = true

    /// Looks through all that `reader` has not read yet.
    ///
    /// - Throws: what ``TraceReader/next()`` throws; ``TraceError/noEvents(file:)`` if there are no events.
    /// - Complexity: O(*n*) in the size of the trace; memory as the reader's.
    package init(of reader: consuming TraceReader) throws(TraceError) {
        longUses = reader.longUses
        var last = TraceEvent.none
        while let event = try reader.next() {
            guard event.device >= last else {
                isDeviceByDevice = false
                break
            }
            last = event.device
            events += 1
            mentions.add(event)
        }
        mentions.name(reader.names.apps)
        longUses = reader.longUses
        try reader.expectEvents()
    }
}
