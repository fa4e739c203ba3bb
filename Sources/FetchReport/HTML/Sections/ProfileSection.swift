import FetchSim
import FetchTrace

extension ReportSection {
    /// What was learned of when apps are opened, against when they were.
    static let profile = ReportSection("profile", "Learned rhythm") { context in
        guard let study = context.chapter.study, let device = study.typicalDay?.trace, !study.profiles.isEmpty
        else {
            return Parts.nothing("No app was launched while it was scored.")
        }
        let charts = study.profiles.map { profile -> Markup in
            // Both kinds of day on one scale, so that they can be compared.
            let most = profile.hours.map { max($0.expectedPerDay, $0.launchesPerDay) }.max() ?? 0
            let panels = [(0, "weekdays"), (24, "weekends")].map { begin, kind in
                panel(Array(profile.hours[begin..<begin + 24]), kind, most)
            }
            return Parts.heading(escaped(device.appNames[profile.app]))
                + element("div", ["class": "pair"], panels)
        }
        return Parts.figure(
            "The most used apps of device \(escaped(device.name)). Columns: launches in each hour of the local day, "
                + "per day. Line: how many the engine expected, forecast each time from what it knew just before, "
                + "added up over the same days.", .group(charts))
    }

    private static func panel(_ hours: [LaunchProfile.Hour], _ kind: String, _ most: Double) -> Markup {
        let frame = ChartFrame(width: 400, height: 190, left: 46, right: 8, top: 24, bottom: 40)
        let x = Scale(shape: .linear, domain: 0...24, positions: frame.acrossPositions)
        let y = Scale.fromZero([most], positions: frame.upPositions, ticks: 3)
        let columns = hours.enumerated().filter { $0.element.launches > 0 }.map { hour, figures in
            element(
                "rect",
                [
                    "class": "hist", "x": n(x(Double(hour)) + 1), "y": n(y(figures.launchesPerDay)),
                    "width": n(x(1) - x(0) - 2), "height": n(frame.bottom - y(figures.launchesPerDay)),
                ], hoverTitle(text(hour, figures)))
        }
        let known = hours.enumerated().filter { $0.element.times > 0 }
        let marks = known.map { hour, figures in
            Marker.circle.shape(
                x(Double(hour) + 0.5), y(figures.expectedPerDay), size: 2.2, text(hour, figures))
        }
        let line = polyline(
            known.map { (x(Double($0.offset) + 0.5), y($0.element.expectedPerDay)) }, .engine)
        return frame.drawing(
            "Launches expected and real by hour on \(kind)",
            frame.yAxis(
                ChartFrame.Axis(title: "launches per day", ticks: y.ticks(3).map { ($0, Figures.plain($0)) }),
                y),
            frame.xAxis(
                ChartFrame.Axis(
                    title: "hour of the local day",
                    ticks: stride(from: 0, through: 24, by: 6).map { (Double($0), "\($0)") }, hasGrid: false),
                x),
            .group(columns), element("g", ["class": "c0"], [line] + marks),
            frame.note(kind, frame.left, frame.top - 9, "big"))
    }

    private static func text(_ hour: Int, _ figures: LaunchProfile.Hour) -> String {
        "\(hour):00 to \(hour + 1):00\n\(TimelineReport.counted(figures.launches, "launch", "launches")), "
            + "\(Figures.fixed(figures.expected, decimals: 1)) expected in "
            + "\(Figures.plain(figures.times, decimals: 1)) days"
    }
}

extension LaunchProfile.Hour {
    /// Launches expected in this hour of a day; 0 if the scored time never held it.
    fileprivate var expectedPerDay: Double { times > 0 ? expected / times : 0 }
    /// Launches in this hour of a day.
    fileprivate var launchesPerDay: Double { times > 0 ? Double(launches) / times : 0 }
}
