import FetchTrace

/// An event before it has its final time and its names as numbers.
struct Draft: Sendable {
    /// Seconds from the start of the trace; each process says by which clock (see ``TravelPlan``).
    var time: Double
    let kind: EventKind
    /// The device's app, by its position.
    var app: Int?
    /// The value; its place is taken by ``label`` if there is one.
    var value = EventValue.none
    /// A region or a task: the position of the value's prefix among ``EventKind/words``, and the name.
    var label: (word: UInt8, name: String)?
    var bytes: Int64 = -1
    var duration: Double?
}

extension [Draft] {
    /// The drafts in order of time; ties keep the order in which they came, as the standard library documents.
    func inOrder() -> [Draft] { sorted { $0.time < $1.time } }
}

/// A stretch of time in seconds from the start of the trace.
struct Stretch: Sendable {
    var start: Double
    var end: Double

    func contains(_ time: Double) -> Bool { time >= start && time < end }
}

/// Positions of words among ``EventKind/words``.
enum Words {
    enum Push {
        static let alert = EventValue.word(0)
        static let silent = EventValue.word(1)
    }
    enum Location {
        static let significant = EventValue.word(0)
        static let enter: UInt8 = 1
        static let exit: UInt8 = 2
    }
    enum Task {
        static let begin: UInt8 = 0
        static let end: UInt8 = 1
    }
    enum Network {
        static let none = EventValue.word(0)
        static let wifi = EventValue.word(1)
        static let cellular = EventValue.word(2)
    }
    enum Outage {
        static let failing = EventValue.word(0)
        static let hanging = EventValue.word(1)
        static let gone = EventValue.word(2)
    }
    enum Power {
        static let charging = EventValue.word(0)
        static let battery = EventValue.word(1)
    }
    enum Switch {
        static let on = EventValue.word(0)
        static let off = EventValue.word(1)
    }
    enum Screen {
        static let on = EventValue.word(0)
        static let unlocked = EventValue.word(1)
        static let off = EventValue.word(2)
    }
    enum Radio {
        static let user = EventValue.word(0)
        static let heartbeat = EventValue.word(1)
        static let other = EventValue.word(2)
    }
}
