import FetchSim
import FetchTrace

extension ReportSection {
    /// A typical day under each policy looked at.
    static let day = ReportSection("day", "A day of a device") { context in
        guard let study = context.chapter.study, let replay = study.typicalDay else {
            return Parts.nothing("The trace holds no day.")
        }
        return Parts.figure(
            "Device \(escaped(replay.trace.name)) on \(replay.day.weekday) \(replay.day.date), the day with the median "
                + "number of launches, on \(study.radio). Under each policy's name stand what it fetched and what its "
                + "fetches add to the time the radio is on; the updates are seen by no policy. Other days: "
                + "fetchsched simulate.",
            DayChart.legend,
            Parts.forBothWidths { DayChart(replay: replay, context: context, isNarrow: $0).markup })
    }
}
