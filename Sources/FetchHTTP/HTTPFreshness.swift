import Foundation

/// How long an answer holds by its headers (RFC 9111, as for a private cache).
enum HTTPFreshness {
    /// Returns the least time until the next request, at most a week; nil if the headers say nothing, or that the answer
    /// has to be asked for again each time (`no-cache`, `no-store`).
    ///
    /// - Parameter header: The value of a header.
    static func interval(at now: Date, _ header: (String) -> String?) -> Duration? {
        let directives = header("Cache-Control").map(directives) ?? []
        func value(_ name: String) -> String?? { directives.first { $0.name == name }?.value }
        // With the names of fields, `no-cache` is about those fields only.
        if value("no-store") != nil
            || directives.contains(where: { $0.name == "no-cache" && $0.value == nil })
        {
            return nil
        }
        let age = header("Age").flatMap { seconds($0) } ?? 0
        if let text = value("max-age") {
            return text.flatMap { seconds($0) }.map { HTTPAnswer.clamped($0 - age) }
        }
        guard let text = header("Expires") else { return nil }
        // The server's clock may be wrong, but it is one clock.
        let sent = header("Date").flatMap { Date(webText: $0) } ?? now
        // A text that is no date (`0`) means that it has expired.
        return HTTPAnswer.clamped((Date(webText: text)?.timeIntervalSince(sent) ?? 0) - age)
    }

    /// Reads a number of seconds of any size; of several, the first.
    static func seconds(_ text: String) -> Double? {
        let first = text.prefix { $0 != "," }.trimmingCharacters(in: .whitespaces)
        guard !first.isEmpty, first.utf8.allSatisfy({ 48...57 ~= $0 || $0 == 46 }) else { return nil }
        // Two infinities would have no difference.
        return Double(first).map { min($0, 1e12) }
    }

    /// The names, in small letters, and values of `Cache-Control`. A value in quotes may have commas.
    static func directives(_ text: String) -> [(name: String, value: String?)] {
        var (parts, part, isQuoted, isEscaped): ([String], String, Bool, Bool) = ([], "", false, false)
        for character in text {
            if isEscaped {
                isEscaped = false
            } else if character == "\\", isQuoted {
                isEscaped = true
                continue
            } else if character == "\"" {
                isQuoted.toggle()
            } else if character == ",", !isQuoted {
                parts.append(part)
                part = ""
                continue
            }
            part.append(character)
        }
        return (parts + [part]).map { part in
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            let value =
                pair.count == 2 ? pair[1].trimmingCharacters(in: CharacterSet(charactersIn: "\" ")) : nil
            return (pair[0].lowercased(), value)
        }
    }
}
