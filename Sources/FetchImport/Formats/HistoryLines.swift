import FetchSched

/// The rows of an App Usage export that are about the screen or a notification, and not about an app in front.
///
/// Their words are in the phone's language, so rows are recognised by their form:
///
///     Notification posted (Mail)     lasts 0 s, and "Mail" is another name in the file
///     Screen off (locked)            lasts for hours, and longest of all
///     Screen on (locked)             has words in common with it, or mostly follows it
///     Screen on (unlocked)           has words in common with one of those
struct HistoryLines {
    /// Screen events, by the names of the rows that start with them.
    private(set) var screen: [String: ScreenChange] = [:]
    /// Which app posted the notifications that rows of that name are about.
    private(set) var notified: [String: String] = [:]

    /// The rows of one name, added up.
    private struct Rows {
        var count = 0
        var total = TimeSpan.zero
        var longest = TimeSpan.zero
        /// How many of them come directly behind a row with the words for a dark screen.
        var afterDark = 0

        mutating func add(_ span: TimeSpan) {
            count += 1
            total = total + span
            longest = max(longest, span)
        }
    }

    /// `Screen off (locked)` as two parts.
    private struct Parts: Hashable {
        var words: Substring
        var inside: Substring

        init?(_ name: String) {
            guard let last = name.last, ")）".contains(last),
                let open = name.firstIndex(where: { "(（".contains($0) })
            else { return nil }
            words = name[..<open]
            while words.last?.isWhitespace == true { words.removeLast() }
            inside = name[name.index(after: open)...].dropLast()
            if words.isEmpty || inside.isEmpty { return nil }
        }
    }

    /// Looks at all rows.
    ///
    /// - Complexity: O(*n* log *n*).
    init(_ uses: [AppUse]) {
        var rows: [String: Rows] = [:]
        for use in uses { rows[use.app, default: Rows()].add(use.duration ?? .zero) }
        var parts: [String: Parts] = [:]
        for name in rows.keys {
            if let found = Parts(name) { parts[name] = found }
        }
        findNotifications(rows, parts)
        for name in rows.keys {
            if let change = Self.english(name) { screen[name] = change }
        }
        let inOrder = uses.filter { notified[$0.app] == nil }.sorted { $0.start < $1.start }
        guard let first = inOrder.first, let last = inOrder.last else { return }
        findScreen(inOrder, rows, parts.filter { notified[$0.key] == nil }, last.end - first.start)
    }

    private mutating func findNotifications(_ rows: [String: Rows], _ parts: [String: Parts]) {
        for (words, names) in Dictionary(grouping: parts.keys, by: { parts[$0]?.words ?? "" }) {
            guard names.allSatisfy({ rows[$0]?.total == .zero }) else { continue }
            let apps = names.compactMap { parts[$0].map { String($0.inside) } }
            guard words == "Notification posted" || apps.contains(where: { rows[$0] != nil }) else {
                continue
            }
            for (name, app) in zip(names, apps) { notified[name] = app }
        }
    }

    /// The screen is dark most of the time, so the rows that last longest say that; the others are found from there.
    private mutating func findScreen(
        _ uses: [AppUse], _ rows: [String: Rows], _ parts: [String: Parts], _ span: TimeSpan
    ) {
        func longest(_ names: some Sequence<String>, share: Int64) -> String? {
            let name = names.max { ((rows[$0]?.total ?? .zero), $1) < ((rows[$1]?.total ?? .zero), $0) }
            guard let name, let found = rows[name], found.longest >= .hours(1),
                found.total.milliseconds >= span.milliseconds / share
            else { return nil }
            return name
        }
        let inBrackets = parts.keys.filter { rows[String(parts[$0]?.inside ?? "")] == nil }
        guard let dark = longest(inBrackets, share: 4), let off = parts[dark] else {
            // Without brackets it needs more to tell it from an app.
            if let name = longest(rows.keys.filter { parts[$0] == nil }, share: 2),
                Double(rows[name]?.count ?? 0) >= 5 * span.seconds / 86_400
            {
                screen[name] = .off
            }
            return
        }
        var rows = rows
        for (use, previous) in zip(uses.dropFirst(), uses) where parts[previous.app]?.words == off.words {
            rows[use.app]?.afterDark += 1
        }
        // A name that is found brings its words and its brackets, which may find others: each name is looked at when
        // one of its parts is.
        let byWords = Dictionary(grouping: inBrackets) { parts[$0]?.words ?? "" }
        let byInside = Dictionary(grouping: inBrackets) { parts[$0]?.inside ?? "" }
        var words: Set = [off.words]
        var insides: Set = [off.inside]
        var known: Set = [dark]
        let darkCount = rows[dark]?.count ?? 0
        var found = inBrackets.filter { name in
            guard name != dark, let count = rows[name] else { return false }
            return count.afterDark * 2 >= max(count.count, darkCount)
        }
        found += byWords[off.words, default: []] + byInside[off.inside, default: []]
        while let name = found.popLast() {
            guard let part = parts[name], known.insert(name).inserted else { continue }
            if words.insert(part.words).inserted { found += byWords[part.words, default: []] }
            if insides.insert(part.inside).inserted { found += byInside[part.inside, default: []] }
            screen[name] = part.words == off.words ? .off : part.inside == off.inside ? .on : .unlocked
        }
        guard words.count > 1 else { return }
        screen[dark] = .off
        for name in rows.keys where words.contains(name[...]) {
            screen[name] = name == off.words ? .off : .on
        }
    }

    private static func english(_ name: String) -> ScreenChange? {
        switch name {
        case "Screen on (unlocked)": .unlocked
        case "Screen on", "Screen on (locked)": .on
        case "Screen off", "Screen off (locked)", "Screen off (unlocked)", "Device shutdown": .off
        default: nil
        }
    }
}
