import FetchSchedText

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

    /// The commands that a command with values stands for, as in `mine {60/600} {1/2}`: numbers in braces, at least two,
    /// which no shell has a use for. All combinations; the first braces stay in `sweep`, whose curve the command is on.
    static func runs(of command: String) -> [(command: String, sweep: String?)] {
        guard let first = values(in: command[...]) else { return [(command, nil)] }
        let (start, end) = (command[..<first.range.lowerBound], command[first.range.upperBound...])
        return expanded(end).flatMap { end in
            first.values.map { (String(start + $0 + end), String(start + command[first.range] + end)) }
        }
    }

    private static func expanded(_ text: Substring) -> [String] {
        guard let first = values(in: text) else { return [String(text)] }
        let ends = expanded(text[first.range.upperBound...])
        return first.values.flatMap { value in
            ends.map { text[..<first.range.lowerBound] + value + $0 }
        }
    }

    private static func values(in text: Substring) -> (range: Range<String.Index>, values: [Substring])? {
        var rest = text
        while let open = rest.firstIndex(of: "{") {
            rest = rest[rest.index(after: open)...]
            guard let close = rest.firstIndex(of: "}") else { return nil }
            let values = rest[..<close].split(separator: "/", omittingEmptySubsequences: false)
            if values.count > 1, values.allSatisfy({ DecimalText.value($0.utf8) != nil }) {
                return (open..<rest.index(after: close), values)
            }
        }
        return nil
    }

    package static func item(of command: String) -> String {
        exec + command.replacing(",", with: "\\,")
    }
}
