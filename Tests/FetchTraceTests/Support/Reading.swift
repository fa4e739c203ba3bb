import FetchTrace

/// What reading a trace came to: the events with their names as text, or the error.
struct Reading: Equatable {
    var events: [NamedEvent] = []
    var error: TraceError?
}

/// An event whose names are texts, so that events of different traces compare.
struct NamedEvent: Hashable {
    var event: TraceEvent
    var device: String
    var app: String?
    var label: String?

    init(_ event: TraceEvent, _ names: TraceNames) {
        self.event = event
        device = names.devices[event.device]
        self.event.device = 0
        if event.app != TraceEvent.none {
            app = names.apps[event.app]
            self.event.app = 0
        }
        if case .named(let word, let name) = event.value {
            label = names.labels[name]
            self.event.value = .named(word: word, name: 0)
        }
    }
}

func read(_ bytes: [UInt8], _ options: TraceReader.Options = .init()) -> Reading {
    var reading = Reading()
    do {
        var reader = try TraceReader(bytes: bytes, name: "t.csv", options: options)
        while let event = try reader.next() { reading.events.append(NamedEvent(event, reader.names)) }
    } catch {
        reading.error = error
    }
    return reading
}

func read(_ text: String, _ options: TraceReader.Options = .init()) -> Reading {
    read(Array(text.utf8), options)
}

/// The message that reading `text` ends with, or nil.
func message(_ text: String, _ options: TraceReader.Options = .init()) -> String? {
    read(text, options).error?.description
}

/// The message of a trace with all columns and this one line.
func lineMessage(_ line: String) -> String? {
    message("time,device,event,app,value,bytes,seconds\n" + line + "\n")
}
