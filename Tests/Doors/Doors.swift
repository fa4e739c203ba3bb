import FetchSched
import FetchSim
import FetchTrace

/// Plays journals of engines (docs/contributing/journal-format.md): `.ci/doors` compares what the doors print.
///
///     doors simulate TRACE            the journal of bench's simulator on the first device of a trace
///     doors live SEED DAYS            the journal of a random life of a device
///     doors poll SEED DAYS            the journal of a program that polls
///     doors play < JOURNAL            what FetchEngine makes of a journal
///     doors host < JOURNAL            the actions of FetchHost in such a life, on its test clock
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
        case ("host", 0): try await HostDoor(journal(answers: true)).play()
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
        show(device.journal(valueJoules: 100))
    }
}
