/// Several days for people: two lanes each.
extension TimelineReport {
    /// The lanes of consecutive days below one another, with the signs' meaning at the end.
    ///
    /// - Parameters:
    ///   - days: Reports that differ in the day alone; empty gives an empty text.
    ///   - emphasis: turns a line into one that stands out (bold on a terminal).
    public static func text(
        _ days: [TimelineReport], _ style: Style = Style(), emphasis: (String) -> String = { $0 }
    ) -> String {
        guard let first = days.first, let last = days.last else { return "" }
        var lines = Wrapped.list(first.title(span(first, last)), width: style.width).map(emphasis)
        let indices = first.replay.runs.indices
        let width = days.flatMap { day in indices.flatMap(day.labels) }.map(\.count).max() ?? 0
        for index in indices {
            lines.append("")
            for (number, day) in days.enumerated() {
                lines += day.lanes(
                    of: index, style, labelWidth: max(16, width + 1), isFirst: number == 0, emphasis)
            }
        }
        let entries = first.entries(style.marks).filter { $0.0 == "launches" || $0.0 == "fetches" }
        lines += [""] + legend(entries, width: style.width)
        let note = "After the date: fresh launches of all; before \"fetches\": how many."
        lines += Wrapped.lines(note, width: style.width)
        return lines.map(trimmed).joined(separator: "\n") + "\n"
    }

    private static func span(_ first: TimelineReport, _ last: TimelineReport) -> [String] {
        let all = first.replay.days.days
        let numbers = [first, last].map { report in all.firstIndex(of: report.replay.day) ?? 0 }
        let scored = first.isScored ? "" : last.isScored ? " (begins in the warm-up)" : " (warm-up)"
        return [
            "\(first.replay.day.date) to \(last.replay.day.date)",
            "days \(numbers[0]) to \(numbers[1]) of 0 to \(all.count - 1)\(scored)",
        ]
    }

    /// What stands before the lanes of a day under a policy.
    private func labels(of index: Int) -> [String] {
        let timeline = replay.runs[index].timeline
        let launches = timeline.launches.count
        let shares = launches > 0 ? " \(timeline.freshLaunches)/\(launches)" : ""
        let count = String(timeline.fetches.count)
        return [
            "\(replay.day.weekday) \(replay.day.date.dropFirst(5))\(shares)",
            String(repeating: " ", count: max(0, 6 - count.count)) + count + " fetches",
        ]
    }

    /// One day under one policy; above the first the policy and the hours.
    private func lanes(
        of index: Int, _ style: Style, labelWidth: Int, isFirst: Bool, _ emphasis: (String) -> String
    ) -> [String] {
        let run = replay.runs[index]
        let own = replay.own
        let lane = TextLane(
            begin: own.seconds(replay.day.time.lowerBound), end: own.seconds(replay.day.time.upperBound),
            cells: max(24, style.width - labelWidth))
        func labelled(_ label: String, _ line: String) -> String {
            label + String(repeating: " ", count: labelWidth - label.count) + line
        }
        let labels = labels(of: index)
        let head =
            Wrapped.lines(run.policy, width: style.width).map(emphasis) + [labelled("hour", hours(lane))]
        return (isFirst ? head : []) + [
            labelled(labels[0], launches(run.timeline, lane, style.marks)),
            labelled(labels[1], fetches(run.timeline, lane, style.marks)),
        ]
    }
}
