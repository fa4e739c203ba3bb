import FetchSched
import FetchSim
import FetchTrace

/// A day as lanes: what the device did by itself, then what happened under each policy.
struct DayChart {
    let replay: DayReplay
    let context: SectionContext
    var isNarrow = false

    private static let lane = 20.0
    /// On a phone what a policy reached stands below its name, in lines of so many letters.
    private var head: Double { isNarrow ? 60 : 26 }
    private static let narrowLetters = 54
    private var left: Double { isNarrow ? 58 : 92 }

    private var frame: ChartFrame {
        let groups = replay.runs.reduce(0) { $0 + head + Self.lane * Self.lanes($1) + 6 }
        return ChartFrame(
            width: isNarrow ? ChartFrame.narrowWidth : 960,
            height: 12 + head + 2 * Self.lane + 6 + groups + 44, left: left, right: isNarrow ? 10 : 22,
            top: 6,
            bottom: 44)
    }

    /// A policy that never fetches has launches only.
    private static func lanes(_ run: DayReplay.Run) -> Double { run.policy == "none" ? 1 : 3 }

    private func x(_ frame: ChartFrame) -> Scale {
        Scale(
            shape: .linear,
            domain: replay.own.seconds(
                replay.day.time.lowerBound)...replay.own.seconds(replay.day.time.upperBound),
            positions: frame.acrossPositions)
    }

    var markup: Markup {
        let frame = frame
        let x = x(frame)
        var parts: [Markup] = []
        var y = frame.top
        parts.append(
            group(
                y, frame, "the device itself",
                TimelineReport.counted(replay.own.launches.count, "launch", "launches")
                    + ", \(TimelineReport.counted(replay.own.updates.count, "update", "updates"))", colour: 8)
        )
        y += head
        parts.append(lane("updates", y, frame) + updates(y, x))
        y += Self.lane
        parts.append(lane("own radio", y, frame) + radio(replay.own.radio.on, y, x, "r"))
        y += Self.lane + 6
        for run in replay.runs {
            let style = context.style(ofPolicy: run.policy)
            parts.append(group(y, frame, run.policy, TimelineReport.summary(run), colour: style.colour))
            y += head
            var lanes = [lane("launches", y, frame), launches(run, y, x)]
            if Self.lanes(run) > 1 {
                lanes += [
                    lane("fetches", y + Self.lane, frame), fetches(run, y + Self.lane, x),
                    lane("radio", y + 2 * Self.lane, frame),
                    radio(run.radioBeyondOwn, y + 2 * Self.lane, x, "rx"),
                ]
            }
            parts.append(element("g", ["class": "c\(style.colour)"], lanes))
            y += Self.lane * Self.lanes(run) + 6
        }
        return frame.drawing(
            "Launches, updates, fetches and radio on \(replay.day.date)", look: "chart large",
            frame.xAxis(axis, x), .group(parts))
    }

    private var axis: ChartFrame.Axis {
        let length = (replay.day.time.upperBound - replay.day.time.lowerBound).seconds
        let hours = stride(from: 0, through: Int(length / 3600), by: isNarrow ? 6 : 2).map {
            hour -> (Double, String) in
            let time = replay.day.time.lowerBound + .hours(Int64(hour))
            return (replay.own.seconds(time), String(replay.days.timeOfDay(at: time).prefix(5)))
        }
        return ChartFrame.Axis(title: "local time, \(replay.day.weekday) \(replay.day.date)", ticks: hours)
    }

    // MARK: Lanes

    private func group(_ y: Double, _ frame: ChartFrame, _ name: String, _ text: String, colour: Int)
        -> Markup
    {
        let lines = isNarrow ? Wrapped.lines(Wrapped.keepingFigures(text), width: Self.narrowLetters) : []
        let notes =
            isNarrow
            ? lines.enumerated().map { frame.note($1, 6, y + 34 + 15 * Double($0)) }
            : [frame.note(text, frame.right, y + 17, anchor: "end")]
        return element(
            "g", ["class": "c\(colour)"],
            element(
                "rect", ["class": "zebra", "x": "0", "y": n(y + 3), "width": n(frame.width), "height": "20"]),
            element("text", ["class": "ser", "x": "6", "y": n(y + 17)], text: name), .group(notes))
    }

