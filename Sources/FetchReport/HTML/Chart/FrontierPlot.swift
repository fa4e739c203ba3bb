/// Energy against freshness, a line per family; all but the engine, the bound and a few rivals are faint.
struct FrontierPlot: Sendable {
    struct Series: Sendable {
        struct Point: Sendable {
            /// Background energy in joules per day.
            var joules: Double
            var freshShare: Double
            /// The run's name, as in `piggyback-900`.
            var name = ""
            /// Whether it is the one that the report's other sections are about.
            var isMain = false
        }

        var name: String
        /// Runs in the order of the setting.
        var points: [Point]
        /// Whether no scheduler can be left of it or above it; drawn without markers.
        var isBound = false
        var isEngine = false
        /// Whether it is named in the drawing of all.
        var isNamed = true
        var style: SeriesStyle
    }

    /// Rivals that are named in the drawing of all, at most.
    static let mostNamed = 5

    var series: [Series]
    /// The figure in words, for those who do not see it.
    var label: String

    /// The drawing of all; nil where no series has a point.
    func markup(isNarrow: Bool) -> Markup? {
        let frame =
            isNarrow
            ? ChartFrame(width: ChartFrame.narrowWidth, height: 330, left: 46, right: 8, top: 10)
            : ChartFrame(height: 430, left: 56, right: 18, top: 14)
        guard let axes = axes(frame) else { return nil }
        let title =
            isNarrow
            ? "background energy, J a day (logarithmic)"
            : "background energy, J per device and day (logarithmic, but linear around 0)"
        return frame.drawing(
            label, outOfReach(axes),
            frame.xAxis(
                ChartFrame.Axis(title: title, ticks: axes.xTicks()),
                axes.x),
            frame.yAxis(
                ChartFrame.Axis(title: isNarrow ? "" : "fresh launches", ticks: axes.yTicks(5)), axes.y),
            lines(axes))
    }

    // MARK: Axes

    private struct Axes {
        var frame: ChartFrame
        var x: Scale
        var y: Scale
        /// The step of the shares.
        var step: Double

        func places(_ series: Series) -> [(Double, Double)] {
            series.points.map { (x($0.joules), y($0.freshShare)) }
        }

        func xTicks() -> [(Double, String)] { x.ticks(0).map { ($0, Figures.plain($0)) } }

        func yTicks(_ count: Int) -> [(Double, String)] {
            y.ticks(count).map { ($0, Parts.percent($0, decimals: step < 0.01 ? 1 : 0)) }
        }
    }

    private func axes(_ frame: ChartFrame) -> Axes? {
        // The bound goes as far as the others, and a little to their left.
        let points = series.filter { !$0.isBound }.flatMap(\.points)
        guard let least = (points + series.compactMap(\.points.first)).map(\.joules).min(),
            let most = points.map(\.joules).max()
        else { return nil }
        let x = Scale(
            shape: .symmetricLog(threshold: 1), domain: min(least * 1.1, 0)...max(most * 1.25, 10),
            positions: frame.acrossPositions)
        let floor = points.map(\.freshShare).min() ?? 0
        let step = Scale.roundStep((1 - floor) / 5)
        let low = min(max(0, (floor / step + 1e-9).rounded(.down) * step), 0.95)
        // Lines do not lie on the axis.
        let start = floor - low < (1 - low) * 0.04 ? max(0, low - (1 - low) * 0.06) : low
        let y = Scale(shape: .linear, domain: start...1 + (1 - low) * 0.02, positions: frame.upPositions)
        return Axes(frame: frame, x: x, y: y, step: step)
    }

    // MARK: The bound

    /// The area in which no scheduler can be.
    private func outOfReach(_ axes: Axes) -> Markup {
        let bound = bound(axes)
        let frame = axes.frame
        guard bound.count > 1, let first = bound.first, let last = bound.last else { return .empty }
        let corners = bound + [(last.0, frame.top), (frame.left, frame.top), (frame.left, first.1)]
        return element(
            "polygon",
            ["class": "out", "points": corners.map { "\(n($0.0)),\(n($0.1))" }.joined(separator: " ")])
    }

