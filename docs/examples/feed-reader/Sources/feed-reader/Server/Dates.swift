import FetchSched
import Foundation
import Synchronization

/// Times as HTTP and feeds write them.
enum Dates {
    /// A formatter takes long to make, and is used by one at a time.
    private final class Formatter: Sendable {
        private let formatter: Mutex<DateFormatter>

        init(_ format: String) {
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: "en_US_POSIX")
            formatter.timeZone = TimeZone(secondsFromGMT: 0)
            formatter.dateFormat = format
            self.formatter = Mutex(formatter)
        }

        func text(_ time: Instant) -> String {
            formatter.withLock { $0.string(from: Date(timeIntervalSince1970: time.seconds)) }
        }

        func time(_ text: String) -> Instant? {
            formatter.withLock { $0.date(from: text)?.timeIntervalSince1970 }.map { Instant(seconds: $0) }
        }
    }

    private static let httpFormatter = Formatter("EEE, dd MMM yyyy HH:mm:ss 'GMT'")
    private static let atomFormatter = Formatter("yyyy-MM-dd'T'HH:mm:ss'Z'")

    /// As in `Mon, 01 Jan 2024 08:00:00 GMT` (RFC 9110, section 5.6.7; RSS takes the same).
    static func http(_ time: Instant) -> String { httpFormatter.text(time) }

    /// As in `2024-01-01T08:00:00Z` (RFC 3339, for Atom).
    static func atom(_ time: Instant) -> String { atomFormatter.text(time) }

    /// The time that either of them says.
    static func time(_ text: String) -> Instant? {
        (text.contains(",") ? httpFormatter : atomFormatter).time(text)
    }
}