    private func lane(_ name: String, _ y: Double, _ frame: ChartFrame) -> Markup {
        frame.note(
            isNarrow && name == "own radio" ? "radio" : name, frame.left - (isNarrow ? 5 : 8),
            y + Self.lane / 2 + 4, anchor: "end")
    }

    private func time(_ instant: Instant) -> String { replay.days.timeOfDay(at: instant) }

    private func app(_ number: Int) -> String { escaped(replay.trace.appNames[number]) }

    private func updates(_ y: Double, _ x: Scale) -> Markup {
        .group(
            replay.own.updates.map { update in
                let place = x(replay.own.seconds(update.time))
                return element(
                    "path", ["class": "u", "d": "M\(n(place)) \(n(y + 5))v\(n(Self.lane - 10))"],
                    hoverTitle(
                        "\(time(update.time)) \(app(update.app)): new content, \(Parts.bytes(Double(update.bytes)))"
                    ))
            })
    }

    private func radio(_ spans: [ClosedRange<Double>], _ y: Double, _ x: Scale, _ look: String) -> Markup {
        .group(
            spans.map { span in
                let seconds = span.upperBound - span.lowerBound
                return element(
                    "rect",
                    [
                        "class": look, "x": n(x(span.lowerBound)), "y": n(y + 5),
                        "width": n(max(0.5, x(span.upperBound) - x(span.lowerBound))), "height": "10",
                    ],
                    hoverTitle(
                        "radio on at \(time(replay.own.instant(span.lowerBound))) for \(Parts.short(seconds)) s"
                    ))
            })
    }

    private func launches(_ run: DayReplay.Run, _ y: Double, _ x: Scale) -> Markup {
        // Stale launches lie on top: there are fewer of them.
        let launches = run.timeline.launches.filter(\.isFresh) + run.timeline.launches.filter { !$0.isFresh }
        return .group(
            launches.map { launch in
                let place = x(replay.own.seconds(launch.time))
                let found =
                    launch.staleSince.map { since in
                        let age = (launch.time - since).seconds / 60
                        return "stale for \(Figures.fixed(age, decimals: age < 10 ? 1 : 0)) min"
                    } ?? "fresh"
                return element(
                    "circle",
                    [
                        "class": launch.isFresh ? "la" : "la stale", "cx": n(place),
                        "cy": n(y + Self.lane / 2),
                        "r": isNarrow ? "3" : "4",
                    ], hoverTitle("\(time(launch.time)) \(app(launch.app)) opened: \(found)"))
            })
    }

    private func fetches(_ run: DayReplay.Run, _ y: Double, _ x: Scale) -> Markup {
        .group(
            run.timeline.fetches.map { fetch in
                let place = x(replay.own.seconds(fetch.start))
                let middle = y + Self.lane / 2
                let (look, path) =
                    switch fetch.outcome {
                    case .newData: ("fn", "M\(n(place)) \(n(y + 3))v\(n(Self.lane - 6))")
                    case .noData: ("f0", "M\(n(place)) \(n(middle - 3))v6")
                    case .failed, .gone: ("fx", "M\(n(place - 3)) \(n(middle - 3))l6 6m-6 0l6 -6")
                    }
                return element(
                    "path", ["class": look, "d": path],
                    hoverTitle(
                        "\(time(fetch.start)) \(app(fetch.app)): \(fetch.outcome.name), \(fetch.recorded.reason)"
                            + (fetch.wokeRadio ? ", woke the radio" : "")))
            })
    }

    /// What the marks mean.
    static var legend: Markup {
        Parts.legend([
            (element("circle", ["class": "la", "cx": "13", "cy": "6", "r": "4"]), "fresh launch"),
            (element("circle", ["class": "la stale", "cx": "13", "cy": "6", "r": "4"]), "stale launch"),
            (element("path", ["class": "fn c8", "d": "M13 0v12"]), "fetch: newData"),
            (element("path", ["class": "f0 c8", "d": "M13 3v6"]), "noData"),
            (element("path", ["class": "fx", "d": "M10 3l6 6m-6 0l6 -6"]), "failed"),
            (element("path", ["class": "u", "d": "M13 1v10"]), "update at the source"),
            (element("rect", ["class": "r", "x": "3", "y": "2", "width": "20", "height": "8"]), "radio on"),
        ])
    }
}
