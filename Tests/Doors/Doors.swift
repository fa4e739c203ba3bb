import FetchSched
import FetchSim
import FetchTrace

/// Plays journals of engines (docs/contributing/journal-format.md): `.ci/doors` compares what the doors print.
///
///     doors simulate TRACE            the journal of bench's simulator on the first device of a trace
///     doors live SEED DAYS            the journal of a random life of a device
///     doors poll SEED DAYS            the journal of a program that polls
///     doors play < JOURNAL            what FetchEngine makes of a journal
///     doors host FETCHES < JOURNAL    the actions of FetchHost in a device's life, on its test clock, with so many fetches at once
@main
struct Doors {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let numbers = arguments.dropFirst().compactMap { Int($0) }
        switch (arguments.first, numbers.count) {
        case ("simulate", 0) where arguments.count == 2: try simulate(arguments[1])
        case ("live", 2):
            var life = Life(seed: UInt64(numbers[0]))
            try life.run(days: numbers[1])
            show(life.lines)
        case ("poll", 2):
            var life = PollerLife(seed: UInt64(numbers[0]))
            try life.run(days: numbers[1])
            show(life.lines)
        case ("play", 0):
            var player = JournalPlayer()
            for line in journal() {
                show([line])
                show(try player.play(line))
            }
        case ("host", 1): try await HostDoor(journal(answers: true), mostFetches: numbers[0]).play()
        default: throw Usage()
        }
    }

    struct Usage: Error {}

    /// The lines of standard input.
    static func journal(answers: Bool = false) -> [JournalLine] {
        var lines: [JournalLine] = []
        while let text = readLine() {
            if let line = JournalLine(text), answers || !line.isAnswer { lines.append(line) }
        }
        return lines
    }

    static func show(_ lines: [JournalLine]) {
        for line in lines { print(line.text) }
    }

    static func simulate(_ path: String) throws {
        var reader = DeviceTraceReader(try TraceReader(path: path))
        guard case .device(let device) = try reader.next() else { throw Usage() }
        // What no trace has: a restart in the middle of a fetch, and a calendar that is set back while nothing happens.
        var turns: [(time: FetchTime, turn: DeviceTrace.Turn)] = []
        var journal = device.journal(valueJoules: 100)
        func add(_ turn: DeviceTrace.Turn, after days: Int64, where isSuited: (JournalLine, TimeSpan) -> Bool)
        {
            let start = device.span.lowerBound + .days(days)
            for (line, next) in zip(journal, journal.dropFirst())
            where line.time >= start && isSuited(line, next.time - line.time) {
                let half = TimeSpan(milliseconds: (next.time - line.time).milliseconds / 2)
                turns.append((line.time + half, turn))
                journal = device.journal(valueJoules: 100, turns: turns)
                return
            }
        }
        var fetch: FetchTime?
        add(.restart, after: 1) { line, pause in
            if line.isAnswer, line.verb == "fetch" { fetch = line.time }
            return line.time == fetch && pause > TimeSpan(milliseconds: 100)
        }
        add(.clock(.hours(-3)), after: 2) { _, pause in pause > .minutes(10) }
        show(journal)
    }
}
