import FetchSched
import Foundation
import Synchronization

/// Times as HTTP and feeds write them.
enum Dates {
    /// A formatter takes long to make, and is used by one at a time.
    private static let httpFormatter = formatter("EEE, dd MMM yyyy HH:mm:ss 'GMT'")
    private static let atomFormatter = formatter("yyyy-MM-dd'T'HH:mm:ss'Z'")

    private static func formatter(_ format: String) -> Mutex<DateFormatter> {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = format
        return Mutex(formatter)
    }

    /// As in `Mon, 01 Jan 2024 08:00:00 GMT` (RFC 9110, section 5.6.7; RSS takes the same).
    static func http(_ time: FetchTime) -> String { httpFormatter.withLock { $0.string(from: Date(time)) } }

    /// As in `2024-01-01T08:00:00Z` (RFC 3339, for Atom).
    static func atom(_ time: FetchTime) -> String { atomFormatter.withLock { $0.string(from: Date(time)) } }
}

extension Date {
    init(_ time: FetchTime) { self.init(timeIntervalSince1970: time.seconds) }
}
