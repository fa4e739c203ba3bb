import FetchSim

/// The curves as a figure for print: SVG in black, grey and white, without scripts and style sheets, so that every
/// program that converts SVG draws it alike. Lines differ in markers and dashes.
package enum CurveFigure {
    /// A panel for each radio, below each other; of all traces together, if there are several.
    package static func text(_ reports: [CurveReport]) -> String {
        let pooled = reports.filter(\.isPooled)
        let panels = (pooled.isEmpty ? reports : pooled).map { CurvePanel($0) }
        var y = 0.0
        var parts: [Markup] = []
        for panel in panels {
            parts.append(element("g", ["transform": "translate(0 \(n(y)))"], panel.markup))
            y += panel.height
        }
        let names = panels.map(\.caption).joined(separator: " ")
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            + element(
                "svg",
                [
                    "xmlns": "http://www.w3.org/2000/svg", "width": n(CurvePanel.width), "height": n(y),
                    "viewBox": "0 0 \(n(CurvePanel.width)) \(n(y))", "font-family": "sans-serif",
                    "font-size": "12", "fill": "#000",
                ],
                [
                    element("title", text: "Fresh launches against background energy"),
                    element("desc", text: names),
                    element(
                        "rect", ["width": n(CurvePanel.width), "height": n(y), "fill": "#fff"]),
                ] + parts
            ).html
    }
}

/// The curves of one radio, with axes, a key and a caption that names the data.
struct CurvePanel {
    static let width = 700.0
    private static let (left, right, top, bottom) = (58.0, 486.0, 14.0, 330.0)
    /// Lines with a marker and an entry in the key, apart from the engine and the bound.
    private static let mostNamed = 7

    private let report: CurveReport
    /// The engine's line first, then the others from the nearest to the bound.
    private let families: [CurveReport.FamilyCurve]
    private let named: Int
    private let x: Scale
    private let y: Scale
    private let captionLines: [String]

    init(_ report: CurveReport) {
        self.report = report
        func rank(_ family: CurveReport.FamilyCurve) -> Double {
            family.isEngine ? -1 : family.areaToBound.value ?? .infinity
        }
        families = report.families.sorted { (rank($0), $0.name) < (rank($1), $1.name) }
        named = min(families.count, families.count(where: \.isEngine) + Self.mostNamed)
        let points = families.flatMap(\.curve.rising)
        let ends = report.devices < Self.fewestDevices ? [] : families.prefix(named).flatMap(\.freshAtBudget)
        let floor = points.map(\.fresh).min() ?? 0
        let lowest = ends.compactMap(\.interval?.lowerBound).filter(\.isFinite).min() ?? 1
        let least = min(floor, report.unfetchedFreshShare, lowest)
        y = Scale(
            shape: .linear, domain: max(0, (least * 20 - 0.2).rounded(.down) / 20)...1,
            positions: (Self.bottom, Self.top))
        x = Scale(
            shape: .symmetricLog(threshold: 1),
            domain: min(
                0, (points.map(\.joules).min() ?? 0) * 1.1)...max(
                    10, (points.map(\.joules).max() ?? 0) * 1.25),
            positions: (Self.left, Self.right))
        captionLines = Wrapped.lines(Self.caption(report, hasOthers: named < families.count), width: 124)
    }

    var height: Double { Self.bottom + 58 + Double(captionLines.count) * 14 }
    var caption: String { captionLines.joined(separator: " ") }

    /// From fewer devices intervals are too narrow to be drawn.
    private static let fewestDevices = 5

    private static func caption(_ report: CurveReport, hasOthers: Bool) -> String {
        var text =
            "\(report.trace), \(report.radio), \(report.powerProfile) power profile"
            + Figures.halfLife(report.staleHalfLife) + ", " + Figures.counted(report.devices, "device") + ", "
            + Figures.scored(report.days, after: report.warmupDays) + "."
        if let origin = ProvenanceText.text(report.provenance, devices: report.devices, most: 3) {
            text += " Data: \(origin)."
        }
        if report.devices >= fewestDevices {
            text +=
                " Bars: 95 % bootstrap intervals over devices, of the first two curves of the key. Intervals of their "
                + "difference on the same devices are in the table."
        } else {
            text += " Without intervals: they need \(fewestDevices) devices."
        }
        return hasOthers ? text + " Grey: other policies." : text
    }

    var markup: Markup {
        let numbered = Array(families.prefix(named).enumerated())
        return outOfReach + axes
            + .group(families.dropFirst(named).map { line($0, style: nil) })
            + .group(numbered.reversed().map { bars($1, place: $0) + line($1, style: style($0)) }) + key
            + .group(
                captionLines.enumerated().map { index, text in
                    element(
                        "text",
                        [
                            "x": n(Self.left), "y": n(Self.bottom + 58 + Double(index) * 14),
                            "font-size": "10",
                        ],
                        text: text)
                })
    }

    // MARK: Parts

    private func style(_ place: Int) -> SeriesStyle {
        families[place].isEngine && place == 0 ? .engine : .other(place - 1)
    }

