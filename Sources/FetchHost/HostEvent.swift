import FetchSched
import FetchSchedText
import FetchStore

/// Something that a host decided or learned of a fetch, with the reason.
public struct HostEvent: Sendable {
    /// Kinds of events.
    public enum Kind: Sendable {
        /// A fetch has started, for that reason.
        case started(FetchDecision)
        /// A fetch returned, so long after its start.
        case ended(FetchResult, after: TimeSpan)
        /// A fetch threw: it counts as failed. The words are the error's.
        case threw(String, after: TimeSpan)
        /// A fetch ran past its limit: it has failed and its task was cancelled.
        case expired
        /// A fetch was cancelled because its app was quit or removed, or its process ended: no failure.
        case cancelled
        /// A fetch was due, but the one before has not returned since it was cancelled: it counts as failed.
        case stillBusy
        /// A fetch that had been cancelled returned at last, so long after its start; what it says is ignored.
        case returnedLate(after: TimeSpan)
        /// The state could not be saved. The host retries after the save interval. (No app's.)
        case saveFailed(StoreError)
    }

    /// When.
    public let time: FetchTime
    /// The app's name; empty where it is no app's.
    public let app: String
    /// The kind of event, with its details.
    public let kind: Kind
}

extension HostEvent: CustomStringConvertible {
    /// One line for people, as in `2026-01-05T07:12:00.000Z news: fetch, free-moment, worth 3.21 J against 0.40 J`.
    public var description: String { "\(time) \(app.isEmpty ? "" : app + ": ")\(kind)" }
}

extension HostEvent.Kind: CustomStringConvertible {
    /// One line for people, without time and name.
    public var description: String {
        switch self {
        case .started(let decision):
            "fetch, \(decision.reason.name), worth \(Self.joules(decision.value.benefit))"
                + " against \(Self.joules(decision.value.cost))"
        case .ended(let result, let span): "\(result.outcome), \(result.bytes) bytes, after \(span)"
        case .threw(let error, let span): "failed after \(span): \(error)"
        case .expired: "failed: past its limit"
        case .cancelled: "cancelled with its app"
        case .stillBusy: "failed: the fetch before has not returned yet"
        case .returnedLate(let span): "returned too late, after \(span)"
        case .saveFailed(let error): "not saved: \(error)"
        }
    }

    /// With two decimals.
    private static func joules(_ value: Double) -> String {
        guard value.magnitude < 1e12 else { return "\(value) J" }
        let hundredths = Int64((value.magnitude * 100).rounded())
        let rest = hundredths % 100
        return "\(value < 0 ? "-" : "")\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) J"
    }
}
