/// Finds room for labels beside the points that they name.
struct LabelLayout {
    /// A rectangle that is taken.
    struct Box {
        var left: Double
        var top: Double
        var right: Double
        var bottom: Double

        func overlaps(_ other: Box) -> Bool {
            left < other.right && other.left < right && top < other.bottom && other.top < bottom
        }
    }

    /// A label's place: the begin of its base line, and whether it is so far away that a line must lead to it.
    struct Place {
        var x: Double
        var y: Double
        var isFar: Bool
    }

    /// Where labels may stand.
    let area: Box
    private var taken: [Box] = []

    static let lineHeight = 15.0
    /// About the width of a letter at the size of the labels.
    static let letterWidth = 6.9

    init(area: Box) { self.area = area }

    /// Keeps labels off a point.
    mutating func avoid(_ x: Double, _ y: Double, radius: Double = 4) {
        taken.append(Box(left: x - radius, top: y - radius, right: x + radius, bottom: y + radius))
    }

    /// Keeps labels off a line through points.
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

    /// Places `text` as near to the point as there is room: right of it, left of it, then ever further away.
    mutating func place(_ text: String, _ x: Double, _ y: Double) -> Place {
        let width = Double(text.count) * Self.letterWidth
        var best: (place: Place, box: Box, overlaps: Int)?
        for step in 0...12 {
            for (dx, dy) in [
                (9.0, 0.0), (-width - 9, 0.0), (9, 1), (9, -1), (-width - 9, 1), (-width - 9, -1),
                (-width / 2, 1.3), (-width / 2, -1.3),
            ] where dy == 0 ? step == 0 : step > 0 {
                let shift = dy * Double(step) * Self.lineHeight * 0.75
                let place = Place(x: x + dx, y: y + shift + 4, isFar: abs(shift) > Self.lineHeight * 1.2)
                let box = Box(
                    left: place.x - 2, top: place.y - Self.lineHeight * 0.8, right: place.x + width + 2,
                    bottom: place.y + Self.lineHeight * 0.25)
                guard box.left >= area.left, box.right <= area.right, box.top >= area.top,
                    box.bottom <= area.bottom
                else { continue }
                let overlaps = taken.reduce(0) { $0 + ($1.overlaps(box) ? 1 : 0) }
                if overlaps < best?.overlaps ?? .max { best = (place, box, overlaps) }
                if overlaps == 0 { break }
            }
            if best?.overlaps == 0 { break }
        }
        let place = best?.place ?? Place(x: x + 9, y: y + 4, isFar: false)
        if let box = best?.box { taken.append(box) }
        return place
    }
}
