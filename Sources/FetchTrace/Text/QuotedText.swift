/// How many characters of a found text an error shows.
private let shownLength = 40

/// `text` in quotes, for an error message: at most 40 characters, with what would not print escaped.
package func quoted(_ text: String) -> String {
    let scalars = text.unicodeScalars
    let head = String(String.UnicodeScalarView(scalars.prefix(shownLength)))
    let isWhole = scalars.dropFirst(shownLength).isEmpty
    return "\"" + escaped(head, quote: true) + (isWhole ? "\"" : "…\"")
}

/// `text` with controls and invisible characters (and quotes, if requested) written as escapes.
package func escaped(_ text: String, quote: Bool = false) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\n": result += "\\n"
        case "\r": result += "\\r"
        case "\t": result += "\\t"
        case "\"" where quote: result += "\\\""
        case "\\" where quote: result += "\\\\"
        default:
            if isVisible(scalar) {
                result.unicodeScalars.append(scalar)
            } else {
                result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            }
        }
    }
    return result
}

/// `text` for a terminal: as it is, line ends too, but for what would steer the terminal or not be seen, which is escaped.
package func printable(_ text: String) -> String {
    if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 || $0 == UInt8(ascii: "\n") }) { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { escaped(String($0)) }
        .joined(separator: "\n")
}

/// Whether a terminal would do something else than show it: controls, and marks that turn the direction of text.
package func steersTerminal(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
}

private func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
    default: true
    }
}

/// `"a", "b" or "c"`: alternatives as they are listed in an error message.
package func alternatives(_ texts: [String]) -> String {
    guard let last = texts.last else { return "nothing" }
    let rest = texts.dropLast()
    return rest.isEmpty ? last : rest.joined(separator: ", ") + " or " + last
}