    /// The bound's line, as far as the area reaches.
    private func bound(_ axes: Axes) -> [(Double, Double)] {
        guard let bound = series.first(where: \.isBound) else { return [] }
        var places: [(Double, Double)] = []
        for place in axes.places(bound) {
            guard place.0 > axes.frame.right else {
                // Points that fall on one pixel are one.
                if let last = places.last, abs(last.0 - place.0) + abs(last.1 - place.1) < 1 { continue }
                places.append(place)
                continue
            }
            if let last = places.last {
                let part = (axes.frame.right - last.0) / (place.0 - last.0)
                places.append((axes.frame.right, last.1 + (place.1 - last.1) * part))
            }
            break
        }
        return places
    }

    // MARK: Lines

    private func lines(_ axes: Axes) -> Markup {
        let frame = axes.frame
        var layout = LabelLayout(
            area: LabelLayout.Box(left: frame.left + 4, top: 2, right: frame.width, bottom: frame.bottom - 2))
        let boundPlaces = bound(axes)
        let named = series.filter { $0.isNamed && !$0.isBound }
        for place in named.flatMap({ axes.places($0) }) { layout.avoid(place.0, place.1) }
        layout.avoid(boundPlaces)
        for one in named { layout.avoid(axes.places(one)) }
        var parts = series.filter { !$0.isNamed }.map { faint($0, axes) }
        // The engine last, so that it lies on top; labels of the engine first, so that they find the best place.
        for one in series.filter({ $0.isNamed && !$0.isEngine }) + series.filter(\.isEngine) {
            let line = polyline(
                one.isBound ? boundPlaces : axes.places(one), one.style,
                look: one.isEngine ? "ln strong" : "ln")
            parts.append(
                element(
                    "g", ["class": "c\(one.style.colour)"], [line] + (one.isBound ? [] : marks(one, axes))))
        }
        for one in series.filter(\.isEngine) + series.filter({ $0.isNamed && !$0.isEngine }) {
            // The bound's line is long and bare: its name stands beside its middle.
            let end =
                one.isBound ? Self.middle(boundPlaces) : axes.places(one).last
            if let end { parts.append(name(of: one, at: end, &layout)) }
        }
        return .group(parts)
    }

    /// The place of a rising line that is half as high as its end.
    private static func middle(_ line: [(Double, Double)]) -> (Double, Double)? {
        guard let first = line.first, let last = line.last else { return nil }
        return line.first { $0.1 <= (first.1 + last.1) / 2 }
    }

    private func faint(_ one: Series, _ axes: Axes) -> Markup {
        element("g", ["class": "faint"], [polyline(axes.places(one), .engine, look: "ln faint")])
    }

    private func marks(_ one: Series, _ axes: Axes) -> [Markup] {
        zip(one.points, axes.places(one)).flatMap { point, place in
            let ring = element("circle", ["class": "ring", "cx": n(place.0), "cy": n(place.1), "r": "8"])
            let mark = one.style.marker.shape(
                place.0, place.1,
                "\(point.name)\n\(Parts.percent(point.freshShare)) fresh, \(Parts.short(point.joules)) J/day")
            return point.isMain ? [ring, mark] : [mark]
        }
    }

    private func name(of one: Series, at end: (Double, Double), _ layout: inout LabelLayout) -> Markup {
        let place = layout.place(one.name, end.0, end.1)
        var parts: [Markup] = []
        if place.isFar {
            let below = place.y > end.1 ? place.y - 11 : place.y + 3
            parts.append(
                element(
                    "path", ["class": "lead-line", "d": "M\(n(end.0)) \(n(end.1))L\(n(place.x)) \(n(below))"])
            )
        }
        parts.append(
            element(
                "text",
                [
                    "class": "ser halo", "x": n(place.x), "y": n(place.y),
                    "text-anchor": place.anchor == "start" ? nil : place.anchor,
                ], text: one.name))
        return element("g", ["class": "c\(one.style.colour)"], parts)
    }
}
