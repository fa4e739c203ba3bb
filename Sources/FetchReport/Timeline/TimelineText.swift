import FetchSched
import FetchSim
import FetchTrace

extension TimelineReport {
    package struct Style: Sendable {
        package var marks = LaneMarks.unicode
        package var width = 80
        /// Whether the launches and fetches are listed below the lanes.
        package var hasLists = true

        package init() {}
    }

    static let labelWidth = 10

    /// Lanes, their signs, and then every launch and every fetch.
    package func text(_ style: Style = Style(), emphasis: (String) -> String = { $0 }) -> String {
        var lines = Wrapped.list(title, width: style.width).map(emphasis) + [""]
        lines += lanes(style, emphasis) + [""] + Self.legend(entries(style.marks), width: style.width)
        if style.hasLists {
            lines += ["", emphasis("launches"), ""] + launchList
            for run in replay.runs {
                lines += ["", emphasis("fetches of \(printable(run.policy))"), ""] + fetchList(run)
            }
        }
        return lines.map(Wrapped.trimmed).joined(separator: "\n") + "\n"
    }

    private var title: [String] {
        let number = replay.days.days.firstIndex(of: replay.day).map { "day \($0) of " } ?? ""
        let isScored = replay.day.time.lowerBound >= replay.own.scoredFrom
        let day = [
            "\(replay.day.weekday) \(replay.day.date)",
            "\(number)0 to \(replay.days.days.count - 1)\(isScored ? "" : " (warm-up)")",
        ]
        let apps =
            apps.isEmpty
            ? [] : [(apps.count > 1 ? "apps " : "app ") + apps.map { escaped($0) }.joined(separator: " ")]
        return [escaped(trace), "device \(escaped(replay.trace.name))"] + apps + day
            + [radio, "V = \(Figures.plain(valueJoules)) J", "seed \(seed)"]
    }

    // MARK: Lanes

    private func lanes(_ style: Style, _ emphasis: (String) -> String) -> [String] {
        let marks = style.marks
        let own = replay.own
        let lane = TextLane(
            start: own.seconds(replay.day.time.lowerBound), end: own.seconds(replay.day.time.upperBound),
            cells: max(24, style.width - Self.labelWidth))
        func labelled(_ label: String, _ line: String) -> String {
            label + String(repeating: " ", count: max(1, Self.labelWidth - label.count)) + line
        }
        func radio(_ spans: [ClosedRange<Double>]) -> String {
            lane.line(spans, levels: marks.levels, nothing: marks.nothing)
        }
        var lines = [labelled("hour", hours(lane)), labelled("own radio", radio(own.radio.on))]
        for run in replay.runs {
            let timeline = run.timeline
            lines.append("")
            lines += heading(run, style, emphasis)
            lines.append(labelled("launches", launches(timeline, lane, marks)))
            lines.append(
                labelled(
                    "updates",
                    lane.line(timeline.updates, at: { own.seconds($0.time) }, nothing: marks.nothing) {
                        let fates = Set($0.map(\.fate))
                        if fates == [.pending] { return marks.pending }
                        return Self.mark(
                            fates.contains(.fetched), marks.fetched, fates.contains(.missed), marks.missed,
                            marks.fetchedAndMissed)
                    }))
            lines.append(labelled("fetches", fetches(timeline, lane, marks)))
            lines.append(labelled("radio", radio(run.radioBeyondOwn)))
        }
        return lines
    }

    func launches(_ timeline: DeviceTimeline, _ lane: TextLane, _ marks: LaneMarks) -> String {
        lane.line(timeline.launches, at: { replay.own.seconds($0.time) }, nothing: marks.nothing) {
            Self.mark(
                $0.contains(where: \.isFresh), marks.fresh, $0.contains { !$0.isFresh }, marks.stale,
                marks.freshAndStale)
        }
    }

    func fetches(_ timeline: DeviceTimeline, _ lane: TextLane, _ marks: LaneMarks) -> String {
        lane.line(timeline.fetches, at: { replay.own.seconds($0.start) }, nothing: marks.nothing) {
            let outcomes = Set($0.map(\.outcome))
            if outcomes.contains(where: { !$0.isSuccess }) { return marks.failed }
            return Self.mark(
                outcomes.contains(.newData), marks.newData, outcomes.contains(.noData), marks.noData,
                marks.newAndNoData)
        }
    }

    private func heading(_ run: DayReplay.Run, _ style: Style, _ emphasis: (String) -> String) -> [String] {
        let policy = printable(run.policy)
        let name = Wrapped.joined(policy) + ":"
        var lines = Wrapped.lines(
            name + " " + Wrapped.keepingFigures(Self.summary(run, isOfAllApps: apps.isEmpty)),
            width: style.width)
        if lines[0].hasPrefix(policy) {
            lines[0] = emphasis(policy) + lines[0].dropFirst(policy.count)
        }
        return lines
    }

