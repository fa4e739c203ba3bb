import FetchSched
import FetchStore

/// Summary of a run that the system granted: its fetches, and when to ask for the next one.
public struct RunSummary: Sendable {
    /// Events of the fetches, in order, with their reasons.
    public let events: [HostEvent]
    /// When to ask the system for the next run; nil if no app may be fetched within a week.
    public let nextRun: FetchTime?
    /// Why the state could not be saved; nil if it was, or if there is no file.
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
