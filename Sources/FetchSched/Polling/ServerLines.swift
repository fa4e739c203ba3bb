/// Sources whose time has come and not that of their server: a line for each group, in the order in which they came.
///
/// - Complexity: O(1) for each change; 8 bytes a source, up to the last that ever waited.
struct ServerLines: Sendable {
    private struct Link: Hashable, Sendable {
        var before = Self.nobody
        var after = Self.nobody

        /// The end of a line, and a source that is in none.
        static let nobody = Int32(-1)
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
        let before = isFirst ? Link.nobody : ends[group].before
        let after = isFirst ? ends[group].after : Link.nobody
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
