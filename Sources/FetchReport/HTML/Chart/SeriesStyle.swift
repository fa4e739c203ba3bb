/// How a series looks, so that it can be told from the others without colour: by its marker and dashes.
struct SeriesStyle: Sendable {
    /// The number of the colour in the style sheet, as in `c3`.
    let colour: Int
    let marker: Marker
    /// As in SVG's `stroke-dasharray`; nil for an unbroken line.
    let dashes: String?

    static let engine = SeriesStyle(colour: 0, marker: .circle, dashes: nil)
    static let none = SeriesStyle(colour: 7, marker: .cross, dashes: "1 3")
    static let bound = SeriesStyle(colour: 8, marker: .plus, dashes: "7 3")

    private static let colours = [1, 2, 3, 4, 5, 6, 9, 10]
    private static let markers: [Marker] = [
        .square, .triangle, .diamond, .hollowCircle, .hollowSquare, .down, .hollowTriangle, .hollowDiamond,
        .hollowDown,
    ]
    private static let dashes = ["6 3", "2 2", "8 3 2 3", "10 4", "4 2 1 2", "3 5", "12 3"]

    /// One of those for rivals. No two of the first 504 are the same, and neighbours differ in all three.
    static func other(_ number: Int) -> SeriesStyle {
        SeriesStyle(
            colour: colours[number % colours.count], marker: markers[number % markers.count],
            dashes: dashes[number % dashes.count])
    }

    /// The style of each of those families; the first eight rivals have colours of their own.
    static func styles(_ families: [String]) -> [String: SeriesStyle] {
        var styles: [String: SeriesStyle] = ["adaptive": engine, "none": none, "clairvoyant": bound]
        var next = 0
        for family in families where styles[family] == nil {
            styles[family] = other(next)
            next += 1
        }
        return styles
    }
}

enum Marker: Sendable {
    case circle, square, triangle, diamond, down, hollowCircle, hollowSquare, hollowTriangle, hollowDiamond,
        hollowDown
    case cross, plus

    /// Whether it is an outline around the paper's colour.
    var isHollow: Bool {
        switch self {
        case .hollowCircle, .hollowSquare, .hollowTriangle, .hollowDiamond, .hollowDown: true
        case .circle, .square, .triangle, .diamond, .down, .cross, .plus: false
        }
    }

    /// The shape around a point.
    func shape(_ x: Double, _ y: Double, size: Double = 3.6, _ title: String? = nil) -> Markup {
        let s = size
        let path =
            switch self {
            case .circle, .hollowCircle:
                "M\(n(x - s)) \(n(y))a\(n(s)) \(n(s)) 0 1 0 \(n(2 * s)) 0a\(n(s)) \(n(s)) 0 1 0 \(n(-2 * s)) 0z"
            case .square, .hollowSquare: "M\(n(x - s)) \(n(y - s))h\(n(2 * s))v\(n(2 * s))h\(n(-2 * s))z"
            case .triangle, .hollowTriangle:
                "M\(n(x)) \(n(y - 1.2 * s))l\(n(1.15 * s)) \(n(2.1 * s))h\(n(-2.3 * s))z"
            case .down, .hollowDown:
                "M\(n(x)) \(n(y + 1.2 * s))l\(n(1.15 * s)) \(n(-2.1 * s))h\(n(-2.3 * s))z"
            case .diamond, .hollowDiamond:
                "M\(n(x)) \(n(y - 1.35 * s))l\(n(1.35 * s)) \(n(1.35 * s))l\(n(-1.35 * s)) \(n(1.35 * s))"
                    + "l\(n(-1.35 * s)) \(n(-1.35 * s))z"
            case .cross:
                "M\(n(x - s)) \(n(y - s))l\(n(2 * s)) \(n(2 * s))M\(n(x - s)) \(n(y + s))l\(n(2 * s)) \(n(-2 * s))"
            case .plus: "M\(n(x - s)) \(n(y))h\(n(2 * s))M\(n(x)) \(n(y - s))v\(n(2 * s))"
            }
        let look =
            switch self {
            case .cross, .plus: "mk open"
            default: isHollow ? "mk hollow" : "mk"
            }
        return element("path", ["class": look, "d": path], hoverTitle(title))
    }
}

/// A coordinate, to a tenth of a pixel.
func n(_ value: Double) -> String { Figures.plain(value, decimals: 1) }

/// Adds a text for the pointer that rests on an element.
func hoverTitle(_ text: String?) -> Markup {
    text.map { element("title", text: $0) } ?? .empty
}
