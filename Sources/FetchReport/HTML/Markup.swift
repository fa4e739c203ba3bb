/// A piece of HTML that may be put into a page as it is.
///
/// It is also well-formed XML: every element is closed, every attribute quoted. Text enters only through
/// ``text(_:)`` and attributes, which escape it.
struct Markup: Sendable {
    private(set) var html: String

    fileprivate init(html: String) { self.html = html }

    static let empty = Markup(html: "")

    var isEmpty: Bool { html.isEmpty }

    static func text(_ text: String) -> Markup { Markup(html: escaping(text)) }

    /// A style sheet, which must not be escaped: it holds no `<` and no `&`.
    static func verbatim(_ text: StaticString) -> Markup { Markup(html: "\(text)") }

    static let doctype = Markup(html: "<!DOCTYPE html>\n")

    static func group(_ pieces: [Markup]) -> Markup { Markup(html: pieces.map(\.html).joined()) }

    static func + (left: Markup, right: Markup) -> Markup { Markup(html: left.html + right.html) }

    static func += (left: inout Markup, right: Markup) { left.html += right.html }

    /// Elements that HTML knows without content, and those of SVG, which is XML.
    fileprivate static let closedAtOnce: Set<String> = [
        "meta", "br", "circle", "line", "path", "rect", "polygon", "polyline", "use",
    ]
    /// Elements after which a new line starts, so that a page can be compared line by line.
    fileprivate static let blocks: Set<String> = [
        "head", "style", "title", "header", "nav", "section", "figure", "figcaption", "table", "tr",
        "p",
        "h1", "h2", "h3", "h4", "svg", "g", "li", "ul", "dl", "footer", "main", "div", "pre",
    ]

    /// Escapes what has a meaning in markup; characters that XML does not allow are shown as U+FFFD.
    fileprivate static func escaping(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x26: result += "&amp;"
            case 0x3C: result += "&lt;"
            case 0x3E: result += "&gt;"
            case 0x22: result += "&quot;"
            case 0x27: result += "&#39;"
            case 0x09, 0x0A, 0x20...0x7E, 0xA0...0xFFFD, 0x1_0000...: result.unicodeScalars.append(scalar)
            default: result += "\u{FFFD}"
            }
        }
        return result
    }
}

/// An element; attributes that are nil are left out.
func element(
    _ name: String, _ attributes: KeyValuePairs<String, String?> = [:], _ content: [Markup]
) -> Markup {
    var html = "<" + name
    for (key, value) in attributes {
        if let value { html += " \(key)=\"\(Markup.escaping(value))\"" }
    }
    let inner = content.map(\.html).joined()
    if inner.isEmpty, Markup.closedAtOnce.contains(name) { return Markup(html: html + "/>") }
    let end = Markup.blocks.contains(name) ? "\n" : ""
    return Markup(html: html + ">" + inner + "</" + name + ">" + end)
}

func element(
    _ name: String, _ attributes: KeyValuePairs<String, String?> = [:], _ content: Markup...
) -> Markup {
    element(name, attributes, content)
}

func element(_ name: String, _ attributes: KeyValuePairs<String, String?> = [:], text: String) -> Markup {
    element(name, attributes, [.text(text)])
}
