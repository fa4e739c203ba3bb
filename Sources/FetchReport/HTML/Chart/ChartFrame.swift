struct ChartFrame: Sendable {
    /// An axis: its scale, where it has ticks, and what they say.
    struct Axis: Sendable {
        var title: String
        var ticks: [(value: Double, label: String)]
        var scale: Scale
    }

    /// Size of the whole drawing, in its own pixels; small, so that its text can be read on a phone.
    let width = 540.0
    let height = 400.0
    /// The plot area within.
    let left = 68.0
    let right = 526.0
    let top = 14.0
    let bottom = 354.0

    /// About the width of a digit of a label; readers' fonts differ, so it is rather too much.
    private static let digitWidth = 9.0

    /// A drawing with `content` on it.
    ///
    /// - Parameter label: what it shows, for those who do not see it.
    func drawing(_ label: String, _ content: Markup...) -> Markup {
        element(
            "div", ["class": "chart wide"],
            element(
                "svg",
                [
                    "viewBox": "0 0 \(n(width)) \(n(height))", "role": "img", "aria-label": label,
                    "xmlns": "http://www.w3.org/2000/svg",
                ], content))
    }

    /// The axis along the bottom.
    func xAxis(_ axis: Axis) -> Markup {
        var parts: [Markup] = []
        var end = -Double.infinity
        for tick in axis.ticks {
            let x = axis.scale(tick.value)
            parts.append(line(x, top, x, bottom + 4, "grid"))
            // At the ends of the axis it stands within the drawing.
            let half = Double(tick.label.count) * Self.digitWidth / 2
            let middle = min(max(x, half), width - half)
            // A label that would touch the one before is left out.
            guard middle - half >= end else { continue }
            end = middle + half
            parts.append(label(tick.label, middle, bottom + 19, anchor: "middle"))
        }
        parts.append(line(left, bottom, right, bottom, "axis"))
        parts.append(label(axis.title, (left + right) / 2, bottom + 39, anchor: "middle", "at"))
        return element("g", ["class": "ax"], parts)
    }

    /// The axis along the left side, with its title upright.
    func yAxis(_ axis: Axis) -> Markup {
        var parts: [Markup] = []
        for tick in axis.ticks {
            let y = axis.scale(tick.value)
            parts.append(line(left, y, right, y, "grid"))
            parts.append(label(tick.label, left - 7, y + 3.8, anchor: "end"))
        }
        parts.append(
            element(
                "text",
                [
                    "class": "at", "text-anchor": "middle",
                    "transform": "translate(\(n(13)) \(n((top + bottom) / 2))) rotate(-90)",
                ], text: axis.title))
        return element("g", ["class": "ax"], parts)
    }

    private func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ look: String) -> Markup {
        element("line", ["class": look, "x1": n(x1), "y1": n(y1), "x2": n(x2), "y2": n(y2)])
    }

    private func label(
        _ text: String, _ x: Double, _ y: Double, anchor: String, _ look: String? = nil
    ) -> Markup {
        element("text", ["class": look, "x": n(x), "y": n(y), "text-anchor": anchor], text: text)
    }
}

/// A line through points, which are already positions.
func polyline(_ points: [(Double, Double)], _ style: SeriesStyle, look: String = "ln") -> Markup {
    guard points.count > 1 else { return .empty }
    let text = points.map { "\(n($0.0)),\(n($0.1))" }.joined(separator: " ")
    return element("polyline", ["class": look, "stroke-dasharray": style.dashes, "points": text])
}
