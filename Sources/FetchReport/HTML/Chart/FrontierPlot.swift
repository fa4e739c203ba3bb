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
        /// Whether the legend has it.
        var isNamed = true
        var style: SeriesStyle
    }

    /// Rivals that the legend has, at most.
    static let mostNamed = 5

    var series: [Series]
    /// The figure in words, for those who do not see it.
    var label: String

    /// The drawing of all with its legend; nil where no series has a point.
    var markup: Markup? {
        let frame = ChartFrame()
        guard let axes = axes(frame) else { return nil }
        let across = ChartFrame.Axis(
            title: "background energy, J a day (logarithmic; linear near 0)",
            ticks: axes.x.ticks(0).map { ($0, Figures.plain($0)) }, scale: axes.x)
        let up = ChartFrame.Axis(
            title: "fresh launches",
            ticks: axes.y.ticks(5).map { ($0, Parts.percent($0, decimals: axes.step < 0.01 ? 1 : 0)) },
            scale: axes.y)
        return frame.drawing(
            label, outOfReach(axes), frame.xAxis(across), frame.yAxis(up), .group(lines(axes))) + legend
    }

    /// The look and name of each series that has one.
    private var legend: Markup {
        let named = series.filter(\.isNamed)
        let entries = (named.filter(\.isEngine) + named.filter { !$0.isEngine }).map { one in
            let line = polyline([(0, 6), (30, 6)], one.style, look: one.isEngine ? "ln strong" : "ln")
            let mark = one.isBound ? Markup.empty : one.style.marker.shape(15, 6)
            return element(
                "span", ["class": "c\(one.style.colour)"],
                element("svg", ["viewBox": "0 0 30 12", "xmlns": "http://www.w3.org/2000/svg"], line, mark),
                .text(one.name))
        }
        return element("p", ["class": "key"], entries)
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
    }

    private func axes(_ frame: ChartFrame) -> Axes? {
        // The bound goes as far as the others, and a little to their left.
        let points = series.filter { !$0.isBound }.flatMap(\.points)
        guard let least = (points + series.compactMap(\.points.first)).map(\.joules).min(),
            let most = points.map(\.joules).max()
        else { return nil }
        let x = Scale(
            shape: .symmetricLog(threshold: 1), domain: min(least * 1.1, 0)...max(most * 1.25, 10),
            positions: (frame.left, frame.right))
        let floor = points.map(\.freshShare).min() ?? 0
        let step = Scale.roundStep((1 - floor) / 5)
        let low = min(max(0, (floor / step + 1e-9).rounded(.down) * step), 0.95)
        // Lines do not lie on the axis.
        let start = floor - low < (1 - low) * 0.04 ? max(0, low - (1 - low) * 0.06) : low
        let y = Scale(
            shape: .linear, domain: start...1 + (1 - low) * 0.02, positions: (frame.bottom, frame.top))
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

    private func lines(_ axes: Axes) -> [Markup] {
        // The engine last, so that it lies on top.
        let named = series.filter { $0.isNamed && !$0.isEngine } + series.filter(\.isEngine)
        return series.filter { !$0.isNamed }.map { faint($0, axes) }
            + named.map { one in
                let line = polyline(
                    one.isBound ? bound(axes) : axes.places(one), one.style,
                    look: one.isEngine ? "ln strong" : "ln")
                return element(
                    "g", ["class": "c\(one.style.colour)"], [line] + (one.isBound ? [] : marks(one, axes)))
            }
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
}
