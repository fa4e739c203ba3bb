import FetchSched
import FetchSchedText

/// Why the app of a name is fetched at a moment or why not, and when it is expected to be.
@dynamicMemberLookup
public struct HostExplanation: Hashable, Sendable {
    /// The app's name.
    public let app: String
    /// The engine's words about it. They can be read from here, too, as in `explanation.verdict`.
    public let explanation: FetchExplanation

    /// Fields of the engine's explanation.
    public subscript<Value>(dynamicMember path: KeyPath<FetchExplanation, Value>) -> Value {
        explanation[keyPath: path]
    }
}

extension HostExplanation: CustomStringConvertible {
    /// One line for people, as in `news at 2026-01-05T07:12:00.000Z: fetch: ...`.
    public var description: String { explanation.line(naming: app) }
}
