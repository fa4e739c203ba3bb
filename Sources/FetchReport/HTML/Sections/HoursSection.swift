import FetchSim

extension ReportSection {
    /// Freshness over the hours of the day.
    static let hours = ReportSection("hours", "Freshness by hour of day") { context in
        guard let study = context.chapter.study, let first = study.runs.first else {
            return Parts.nothing("No policy was looked at closely.")
        }
        let launches = first.hours.map(\.all)
        guard launches.contains(where: { $0 > 0 }) else {
            return Parts.nothing("The scored part of the trace holds no launch.")
        }
        var names = ["none"]
        if let main = context.chapter.main {
            names += [main.engine, context.chapter.bestRival(main)].compactMap { $0?.policy }
        }
        let shown = study.runs.filter { names.contains($0.policy) }
        let few = launches.contains { $0 > 0 && $0 < least(launches) }
        return Parts.figure(
            "Share of fresh launches by hour of the local day, over all devices. Columns: how many launches were "
                + "scored in that hour." + (few ? " Hours with fewer than \(fewest) are left out." : ""),
            Parts.forBothWidths { chart(shown.isEmpty ? study.runs : shown, launches, context, $0) })
    }

    /// A share of fewer launches than this says little.
    private static let fewest = 10

    /// How many launches an hour must have to be shown: ``fewest``, or any where no hour has so many.
    private static func least(_ launches: [Int]) -> Int {
        launches.contains { $0 >= fewest } ? fewest : 1
    }

    private static func chart(
        _ runs: [UseStudy.Run], _ launches: [Int], _ context: SectionContext, _ isNarrow: Bool
    ) -> Markup {
        let frame =
            isNarrow
            ? ChartFrame(width: ChartFrame.narrowWidth, height: 260, left: 46, right: 8)
            : ChartFrame(height: 330, left: 56, right: 132)
        let x = Scale(shape: .linear, domain: 0...24, positions: frame.acrossPositions)
        let least = least(launches)
        let shares = runs.flatMap { $0.hours.filter { $0.all >= least }.compactMap(\.freshShare) }
        let floor = shares.min() ?? 0
        let low = min(0.9, (floor * 10 - 1e-9).rounded(.down) / 10)
        let y = Scale(shape: .linear, domain: max(0, low)...1, positions: frame.upPositions)
        let most = Double(launches.max() ?? 1)
        // The columns take the lower quarter of the area.
        let columns = launches.enumerated().filter { $0.element > 0 }.map { hour, count in
            let height = Double(count) / most * (frame.bottom - frame.top) / 4
            return element(
                "rect",
                [
                    "class": "hist", "x": n(x(Double(hour) + 0.08)), "y": n(frame.bottom - height),
                    "width": n(x(0.84) - x(0)), "height": n(height),
                ],
                hoverTitle(
                    "\(hour):00 to \(hour + 1):00\n\(TimelineReport.counted(count, "launch", "launches"))"))
        }
        var layout = LabelLayout(
            area: LabelLayout.Box(left: frame.right - 8, top: 2, right: frame.width, bottom: frame.bottom))
        // The engine's name finds its place first.
        let order = runs.sorted { isEngine($0, context) && !isEngine($1, context) }
        let lines = order.map { run in
            line(run, least, x, y, frame, context)
                + (isNarrow ? .empty : name(run, least, x, y, frame, context, &layout))
        }.reversed()
        let drawing = frame.drawing(
            "Fresh launches by hour of day, a line per policy",
            frame.yAxis(
                ChartFrame.Axis(
                    title: isNarrow ? "" : "fresh launches",
                    ticks: y.ticks(5).map { ($0, Parts.percent($0, decimals: 0)) }),
                y),
            frame.xAxis(
                ChartFrame.Axis(
                    title: "hour of the local day",
                    ticks: stride(from: 0, through: 24, by: 3).map { (Double($0), "\($0)") }, hasGrid: false),
                x),
            .group(columns), .group(Array(lines)))
        return isNarrow ? legend(order, context) + drawing : drawing
    }

    /// On a phone there is no room for names beside the lines.
    private static func legend(_ runs: [UseStudy.Run], _ context: SectionContext) -> Markup {
        Parts.legend(
            runs.map { run in
                let style = context.style(ofPolicy: run.policy)
                return (
                    element(
                        "g", ["class": "c\(style.colour)"], polyline([(0, 6), (26, 6)], style),
                        style.marker.shape(13, 6, size: 3.2)), run.policy
                )
            })
    }

    private static func isEngine(_ run: UseStudy.Run, _ context: SectionContext) -> Bool {
        context.style(ofPolicy: run.policy).colour == SeriesStyle.engine.colour
    }

    /// Stretches of hours with launches enough; others leave a gap.
    private static func stretches(
        _ run: UseStudy.Run, _ least: Int, _ x: Scale, _ y: Scale
    ) -> [[(Double, Double)]] {
        var stretches: [[(Double, Double)]] = [[]]
        for (hour, launches) in run.hours.enumerated() {
            guard launches.all >= least, let share = launches.freshShare else {
                stretches.append([])
                continue
            }
            stretches[stretches.count - 1].append((x(Double(hour) + 0.5), y(share)))
        }
        return stretches
    }

    private static func line(
        _ run: UseStudy.Run, _ least: Int, _ x: Scale, _ y: Scale, _ frame: ChartFrame,
        _ context: SectionContext
    ) -> Markup {
        let style = context.style(ofPolicy: run.policy)
        let look = isEngine(run, context) ? "ln strong" : "ln"
        let marks = run.hours.enumerated().compactMap { hour, launches -> Markup? in
            guard launches.all >= least, let share = launches.freshShare else { return nil }
            return style.marker.shape(
                x(Double(hour) + 0.5), y(share), size: 3.2,
                "\(run.policy), \(hour):00 to \(hour + 1):00\n\(launches.fresh) of \(launches.all) fresh, "
                    + Parts.percent(share))
        }
        let lines = stretches(run, least, x, y).map { polyline($0, style, look: look) }
        return element("g", ["class": "c\(style.colour)"], lines + marks)
    }

    /// The policy's name beside the end of its line.
    private static func name(
        _ run: UseStudy.Run, _ least: Int, _ x: Scale, _ y: Scale, _ frame: ChartFrame,
        _ context: SectionContext, _ layout: inout LabelLayout
    ) -> Markup {
        guard let last = stretches(run, least, x, y).last(where: { !$0.isEmpty })?.last else { return .empty }
        let place = layout.place(run.policy, max(last.0, frame.right - 6), last.1)
        var parts: [Markup] = []
        if place.isFar || last.0 < frame.right - 30 {
            parts.append(
                element(
                    "path",
                    [
                        "class": "lead-line",
                        "d": "M\(n(last.0 + 5)) \(n(last.1))L\(n(place.x - 3)) \(n(place.y - 4))",
                    ]))
        }
        parts.append(element("text", ["class": "ser", "x": n(place.x), "y": n(place.y)], text: run.policy))
        return element("g", ["class": "c\(context.style(ofPolicy: run.policy).colour)"], parts)
    }
}
