import FetchSched

/// A server's answer by its status and its headers (RFC 9110, RFC 9111 as for a private cache), for FetchHTTP, too, and as
/// `Result.from_http` of the Python package reads it. Nothing that a server sends is an error.
package struct WebAnswer {
    var status: Int64
    /// Whether the request had validators: a 304 without them has failed.
    var isConditional = true
    /// Whether the body has anything new, for a host that compares.
    var isNew = true
    /// Names in small letters; the values of those that come twice are joined.
    private var headers: [(name: [UInt8], value: [UInt8])] = []

    /// The engine believes a week at most.
    package static let week: Int64 = 7 * 86_400_000

    package init(status: Int64) { self.status = status }

    package mutating func add(_ name: [UInt8], _ value: [UInt8]) {
        let name = Self.small(Self.trimmed(name[...]))
        if let index = headers.firstIndex(where: { $0.name == name }) {
            headers[index].value += [UInt8(ascii: ","), UInt8(ascii: " ")] + value
        } else if Self.counted.contains(where: { $0.utf8.elementsEqual(name) }) {
            headers.append((name, value))
        }
    }

    /// The headers that mean something here.
    package static let counted = ["cache-control", "expires", "age", "date", "retry-after"]

    private func header(_ name: String) -> [UInt8]? {
        headers.first { name.utf8.elementsEqual($0.name) }?.value
    }

    /// The meaning of the answer, without dates of what is new.
    func result(at now: Int64) -> PollResult {
        switch status {
        case 200, 203:
            var result = PollResult(outcome: isNew ? .newData : .noData)
            result.maxAge = freshness(at: now) ?? 0
            return result
        case 304 where isConditional:
            var result = PollResult(outcome: .noData)
            // Without headers of its own, the interval of the last full answer still holds.
            if header("cache-control") != nil || header("expires") != nil {
                result.maxAge = freshness(at: now) ?? 0
            }
            return result
        case 410: return PollResult(outcome: .gone)
        default:
            var result = PollResult(outcome: .failed)
            result.retryAfter = wait(at: now) ?? (status == 429 ? 0 : nil)
            return result
        }
    }

    /// How long the server asks to be left alone, in milliseconds, a week at most; nil if it does not.
    package func wait(at now: Int64) -> Int64? {
        // The server's clock may be wrong, but it is one clock.
        header("retry-after").flatMap {
            Self.wait($0, sent: header("date").flatMap(WebTime.milliseconds), at: now)
        }
    }

    /// Reads `Retry-After`: a number of seconds, a date, or, as some send it, seconds since 1970.
    static func wait(_ text: [UInt8], sent: Int64?, at now: Int64) -> Int64? {
        let wait: Int64
        if let span = seconds(text[...]) {
            wait = 1_000_000_000_000..<10_000_000_000_000 ~= span ? span - (sent ?? now) : span
        } else if let date = WebTime.milliseconds(text) {
            wait = date - (sent ?? now)
        } else {
            return nil
        }
        return min(max(0, wait), week)
    }

    /// For how many milliseconds the answer holds, a week at most; nil if its headers say nothing, or that it has to be
    /// requested again each time (`no-cache`, `no-store`).
    package func freshness(at now: Int64) -> Int64? {
        let directives = Self.directives(header("cache-control") ?? [])
        func value(_ name: String) -> [UInt8]?? {
            directives.first { name.utf8.elementsEqual($0.name) }?.value
        }
        // With the names of fields, `no-cache` is about those fields only.
        if value("no-store") != nil { return nil }
        if let fields = value("no-cache"), fields == nil { return nil }
        let span: Int64
        if let age = value("max-age") {
            guard let seconds = age.flatMap({ Self.seconds($0[...]) }) else { return nil }
            span = seconds
        } else if let expires = header("expires") {
            // A text that is no date (`0`) means that it has expired.
            let sent = header("date").flatMap(WebTime.milliseconds) ?? now
            span = WebTime.milliseconds(expires).map { $0 - sent } ?? 0
        } else {
            return nil
        }
        return min(max(0, span - (header("age").flatMap { Self.seconds($0[...]) } ?? 0)), Self.week)
    }

    /// Reads a number of seconds of any size as milliseconds; of several, the first.
    package static func seconds(_ text: ArraySlice<UInt8>) -> Int64? {
        let first = trimmed(text.prefix { $0 != UInt8(ascii: ",") })
        let parts = first.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard 1...2 ~= parts.count, !parts[0].isEmpty,
            parts.allSatisfy({ $0.allSatisfy { 0x30...0x39 ~= $0 } })
        else { return nil }
        // Two infinities would have no difference.
        return Int64(min(PollDecimal(first[...]).value, 1e12) * 1000 + 0.5)
    }

    /// The names, in small letters, and values of `Cache-Control`. A value in quotes may have commas.
    private static func directives(_ text: [UInt8]) -> [(name: [UInt8], value: [UInt8]?)] {
        var (parts, part, isQuoted, isEscaped): ([[UInt8]], [UInt8], Bool, Bool) = ([], [], false, false)
        for byte in text {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\"), isQuoted {
                isEscaped = true
                continue
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if byte == UInt8(ascii: ","), !isQuoted {
                parts.append(part)
                part = []
                continue
            }
            part.append(byte)
        }
        parts.append(part)
        return parts.map { part in
            guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else {
                return (small(trimmed(part[...])), nil)
            }
            var value = trimmed(part[(equals + 1)...])[...]
            while let last = value.last, last == UInt8(ascii: "\"") || last == 0x20 {
                value = value.dropLast()
            }
            while let first = value.first, first == UInt8(ascii: "\"") || first == 0x20 {
                value = value.dropFirst()
            }
            return (small(trimmed(part[..<equals])), Array(value))
        }
    }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var text = text
        while let first = text.first, first <= 0x20 { text = text.dropFirst() }
        while let last = text.last, last <= 0x20 { text = text.dropLast() }
        return Array(text)
    }

    static func small(_ text: [UInt8]) -> [UInt8] { text.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 } }
}

/// The host of a URL; nil for a name that is none.
func pollHost(of name: [UInt8]) -> [UInt8]? {
    guard let slashes = name.indices.dropLast().first(where: { name[$0] == 0x2F && name[$0 + 1] == 0x2F })
    else {
        return nil
    }
    // A scheme stands before it, or nothing.
    let scheme = name[..<slashes]
    if !scheme.isEmpty {
        let isScheme = scheme.last == 0x3A && scheme.count > 1
        guard isScheme,
            scheme.dropLast().allSatisfy({
                0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 | 0x20 || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E
            })
        else { return nil }
    }
    var host = name[(slashes + 2)...].prefix { $0 != 0x2F && $0 != 0x3F && $0 != 0x23 }
    if let at = host.lastIndex(of: 0x40) { host = host[(at + 1)...] }
    if host.first == 0x5B {
        host = host.dropFirst().prefix { $0 != 0x5D }
    } else {
        host = host.prefix { $0 != 0x3A }
    }
    return host.isEmpty ? nil : WebAnswer.small(Array(host))
}
