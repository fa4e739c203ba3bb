import FetchSched

@testable import FetchTrace

/// What reading bytes came to: the events and their names, or the error.
struct Reading: Equatable {
    var trace = Trace()
    var error: TraceError?

    init(_ bytes: [UInt8], chunk: Int, ignoreUnknown: Bool = false) {
        do {
            let options = TraceReader.Options(ignoreUnknownColumns: ignoreUnknown, chunkSize: chunk)
            var reader = try TraceReader(bytes: bytes, name: "input", options: options)
            while let event = try reader.next() { trace.events.append(event) }
            trace.names = reader.names
        } catch {
            self.error = error
        }
    }

    static func == (one: Reading, other: Reading) -> Bool {
        one.error == other.error && one.trace.events == other.trace.events
            && one.trace.names.devices.names == other.trace.names.devices.names
            && one.trace.names.apps.names == other.trace.names.apps.names
            && one.trace.names.labels.names == other.trace.names.labels.names
    }

    /// The events, with numbers given to names as they occur: names that no event has are left out.
    var events: [TraceEvent] {
        var names = TraceNames()
        return trace.events.map { event in
            var event = event
            event.device = names.devices.number(of: trace.names.devices[event.device])
            if event.app != TraceEvent.none {
                event.app = names.apps.number(of: trace.names.apps[event.app])
            }
            if case .named(let word, let name) = event.value {
                event.value = .named(word: word, name: names.labels.number(of: trace.names.labels[name]))
            }
            return event
        }
    }
}

/// What holds whatever the bytes of a trace are: chunks do not matter, an error says where and what, and a trace that
/// is read can be written and comes back.
func checkReading(_ bytes: [UInt8], ignoreUnknown: Bool = false) {
    let whole = Reading(bytes, chunk: bytes.count + 1, ignoreUnknown: ignoreUnknown)
    for chunk in [1, 7] {
        let other = Reading(bytes, chunk: chunk, ignoreUnknown: ignoreUnknown)
        expect(whole == other, "other in chunks of \(chunk): \(whole) and \(other)")
    }
    if let error = whole.error {
        expect(!error.description.isEmpty && error.exitStatus == 65, "an error without words: \(error)")
        return
    }
    let again = Reading(written(whole.trace), chunk: 4096)
    expect(again.error == nil, "written, it is read as \(String(describing: again.error))")
    expect(again.events == whole.events, "written, it is another trace")
}

private func written(_ trace: Trace) -> [UInt8] {
    let sink = MemorySink()
    var writer = TraceWriter(to: sink)
    do {
        for event in trace.events { try writer.write(event, names: trace.names) }
        try writer.finish()
    } catch {
        finding("what was read cannot be written: \(error)")
    }
    return sink.bytes
}
