import FetchTrace

/// Text for terminals of 80 columns. Names may come from elsewhere, so what would steer the terminal is escaped.
package enum Wrapped {
    /// Columns that a line has at most, unless a single word is longer.
    package static let width = 80

    /// Joins what stays together on a line, such as a figure and its unit; ``lines(_:width:)`` makes it a blank.
    package static let joint: Character = "\u{A0}"

    /// The text in lines, broken at blanks.
    package static func lines(_ text: String, width: Int = width) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in printable(text).split(separator: " ") {
            if !line.isEmpty, line.count + 1 + word.count > width {
                lines.append(plain(line))
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        return lines + (line.isEmpty ? [] : [plain(line)])
    }

    /// Each line of `text` in lines of ``width`` columns at most.
    package static func text(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { lines(String($0)).joined(separator: "\n") }.joined(separator: "\n")
    }

    /// Items as a list with commas; an item stays on one line if there it fits.
    package static func list(_ items: [String], width: Int = width) -> [String] {
        lines(items.map(joined).joined(separator: ", "), width: width)
    }

    /// The text with a joint behind each figure, which so stays with what it counts.
    package static func keepingFigures(_ text: String) -> String {
        var result = ""
        for character in text {
            result.append(character == " " && result.last?.isNumber == true ? joint : character)
        }
        return result
    }

    /// The text with its blanks as joints.
    package static func joined(_ text: String) -> String { String(text.map { $0 == " " ? joint : $0 }) }

    /// The first of some items, and how many more there are.
    package static func few(_ items: [String], most: Int) -> String {
        let shown = items.prefix(most).joined(separator: ", ")
        return items.count > most ? shown + " and \(items.count - most) more" : shown
    }

    /// The text without blanks at its end.
    static func trimmed(_ text: String) -> String {
        let end = text.lastIndex { $0 != " " }.map(text.index(after:)) ?? text.startIndex
        return String(text[..<end])
    }

    /// The text with its joints as blanks.
    package static func plain(_ text: String) -> String { String(text.map { $0 == joint ? " " : $0 }) }
}
