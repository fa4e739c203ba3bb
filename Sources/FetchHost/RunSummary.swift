import FetchSched
import FetchStore

/// What a run did that the system granted, and when to ask for the next one.
public struct RunSummary: Sendable {
    /// What became of the fetches, in order, with their reasons.
    public let events: [HostEvent]
    /// When to ask the system for the next run; nil if no app may be fetched within a week.
    public let nextRun: Instant?
    /// Why the state could not be kept; nil if it was, or if there is no file.
    public let saveFailure: StoreError?

    /// The apps whose fetch found something new.
    public var updated: [String] {
        events.compactMap { event in
            if case .ended(let result, _) = event.kind, result.outcome == .newData { event.app } else { nil }
        }
    }

    /// The apps whose fetch was cancelled, as the run ended before it did.
    public var cutOff: [String] {
        events.compactMap { event in if case .cancelled = event.kind { event.app } else { nil } }
    }
}
