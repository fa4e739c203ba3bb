import FetchSched

extension AppID: CustomStringConvertible {
    /// As in `app 3`, and `app 3 (generation 1)` for the second one at that place.
    public var description: String {
        "app " + String(index) + (generation > 0 ? " (generation " + String(generation) + ")" : "")
    }
}

extension FetchOutcome: CustomStringConvertible {
    /// As in `new data`.
    public var description: String {
        switch self {
        case .newData: "new data"
        case .noData: "no data"
        case .failed: "failed"
        case .gone: "gone"
        }
    }
}

extension RegionID: CustomStringConvertible {
    /// As in `region 3`.
    public var description: String { "region " + String(number) }
}

extension BackgroundTaskID: CustomStringConvertible {
    /// As in `task 3`.
    public var description: String { "task " + String(number) }
}

extension TransferID: CustomStringConvertible {
    /// As in `transfer 3`.
    public var description: String { "transfer " + String(number) }
}

extension FetchTime: CustomStringConvertible {
    /// In ISO 8601 at UTC, as in `2026-01-05T07:12:00.000Z`; the ends of time in words.
    public var description: String { PlainText.time(self) }
}

extension TimeSpan: CustomStringConvertible {
    /// By its two largest units, as in `2 h 05 min`.
    public var description: String { PlainText.span(self) }
}

extension FetchVeto: CustomStringConvertible {
    /// As in `backing-off until 2026-01-05T07:12:00.000Z`.
    public var description: String { text() }

    package func text(secondsEast: Int = 0) -> String {
        name + (until.map { " until " + PlainText.time($0, secondsEast: secondsEast) } ?? "")
    }
}

extension HeldWork: CustomStringConvertible {
    /// One line for people, as in `push 7: push-over-limit until 2026-01-05T07:12:00.000Z`.
    public var description: String { text() }

    package func text(secondsEast: Int = 0) -> String {
        let (done, all) = (bytes?.lowerBound ?? 0, bytes?.upperBound ?? 0)
        let moved = bytes == nil ? "" : ", " + String(done) + " of " + String(all) + " bytes"
        let waits = PlainText.list(vetoes.map { $0.text(secondsEast: secondsEast) }, ", ")
        return kind.rawValue + " " + String(number) + moved + ": "
            + (vetoes.isEmpty ? "under way, or next" : waits)
    }
}
