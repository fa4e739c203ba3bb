/// Energy against freshness: a line per family through its dials, and the bound.
struct FrontierPlot: Sendable {
    /// A line.
    struct Series: Sendable {
        /// One run.
        struct Point: Sendable {
            /// Background energy in joules per day.
            var joules: Double
            /// Share of fresh launches.
            var freshShare: Double
            /// What the run is called, as in `piggyback-900`.
            var name = ""
            /// Whether it is the one that the report's other sections are about.
            var isMain = false
        }

        /// The family.
        var name: String
        /// Its runs in the order of its dial.
        var points: [Point]
        /// Whether no scheduler can be left of it or above it; drawn without markers.
        var isBound = false
        /// Whether it is the engine; drawn stronger.
        var isEngine = false
        var style: SeriesStyle
    }

    var series: [Series]
    /// What it shows, for those who do not see it.
    var label: String

    private let frame = ChartFrame(height: 430, left: 56, right: 18, top: 14)

    /// The drawing; nil where no series has a point.
    var markup: Markup? {
        // The bound goes as far as the others, and a little to their left.
        let points = series.filter { !$0.isBound }.flatMap(\.points)
        guard let least = (points + series.compactMap(\.points.first)).map(\.joules).min(),
            let most = points.map(\.joules).max()
        else { return nil }
        let x = Scale(
            shape: .symmetricLog(threshold: 1), domain: min(least * 1.1, 0)...max(most * 1.25, 10),
            positions: frame.acrossPositions)
        let floor = points.map(\.freshShare).min() ?? 0
        let step = Scale.roundStep((1 - floor) / 4)
        let low = min(max(0, (floor / step).rounded(.down) * step), 0.95)
        let y = Scale(shape: .linear, domain: low...1 + (1 - low) * 0.02, positions: frame.upPositions)
        return frame.drawing(
            label, outOfReach(bound(x, y), y),
            frame.xAxis(
                ChartFrame.Axis(
                    title: "background energy, J per device and day (logarithmic, but linear around 0)",
                    ticks: x.ticks(0).map { ($0, Figures.plain($0)) }), x),
            frame.yAxis(
                ChartFrame.Axis(
                    title: "fresh launches",
                    ticks: y.ticks(5).map { ($0, Parts.percent($0, decimals: step < 0.01 ? 1 : 0)) }), y),
            lines(x, y))
    }

    /// The area in which no scheduler can be.
    private func outOfReach(_ bound: [(Double, Double)], _ y: Scale) -> Markup {
        guard bound.count > 1, let first = bound.first, let last = bound.last else { return .empty }
        let corners = bound + [(last.0, frame.top), (frame.left, frame.top), (frame.left, first.1)]
        return element(
            "polygon",
            ["class": "out", "points": corners.map { "\(n($0.0)),\(n($0.1))" }.joined(separator: " ")])
    }

    /// The bound's line, as far as the area reaches.
    private func bound(_ x: Scale, _ y: Scale) -> [(Double, Double)] {
        guard let bound = series.first(where: \.isBound) else { return [] }
        var places: [(Double, Double)] = []
        for point in bound.points {
            let place = (x(point.joules), y(point.freshShare))
            guard place.0 > frame.right else {
                places.append(place)
                continue
            }
            if let last = places.last {
                let part = (frame.right - last.0) / (place.0 - last.0)
                places.append((frame.right, last.1 + (place.1 - last.1) * part))
            }
            break
        }
        return places
    }

    private func lines(_ x: Scale, _ y: Scale) -> Markup {
        var layout = LabelLayout(
            area: LabelLayout.Box(left: frame.left + 4, top: 2, right: frame.width, bottom: frame.bottom - 2))
        let boundPlaces = bound(x, y)
        for point in series.filter({ !$0.isBound }).flatMap(\.points) {
            layout.avoid(x(point.joules), y(point.freshShare))
        }
        layout.avoid(boundPlaces)
        for one in series where !one.isBound {
            layout.avoid(one.points.map { (x($0.joules), y($0.freshShare)) })
        }
        var parts: [Markup] = []
        // The engine last, so that it lies on top; labels of the engine first, so that they find the best place.
        for one in series.filter({ !$0.isEngine }) + series.filter(\.isEngine) {
            let places = one.isBound ? boundPlaces : one.points.map { (x($0.joules), y($0.freshShare)) }
            var marks = [polyline(places, one.style, look: one.isEngine ? "ln strong" : "ln")]
            for (point, place) in zip(one.points, places) where !one.isBound {
                if point.isMain {
                    marks.append(
                        element("circle", ["class": "ring", "cx": n(place.0), "cy": n(place.1), "r": "8"]))
                }
                marks.append(
                    one.style.marker.shape(
                        place.0, place.1,
                        "\(point.name)\n\(Parts.percent(point.freshShare)) fresh, "
                            + "\(Parts.short(point.joules)) J/day"))
            }
            parts.append(element("g", ["class": "c\(one.style.colour)"], marks))
        }
        for one in series.filter(\.isEngine) + series.filter({ !$0.isEngine }) {
            // The bound's line is long and bare: its name stands beside its middle.
            let end =
                one.isBound
                ? boundPlaces.dropFirst(boundPlaces.count / 3).first
                : one.points.last.map { (x($0.joules), y($0.freshShare)) }
            if let end { parts.append(name(of: one, at: end, &layout)) }
        }
        return .group(parts)
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
