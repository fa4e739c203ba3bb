/// The text of a list of policies, in which a program's command may hold commas as `\,`.
package enum PolicyListText {
    /// The prefix of a policy whose decisions a program makes.
    package static let exec = "exec:"

    /// Splits at the commas that are not escaped.
    static func parts(of text: String) -> [Substring] {
        var parts: [Substring] = []
        var start = text.startIndex
        var isEscaped = false
        for index in text.indices {
            if text[index] == ",", !isEscaped {
                parts.append(text[start..<index])
                start = text.index(after: index)
            }
            isEscaped = text[index] == "\\"
        }
        return parts + [text[start...]]
    }

    static func command(of item: String) -> String {
        String(item.dropFirst(exec.count)).replacing("\\,", with: ",")
    }

    package static func item(of command: String) -> String {
        exec + command.replacing(",", with: "\\,")
    }
}