    private var axes: Markup {
        var parts: [Markup] = []
        for tick in y.ticks(6) {
            parts.append(rule(Self.left, y(tick), Self.right, y(tick), "#ccc"))
            parts.append(
                label(Parts.percent(tick, decimals: 0), Self.left - 6, y(tick) + 4, anchor: "end"))
        }
        for tick in x.ticks(0) {
            parts.append(rule(x(tick), Self.top, x(tick), Self.bottom + 4, "#ccc"))
            parts.append(label(Figures.plain(tick), x(tick), Self.bottom + 18, anchor: "middle"))
        }
        parts.append(rule(Self.left, Self.bottom, Self.right, Self.bottom, "#000"))
        parts.append(rule(Self.left, Self.top, Self.left, Self.bottom, "#000"))
        let middle = (Self.top + Self.bottom) / 2
        parts.append(
            label(
                "background energy, J/day (logarithmic; linear near 0)", (Self.left + Self.right) / 2,
                Self.bottom + 36, anchor: "middle"))
        parts.append(
            element(
                "text", ["text-anchor": "middle", "transform": "translate(14 \(n(middle))) rotate(-90)"],
                text: "launches with fresh content"))
        return .group(parts)
    }

    /// The area that no scheduler reaches, to the left of the bound.
    private var outOfReach: Markup {
        let floor = y.domain.lowerBound
        var corners: [(Double, Double)] = []
        for step in 0...120 {
            let share = floor + (1 - floor) * Double(step) / 120
            let place = min(max(x(report.bound.joules(at: share)), Self.left), Self.right)
            // Along the axis two corners are enough.
            if corners.count > 1, corners.suffix(2).allSatisfy({ $0.0 == place }) { corners.removeLast() }
            corners.append((place, y(share)))
        }
        let area = corners + [(Self.left, Self.top), (Self.left, Self.bottom)]
        let text = area.map { "\(n($0.0)),\(n($0.1))" }.joined(separator: " ")
        return element("polygon", ["points": text, "fill": "#e4e4e4"])
    }

    private func line(_ family: CurveReport.FamilyCurve, style: SeriesStyle?) -> Markup {
        let start = (x(0), y(report.unfetchedFreshShare))
        let rising = family.curve.rising.map { (x($0.joules), y($0.fresh)) }
        let places = family.curve.rising.contains { $0.joules <= 0 } ? rising : [start] + rising
        let isFirst = family.isEngine
        let path = element(
            "polyline",
            [
                "points": places.map { "\(n($0.0)),\(n($0.1))" }.joined(separator: " "), "fill": "none",
                "stroke": style == nil ? "#aaa" : "#000",
                "stroke-width": style == nil ? "0.8" : isFirst ? "2.4" : "1.1",
                "stroke-dasharray": style?.dashes,
            ])
        guard let style else { return path }
        return path + .group(rising.map { mark(style, $0.0, $0.1) })
    }

    /// Intervals of the freshness at fixed energies, of the first two curves: more would cover each other, or stand where their
    /// curves are not.
    private func bars(_ family: CurveReport.FamilyCurve, place: Int) -> Markup {
        guard report.devices >= Self.fewestDevices, place < 2 else { return .empty }
        let aside = place == 0 ? -1.5 : 1.5
        let style = style(place)
        return .group(
            zip(CurveReport.budgets, family.freshAtBudget).map { joules, estimate in
                guard let ends = estimate.interval, ends.lowerBound.isFinite, ends.upperBound.isFinite,
                    joules <= family.curve.rising.last?.joules ?? 0
                else { return .empty }
                let at = x(joules) + aside
                let (low, high) = (y(ends.lowerBound), y(ends.upperBound))
                return rule(at, low, at, high, "#000", width: "0.6")
                    + rule(at - 1.5, low, at + 1.5, low, "#000", width: "0.6")
                    + rule(at - 1.5, high, at + 1.5, high, "#000", width: "0.6")
                    + (estimate.value.map { mark(style, at, y($0), size: 2) } ?? .empty)
            })
    }

    private var key: Markup {
        let start = Self.right + 16
        var parts: [Markup] = []
        for (place, family) in families.prefix(named).enumerated() {
            let middle = Self.top + 12 + Double(place) * 20
            let style = style(place)
            parts.append(
                element(
                    "polyline",
                    [
                        "points": "\(n(start)),\(n(middle)) \(n(start + 34)),\(n(middle))", "stroke": "#000",
                        "stroke-width": family.isEngine ? "2.4" : "1.1", "stroke-dasharray": style.dashes,
                    ]))
            parts.append(mark(style, start + 17, middle))
            parts.append(label(Self.short(family.name), start + 42, middle + 4, anchor: "start"))
        }
        let last = Self.top + 12 + Double(named) * 20
        parts.append(
            element(
                "rect",
                ["x": n(start), "y": n(last - 6), "width": "34", "height": "12", "fill": "#e4e4e4"]))
        parts.append(label("out of reach of any", start + 42, last + 4, anchor: "start"))
        parts.append(label("scheduler", start + 42, last + 18, anchor: "start"))
        return .group(parts)
    }

    /// A name that fits into the key: without the values of a setting, and of a long one the end, where commands differ.
    private static func short(_ name: String) -> String {
        let plain = name.replacing(#/ ?\{[^{}a-zA-Z$]+\/[^{}a-zA-Z$]+\}/#, with: "")
        return plain.count > 25 ? "..." + plain.suffix(22) : plain
    }

    private func mark(_ style: SeriesStyle, _ x: Double, _ y: Double, size: Double = 3) -> Markup {
        element(
            "g", ["fill": style.marker.isHollow ? "#fff" : "#000", "stroke": "#000"],
            style.marker.shape(x, y, size: size))
    }

    private func rule(
        _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ colour: String, width: String = "0.8"
    ) -> Markup {
        element(
            "line",
            [
                "x1": n(x1), "y1": n(y1), "x2": n(x2), "y2": n(y2), "stroke": colour, "stroke-width": width,
            ])
    }

    private func label(_ text: String, _ x: Double, _ y: Double, anchor: String) -> Markup {
        element("text", ["x": n(x), "y": n(y), "text-anchor": anchor], text: text)
    }
}
