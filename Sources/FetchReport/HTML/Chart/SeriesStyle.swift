/// How a series looks, so that it can be told from the others without colour: each has its own marker and dashes.
struct SeriesStyle: Sendable {
    /// The number of the colour in the style sheet, as in `c3`.
    let colour: Int
    let marker: Marker
    /// As in SVG's `stroke-dasharray`; nil for an unbroken line.
    let dashes: String?

    /// The engine.
    static let engine = SeriesStyle(colour: 0, marker: .circle, dashes: nil)
    /// No background fetch.
    static let none = SeriesStyle(colour: 7, marker: .cross, dashes: "1 3")
    /// The bound.
    static let bound = SeriesStyle(colour: 8, marker: .plus, dashes: "7 3")

    private static let others: [SeriesStyle] = [
        SeriesStyle(colour: 1, marker: .square, dashes: "6 3"),
        SeriesStyle(colour: 2, marker: .triangle, dashes: "2 2"),
        SeriesStyle(colour: 3, marker: .diamond, dashes: "8 3 2 3"),
        SeriesStyle(colour: 4, marker: .hollowSquare, dashes: "10 4"),
        SeriesStyle(colour: 5, marker: .hollowTriangle, dashes: "4 2 1 2"),
        SeriesStyle(colour: 6, marker: .hollowCircle, dashes: "3 5"),
    ]

    /// One of those for rivals.
    static func other(_ number: Int) -> SeriesStyle { others[number % others.count] }

    /// The style of each of those families, the same in all charts of a page that give the same families.
    static func styles(_ families: [String]) -> [String: SeriesStyle] {
        var styles: [String: SeriesStyle] = ["adaptive": engine, "none": none, "clairvoyant": bound]
        // The usual rivals look the same in every report.
        for (number, name) in ["piggyback", "aligned", "fixed"].enumerated() { styles[name] = other(number) }
        var next = 3
        for family in families where styles[family] == nil {
            styles[family] = other(next)
            next += 1
        }
        return styles
    }
}

/// The shape of a point.
enum Marker: Sendable {
    case circle, square, triangle, diamond, hollowCircle, hollowSquare, hollowTriangle, cross, plus

    /// The shape around a point.
    ///
    /// - Parameter size: about half its width.
    func shape(_ x: Double, _ y: Double, size: Double = 3.6, _ title: String? = nil) -> Markup {
        let s = size
        let path =
            switch self {
            case .circle, .hollowCircle:
                "M\(n(x - s)) \(n(y))a\(n(s)) \(n(s)) 0 1 0 \(n(2 * s)) 0a\(n(s)) \(n(s)) 0 1 0 \(n(-2 * s)) 0z"
            case .square, .hollowSquare: "M\(n(x - s)) \(n(y - s))h\(n(2 * s))v\(n(2 * s))h\(n(-2 * s))z"
            case .triangle, .hollowTriangle:
                "M\(n(x)) \(n(y - 1.2 * s))l\(n(1.15 * s)) \(n(2.1 * s))h\(n(-2.3 * s))z"
            case .diamond:
                "M\(n(x)) \(n(y - 1.35 * s))l\(n(1.35 * s)) \(n(1.35 * s))l\(n(-1.35 * s)) \(n(1.35 * s))"
                    + "l\(n(-1.35 * s)) \(n(-1.35 * s))z"
            case .cross:
                "M\(n(x - s)) \(n(y - s))l\(n(2 * s)) \(n(2 * s))M\(n(x - s)) \(n(y + s))l\(n(2 * s)) \(n(-2 * s))"
            case .plus: "M\(n(x - s)) \(n(y))h\(n(2 * s))M\(n(x)) \(n(y - s))v\(n(2 * s))"
            }
        let look =
            switch self {
            case .circle, .square, .triangle, .diamond: "mk"
            case .hollowCircle, .hollowSquare, .hollowTriangle: "mk hollow"
            case .cross, .plus: "mk open"
            }
        return element("path", ["class": look, "d": path], hoverTitle(title))
    }
}

/// A coordinate, to a tenth of a pixel.
func n(_ value: Double) -> String { Figures.plain(value, decimals: 1) }

/// What is shown where the pointer rests on an element.
func hoverTitle(_ text: String?) -> Markup {
    text.map { element("title", text: $0) } ?? .empty
}