    private static func mark(
        _ one: Bool, _ oneMark: Character, _ other: Bool, _ otherMark: Character, _ both: Character
    ) -> Character {
        one && other ? both : one ? oneMark : otherMark
    }

    /// The hours of the local clock, as many of them as there is room for.
    func hours(_ lane: TextLane) -> String {
        var cells = [Character](repeating: " ", count: lane.cells + 2)
        let hours = Int(((lane.end - lane.start) / 3600).rounded(.up))
        let step = [1, 2, 3, 4, 6, 12].first { hours / $0 * 5 <= lane.cells } ?? 24
        for hour in 0..<hours where hour % step == 0 {
            let seconds = lane.start + Double(hour) * 3600
            guard let cell = lane.cell(seconds) else { continue }
            let label = replay.days.timeOfDay(at: replay.own.instant(seconds)).prefix(2)
            for (offset, digit) in label.enumerated() { cells[cell + offset] = digit }
        }
        return String(cells)
    }

    /// The signs of each lane and what they mean.
    func entries(_ marks: LaneMarks) -> [(String, [String])] {
        let last = marks.levels[marks.levels.count - 1]
        return [
            (
                "launches",
                ["\(marks.fresh) fresh", "\(marks.stale) stale", "\(marks.freshAndStale) some of both"]
            ),
            (
                "updates",
                [
                    "\(marks.fetched) fetched before the launch",
                    "\(marks.missed) missed, the launch came first",
                    "\(marks.fetchedAndMissed) some of both", "\(marks.pending) neither yet",
                ]
            ),
            (
                "fetches",
                [
                    "\(marks.newData) newData", "\(marks.noData) noData",
                    "\(marks.newAndNoData) some of both",
                    "\(marks.failed) failed among them",
                ]
            ),
            (
                "radio",
                [
                    "\(marks.levels[0]) on for a little of the cell's time", "\(last) for all of it;",
                    "own: without fetches, then what fetches add",
                ]
            ),
        ]
    }

    /// The signs in lines that start below one another.
    static func legend(_ entries: [(String, [String])], width: Int) -> [String] {
        entries.flatMap { label, signs in
            let text = signs.map(Wrapped.joined).joined(separator: " \(Wrapped.joint)")
            return Wrapped.lines(text, width: width - labelWidth).enumerated().map { index, line in
                let head = index == 0 ? label : ""
                let blanks = String(repeating: " ", count: labelWidth - head.count)
                // The joint before a sign keeps signs apart; at the beginning of a line it is not wanted.
                return head + blanks + line.drop { $0 == " " }
            }
        }
    }

    // MARK: Lists

    private var launchList: [String] {
        if replay.own.launches.isEmpty { return ["none"] }
        let rows = replay.own.launches.enumerated().map { index, launch in
            [time(launch.time), escaped(app(launch.app)), Self.span(launch.end - launch.time)]
                + replay.runs.map { run in
                    guard run.timeline.launches.indices.contains(index) else { return "" }
                    return found(run.timeline.launches[index])
                }
        }
        return Self.listing(["time", "app", "in use"] + replay.runs.map { printable($0.policy) }, rows)
    }

    private func found(_ launch: DeviceTimeline.Launch) -> String {
        guard let since = launch.staleSince else { return "fresh" }
        let isToday = replay.day.time.contains(since)
        return "stale \(Self.span(launch.time - since))" + (isToday ? ", since \(time(since))" : "")
    }

    private func fetchList(_ run: DayReplay.Run) -> [String] {
        if run.timeline.fetches.isEmpty { return ["none"] }
        let rows = run.timeline.fetches.map { fetch in
            [
                time(fetch.start), escaped(app(fetch.app)), fetch.outcome.name, "\(fetch.fetch.bytes)",
                Figures.fixed(fetch.seconds, decimals: 1), fetch.reason,
                fetch.wokeRadio ? "woke the radio" : "",
            ]
        }
        return Self.listing(["time", "app", "outcome", "bytes", "seconds", "reason", ""], rows)
    }

    private static func span(_ span: TimeSpan) -> String {
        let seconds = span.milliseconds / 1000
        if seconds < 60 { return "\(seconds) s" }
        if seconds < 3600 { return "\(seconds / 60) min" }
        let minutes = String(seconds / 60 % 60)
        return "\(seconds / 3600) h \(minutes.count < 2 ? "0" : "")\(minutes) min"
    }

    private static func listing(_ headers: [String], _ rows: [[String]]) -> [String] {
        Listing.text(headers, rows, width: .max).split(separator: "\n").map(String.init)
    }
}
