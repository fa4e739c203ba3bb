import FetchTrace
import Foundation

/// Facts about the terminal, and messages to it.
package enum Terminal {
    package static var errorIsTerminal: Bool { isatty(2) == 1 && !isDumb }
    /// Whether standard output is a terminal that may be coloured (see no-color.org).
    package static var outputHasStyle: Bool { isatty(1) == 1 && !isDumb && environment("NO_COLOR") == nil }

    /// Columns of the terminal, as far as it says so itself or in `COLUMNS`; else 80.
    package static var width: Int {
        var size = winsize()
        // The request that fills in a `winsize`, which is what it is given.
        if isatty(1) == 1, unsafe ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
            return Int(size.ws_col)
        }
        return environment("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? 80
    }

    private static var isDumb: Bool { environment("TERM") == "dumb" }

    private static func environment(_ name: String) -> String? {
        ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Writes a line to standard error, if that takes it. What would steer the terminal is escaped: names come from files.
    package static func say(_ message: String) { StandardStreams.say(printable(message) + "\n") }

    /// Writes to standard error as it is, if that takes it.
    package static func sayRaw(_ text: String) { StandardStreams.say(text) }

    package static func bold(_ text: String) -> String { "\u{1B}[1m\(text)\u{1B}[0m" }
}
