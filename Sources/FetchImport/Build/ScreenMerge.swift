import FetchSched

/// Makes what the screen of one device did out of what was reported of it: each change once, while the trace lasts.
enum ScreenMerge {
    /// The changes from the first launch to the last, in order of time; of the same time, in the order of the reports.
    ///
    /// Before and after them nothing is written, so that a trace starts and ends where its launches do.
    ///
    /// - Parameter isExact: Whether each was reported once, so that two of the same time are two.
    /// - Complexity: O(*n* log *n*).
    static func events(
        of reports: [ScreenEvent], among launches: [AppUse], isExact: Bool = false
    ) -> [ScreenEvent] {
        guard let first = launches.first?.start, let last = launches.last?.start else { return [] }
        let order = reports.indices.filter { first...last ~= reports[$0].time }.sorted {
            (reports[$0].time, $0) < (reports[$1].time, $1)
        }
        var known: [ScreenChange: FetchTime] = [:]
        var events: [ScreenEvent] = []
        for report in order.map({ reports[$0] }) {
            if let time = known[report.change], isSame(time, report.time),
                !(isExact && time == report.time)
            {
                continue
            }
            known[report.change] = report.time
            events.append(report)
        }
        return events
    }

    /// Whether reports for two times, in order, are of the same change: the times are the same, or the first is known to the
    /// second only. The first one stays, as of launches, so that both stay in order.
    private static func isSame(_ first: FetchTime, _ next: FetchTime) -> Bool {
        (next - first).milliseconds < (first.milliseconds % 1000 == 0 ? 1000 : 1)
    }
}
