import Foundation

/// A pattern for names: `*` stands for any text, `?` for one character; upper and lower case are the same.
package struct NameGlob: Sendable {
    private let expression: String

    package init(_ pattern: String) {
        let inner = NSRegularExpression.escapedPattern(for: pattern)
            .replacingOccurrences(of: "\\*", with: ".*").replacingOccurrences(of: "\\?", with: ".")
        expression = "(?si)\\A\(inner)\\z"
    }

    /// Whether the whole of `name` is as the pattern says.
    package func matches(_ name: String) -> Bool {
        name.range(of: expression, options: .regularExpression) != nil
    }
}
