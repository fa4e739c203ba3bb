/// Sources whose time has come and not that of their server: a line for each group, in the order in which they came.
///
/// - Complexity: O(1) for each change; 8 bytes a source, up to the last that ever waited.
struct ServerLines: Sendable {
    private struct Link: Hashable, Sendable {
        var before = Self.none
        var after = Self.none

        /// The end of a line, and a source that is in none.
        static let none = Int32(-1)
        static let absent = Link(before: -2, after: -2)
    }

    /// The neighbours of each source.
    private var links: [Link] = []
    /// Last and first of each group's line: what comes before its first and after its last.
    private var ends: [Link] = []

    func contains(_ app: Int) -> Bool { app < links.count && links[app] != .absent }

    func first(of group: Int) -> Int? {
        group < ends.count && ends[group].after >= 0 ? Int(ends[group].after) : nil
    }

    func next(after app: Int) -> Int? {
        contains(app) && links[app].after >= 0 ? Int(links[app].after) : nil
    }

    /// The source joins the line of its group, at its end or, `isFirst`, at its front.
    mutating func add(_ app: Int, to group: Int, isFirst: Bool = false) {
        guard !contains(app), app >= 0, app < Int(Int32.max) else { return }
        links.grow(to: app + 1, with: .absent)
        ends.grow(to: group + 1, with: Link())
        let before = isFirst ? Link.none : ends[group].before
        let after = isFirst ? ends[group].after : Link.none
        links[app] = Link(before: before, after: after)
        join(before, Int32(app), group)
        join(Int32(app), after, group)
    }

    mutating func remove(_ app: Int, from group: Int) {
        guard contains(app) else { return }
        join(links[app].before, links[app].after, group)
        links[app] = .absent
    }

    /// Makes two neighbours, of which each may be the end of the line.
    private mutating func join(_ before: Int32, _ after: Int32, _ group: Int) {
        if before >= 0 { links[Int(before)].after = after } else { ends[group].after = after }
        if after >= 0 { links[Int(after)].before = before } else { ends[group].before = before }
    }

    /// All that wait, one line after the other.
    var all: [Int32] {
        ends.indices.flatMap { group in
            var line: [Int32] = []
            var app = first(of: group)
            while let next = app {
                line.append(Int32(next))
                app = self.next(after: next)
            }
            return line
        }
    }
}

extension Polling {
    /// Adds the source to the line of its group, in front if `isUrgent`. The group may be polled at about `opens`.
    mutating func waitInLine(_ app: Int, until opens: FetchTime, isUrgent: Bool) {
        guard let group = group(of: app) else { return }
        if isUrgent, lines.first(of: group) != app { leaveLine(app) }
        if isUrgent, let first = lines.first(of: group) { due.remove(first) }
        lines.add(app, to: group, isFirst: isUrgent)
        due.remove(app)
        if let first = lines.first(of: group) { due.set(first, to: opens) }
    }

    /// Removes the source from its line. The next in line is then due when the group may be polled.
    mutating func leaveLine(_ app: Int) {
        guard lines.contains(app), let group = group(of: app) else { return }
        let isFirst = lines.first(of: group) == app
        lines.remove(app, from: group)
        if isFirst, let next = lines.first(of: group) { due.set(next, to: groups[group].opens) }
    }

    /// When the source is due, or about when the first of those is that wait for its group; nil for never.
    func moment(of app: Int) -> FetchTime? {
        due[app]
            ?? (lines.contains(app)
                ? group(of: app).flatMap { lines.first(of: $0) }.flatMap { due[$0] } : nil)
    }

    mutating func codeLines<Coder: SnapshotCoder>(
        _ coder: inout Coder, apps: Int
    ) throws(Coder.Failure) {
        var all = lines.all
        try coder.code(&all)
        guard Coder.isReader else { return }
        lines = ServerLines()
        for app in all.map({ Int($0) }) {
            try coder.check(app >= 0 && app < apps && !lines.contains(app))
            let group = group(of: app)
            lines.add(app, to: group ?? 0)
            try coder.check(group != nil && (due[app] != nil) == (lines.first(of: group ?? 0) == app))
        }
    }
}
