import Foundation

/// An error in the arguments.
struct Usage: Error { let problem: String }

/// The command line.
struct Command {
    private static let help = """
        A feed reader on FetchHost, against a server of its own on this machine.

          feed-reader month [--days N]          on a test clock, beside fixed polling
          feed-reader live [--seconds N]        on the real clock: a day of the feeds
          feed-reader kill [--count N]          killed N times, with what was kept checked

        Examples:
          feed-reader month --days 30
          feed-reader live --seconds 120
          feed-reader kill --count 50
        """

    private let verb: String
    private var options: [String: String] = [:]

    init(_ arguments: [String]) throws {
        verb = arguments.first ?? "--help"
        var rest = arguments.dropFirst()
        while let name = rest.popFirst() {
            guard name.hasPrefix("--"), let value = rest.popFirst() else {
                throw Usage(problem: "\(name) needs a value")
            }
            options[name] = value
        }
    }

    func run() async throws {
        let known =
            switch verb {
            case "month": ["--days"]
            case "live": ["--seconds"]
            case "kill": ["--count"]
            case "read": ["--server", "--folder", "--anchor", "--speed", "--until"]
            default: [String]()
            }
        if let other = options.keys.sorted().first(where: { !known.contains($0) }) {
            throw Usage(problem: "\(verb) has no option \(other)")
        }
        switch verb {
        case "--help", "-h", "help": print(Self.help)
        case "month": try await Month.run(days: number("--days", or: 30, in: 1...400))
        case "live": try await Live.run(seconds: number("--seconds", or: 120, in: 5...86_400))
        case "kill": try await Kills.run(count: number("--count", or: 50, in: 1...10_000))
        // For `kill` alone: the reader that is killed.
        case "read":
            try await Child.run(
                server: options["--server"] ?? "", folder: options["--folder"] ?? "",
                clock: ScaledClock(
                    speed: number("--speed", or: 1, in: 1...100_000),
                    anchor: Int64(options["--anchor"] ?? "") ?? 0),
                until: options["--until"])
        default: throw Usage(problem: "no verb \(verb)")
        }
    }

    private func number(_ name: String, or other: Int, in range: ClosedRange<Int>) throws -> Int {
        guard let text = options[name] else { return other }
        guard let number = Int(text), range.contains(number) else {
            throw Usage(
                problem: "\(name) \(text): expected a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }
}
