/// Finds room for labels beside the points that they name.
struct LabelLayout {
    struct Box {
        var left: Double
        var top: Double
        var right: Double
        var bottom: Double

        func overlaps(_ other: Box) -> Bool {
            left < other.right && other.left < right && top < other.bottom && other.top < bottom
        }
    }

    struct Place {
        /// Where it begins, ends or has its middle, as ``anchor`` says.
        var x: Double
        /// The base line.
        var y: Double
        /// As in SVG's `text-anchor`.
        var anchor = "start"
        /// Whether it is so far away that a line must lead to it.
        var isFar = false
    }

    let area: Box
    private var taken: [Box] = []

    private static let lineHeight = 15.0
    /// About the width of a letter of a label; readers' fonts differ, so it is rather too much.
    private static let letterWidth = 7.6
    /// Between a point and its label.
    private static let gap = 9.0

    init(area: Box) { self.area = area }

    mutating func avoid(_ x: Double, _ y: Double, radius: Double = 4) {
        taken.append(Box(left: x - radius, top: y - radius, right: x + radius, bottom: y + radius))
    }

    mutating func avoid(_ line: [(Double, Double)]) {
        for (from, to) in zip(line, line.dropFirst()) {
            let (dx, dy) = (to.0 - from.0, to.1 - from.1)
            let steps = max(1, Int((max(abs(dx), abs(dy)) / 8).rounded(.up)))
            for step in 0..<steps {
                let part = Double(step) / Double(steps)
                avoid(from.0 + dx * part, from.1 + dy * part, radius: 1)
            }
        }
    }

    /// Places `text` as near to the point as there is room: right of it, left of it, then ever further away. Where
    /// there is none, it stands where it covers least.
    mutating func place(_ text: String, _ x: Double, _ y: Double) -> Place {
        let width = Double(text.count) * Self.letterWidth
        var best: (place: Place, box: Box, overlaps: Int)?
        for place in candidates(x, y) {
            let left = place.x - (place.anchor == "end" ? width : place.anchor == "middle" ? width / 2 : 0)
            let box = Box(
                left: left, top: place.y - Self.lineHeight * 0.8, right: left + width,
                bottom: place.y + Self.lineHeight * 0.25)
            guard box.left >= area.left, box.right <= area.right, box.top >= area.top,
                box.bottom <= area.bottom
            else { continue }
            let overlaps = taken.reduce(0) { $0 + ($1.overlaps(box) ? 1 : 0) }
            if overlaps < best?.overlaps ?? .max { best = (place, box, overlaps) }
            if overlaps == 0 { break }
        }
        if let box = best?.box { taken.append(box) }
        return best?.place ?? Place(x: x + Self.gap, y: y + 4)
    }

    private func candidates(_ x: Double, _ y: Double) -> [Place] {
        let sides: [(x: Double, anchor: String)] = [
            (x + Self.gap, "start"), (x - Self.gap, "end"), (x, "middle"),
        ]
        var places = sides.prefix(2).map { Place(x: $0.x, y: y + 4, anchor: $0.anchor) }
        for step in 1...12 {
            let shift = Double(step) * Self.lineHeight * 0.75
            for side in sides {
                // A label above or below the point itself must clear it.
                let further = side.anchor == "middle" ? shift * 1.3 : shift
                for dy in [further, -further] {
                    places.append(
                        Place(
                            x: side.x, y: y + dy + 4, anchor: side.anchor,
                            isFar: further > Self.lineHeight * 1.2))
                }
            }
        }
        return places
    }
}
