/// Horizontal bars, each of up to six parts: solid, hatched, hollow, grey, dotted and pale, so that they can be told apart
/// without colour. Negative parts go to the left of zero.
struct StackedBars: Sendable {
    /// One bar.
    struct Bar: Sendable {
        var name: String
        /// The parts' lengths, in their order.
        var parts: [Double]
        /// What stands behind the bar.
        var total: String
        /// Whether its name stands out.
        var isEngine = false
    }

    var bars: [Bar]
    /// What the parts are.
    var partNames: [String]
    var axisTitle: String
    /// How a part's length is said.
    var unit: String
    /// Whether bars that are too short to be seen beside the others are drawn again on a scale of their own.
    var magnifiesShort = false

    private static let rowHeight = 23.0
    /// On a phone a bar's name stands above it.
    private static let narrowRowHeight = 36.0

    /// The bars, with what their parts mean.
    func markup(_ label: String) -> Markup {
        let lengths = bars.map { $0.parts.map(abs).reduce(0, +) }
        let longest = lengths.max() ?? 0
        let short = zip(bars, lengths).filter { $0.1 < longest / 20 && $0.1 > 0 }.map(\.0)
        return legend
            + Parts.forBothWidths { isNarrow in
                var parts = [drawing(bars, label, axisTitle, isNarrow)]
                if magnifiesShort, !short.isEmpty, short.count < bars.count {
                    parts.append(
                        drawing(
                            short, label + ", the shortest bars on a scale of their own",
                            isNarrow
                                ? "the shortest bars on a scale of their own"
                                : axisTitle + ", the shortest bars",
                            isNarrow))
                }
                return .group(parts)
            }
    }

    private var legend: Markup {
        Parts.legend(
            partNames.enumerated().map { index, name in
                (
                    element(
                        "rect", ["class": "bar b\(index)", "x": "1", "y": "1", "width": "24", "height": "10"]),
                    name
                )
            })
    }

    private func drawing(_ bars: [Bar], _ label: String, _ title: String, _ isNarrow: Bool) -> Markup {
        let rowHeight = isNarrow ? Self.narrowRowHeight : Self.rowHeight
        let height = Double(bars.count) * rowHeight
        // The same for both drawings, so that their bars stand below each other.
        let longest = Double(self.bars.map(\.name.count).max() ?? 0)
        let frame = ChartFrame(
            width: isNarrow ? ChartFrame.narrowWidth : 760, height: height + 54,
            left: isNarrow ? 4 : min(max(90, 14 + longest * 7), 240), right: isNarrow ? 46 : 52, top: 6,
            bottom: 48)
        let sums = bars.flatMap { bar in
            [bar.parts.filter { $0 > 0 }.reduce(0, +), bar.parts.filter { $0 < 0 }.reduce(0, +)]
        }
        // To a round value beyond the longest bar, where a line of the grid stands.
        let ticks = isNarrow ? 3 : 5
        let most = Scale.fromZero(sums, positions: frame.acrossPositions, ticks: ticks).domain.upperBound
        let scale = Scale(
            shape: .linear, domain: min(sums.min() ?? 0, 0)...most, positions: frame.acrossPositions)
        let axis = ChartFrame.Axis(
            title: title, ticks: scale.ticks(ticks).map { ($0, Figures.plain($0, decimals: 3)) })
        let rows = bars.enumerated().map { index, bar in
            row(bar, frame.top + Double(index) * rowHeight, frame, scale, isNarrow)
        }
        return frame.drawing(label, frame.xAxis(axis, scale), zero(scale, frame), .group(rows))
    }

    private func zero(_ scale: Scale, _ frame: ChartFrame) -> Markup {
        let x = n(scale(0))
        return element(
            "line", ["class": "axis", "x1": x, "y1": n(frame.top), "x2": x, "y2": n(frame.bottom)])
    }

    private func row(
        _ bar: Bar, _ top: Double, _ frame: ChartFrame, _ scale: Scale, _ isNarrow: Bool
    ) -> Markup {
        let middle = top + (isNarrow ? 25 : Self.rowHeight / 2)
        let look = bar.isEngine ? "big halo" : "nm halo"
        var parts = [
            isNarrow
                ? frame.note(bar.name, scale(0), top + 14, look)
                : frame.note(bar.name, frame.left - 8, middle + 4, anchor: "end", look)
        ]
        var (right, left) = (0.0, 0.0)
        for (index, part) in bar.parts.enumerated() where part != 0 {
            let from = part > 0 ? right : left + part
            let to = part > 0 ? right + part : left
            if part > 0 { right = to } else { left = from }
            parts.append(
                element(
                    "rect",
                    [
                        "class": "bar b\(index)", "x": n(scale(from)), "y": n(middle - 7),
                        "width": n(max(0.4, scale(to) - scale(from))), "height": "14",
                    ], hoverTitle("\(bar.name)\n\(partNames[index]): \(Parts.short(part)) \(unit)")))
        }
        parts.append(frame.note(bar.total, scale(right) + 7, middle + 4, "nm halo"))
        return .group(parts)
    }
}
