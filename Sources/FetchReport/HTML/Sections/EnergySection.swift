import FetchSim

extension ReportSection {
    static let energy = ReportSection("energy", "Where the energy goes") { context in
        .group(
            context.chapter.reports.map { report in
                let bars = EnergyBars(report)
                guard !bars.rows.isEmpty else { return Parts.nothing("No policy spends energy.") }
                let key = EnergyBars.causes.map { element("span", ["class": "c\($0.colour)"], text: $0.name) }
                return Parts.heading(context.setting(report)) + element("p", ["class": "key"], key)
                    + Parts.figure(
                        "Energy of background fetches a day, the freshest policy first. From the left: "
                            + EnergyBars.causes.map(\.name).joined(separator: ", ")
                            + ". At the right: the energy, and its share of a full battery.",
                        Parts.forBothWidths { bars.drawing(isNarrow: $0) })
            })
    }
}

struct EnergyBars: Sendable {
    /// Where energy goes: its name, its colour in the style sheet, and the column with its figure.
    static let causes: [(name: String, colour: Int, column: String)] = [
        ("radio", 0, "radio"), ("running apps", 1, "run"), ("process starts", 4, "cold-start"),
        ("content", 2, "handling"), ("device kept awake", 3, "awake"),
    ]

    /// The policies that spend energy, the freshest first.
    let rows: [PolicyResult]

    init(_ report: BenchReport) {
        rows = report.policies.filter { Self.parts($0).contains { $0 > 0 } }
            .sorted { ($0.freshLaunchShare ?? 0) > ($1.freshLaunchShare ?? 0) }
    }

    /// Energies by cause in joules per day. A cause that fetches spare energy at counts as 0.
    static func parts(_ row: PolicyResult) -> [Double] {
        causes.map { cause in max(0, ReportColumns.named(cause.column)?.figure(row) ?? 0) }
    }

    func drawing(isNarrow: Bool) -> Markup {
        let step = 38.0
        let frame = ChartFrame(
            width: isNarrow ? ChartFrame.narrowWidth : 760, height: step * Double(rows.count), left: 0,
            right: 0)
        let most = rows.map { Self.parts($0).reduce(0, +) }.max() ?? 1
        let bars = rows.enumerated().map { number, row -> Markup in
            let top = step * Double(number)
            var left = 0.0
            let parts = zip(Self.causes, Self.parts(row)).map { cause, joules -> Markup in
                let width = joules / most * frame.width
                defer { left += width }
                return element(
                    "rect",
                    [
                        "class": "bar c\(cause.colour)", "x": n(left), "y": n(top + 20), "width": n(width),
                        "height": "12",
                    ], hoverTitle("\(row.policy)\n\(cause.name): \(Parts.short(joules)) J/day"))
            }
            let figures =
                "\(Parts.short(row.backgroundJoulesPerDay)) J, \(Parts.percent(row.batteryShare, decimals: 2))"
            let name = "\(row.policy), \(Parts.percent(row.freshLaunchShare)) fresh"
            return element("text", ["class": "at", "x": "0", "y": n(top + 14)], text: name)
                + element(
                    "text", ["x": n(frame.width), "y": n(top + 14), "text-anchor": "end"], text: figures)
                + .group(parts)
        }
        return frame.drawing("Energy of each policy by cause", .group(bars))
    }
}
