import FetchSched
import FetchTrace

/// A time as a CSV file has it: an instant, or local.
enum LoggedTime: Equatable {
    case instant(Instant)
    /// Date and time of day in milliseconds, as if UTC.
    case wall(Int64)

    /// The expected text, for errors.
    static let expected =
        "seconds or milliseconds since 1970, or a date and time such as 2024-05-01T09:12:33+02:00"

    /// Reads seconds since 1970, milliseconds if that many seconds are no time of a trace, or ISO 8601 with an offset or
    /// in local time: `2024-05-01T09:12:33+02:00`, `2024-05-01 09:12`.
    init?(_ text: String) {
        if let milliseconds = parseMilliseconds(Array(text.utf8).span) {
            if milliseconds >= TraceLimits.time, let whole = wholeNumber(text) {
                self = .instant(Instant(milliseconds: whole))
            } else {
                self = .instant(Instant(milliseconds: milliseconds))
            }
            return
        }
        var bytes = Array(text.utf8)
        guard bytes.count >= 16 else { return nil }
        if bytes[10] == UInt8(ascii: " ") { bytes[10] = UInt8(ascii: "T") }
        // Seconds may be missing.
        if bytes.count == 16 || bytes[16] != UInt8(ascii: ":") {
            bytes.insert(contentsOf: ":00".utf8, at: 16)
        }
        if case .instant(let instant) = parseTime(bytes.span) {
            self = .instant(instant)
            return
        }
        bytes.append(UInt8(ascii: "Z"))
        guard case .instant(let instant) = parseTime(bytes.span) else { return nil }
        self = .wall(instant.milliseconds)
    }
}
