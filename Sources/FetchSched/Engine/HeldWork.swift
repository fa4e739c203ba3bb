/// A piece of an app's background work that has not been done yet, and what keeps it from being done now.
public struct HeldWork: Hashable, Sendable {
    /// The kind of work.
    public enum Kind: String, Hashable, Sendable {
        /// A push; ``HeldWork/number`` is the host's.
        case push
        /// A crossing of the region of that number.
        case crossing
        /// A significant change of place.
        case significantChange = "significant-change"
        /// A task under way.
        case task
        /// A transfer.
        case transfer
    }

    /// The kind of work.
    public let kind: Kind
    /// Its number among the app's of that kind.
    public let number: UInt64
    /// When it came; nil for tasks and transfers.
    public var since: Instant?
    /// Bytes moved so far and in all, of transfers.
    public var bytes: ClosedRange<Int64>?
    /// What keeps it; empty if it is under way or will be at the next question.
    public let vetoes: [Veto]
}

extension HeldWork: CustomStringConvertible {
    /// One line for people, as in `push 7: push-over-limit until 2026-01-05T07:12:00.000Z`.
    public var description: String {
        var text = kind.rawValue + " " + String(number)
        if let bytes {
            text += ", " + String(bytes.lowerBound) + " of " + String(bytes.upperBound) + " bytes"
        }
        text += ": "
        if vetoes.isEmpty { return text + "under way, or next" }
        for (index, veto) in vetoes.enumerated() { text += (index > 0 ? ", " : "") + veto.description }
        return text
    }
}
