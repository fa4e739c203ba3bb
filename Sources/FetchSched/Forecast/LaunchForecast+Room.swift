/// How many apps are told apart. What a launch costs grows with them, so their number is limited: a device may have any
/// number of apps, but nobody has habits with that many.
extension LaunchForecast {
    /// Whether another app is told apart only if one is forgotten.
    @inline(__always)
    var isFull: Bool { nextApp.tables.rowCount > mostRows }

    /// Makes room for a launch of an app: if it is not one that is told apart, the one launched longest ago is not any
    /// more.
    ///
    /// - Complexity: O(1), or O(``mostRows``) if one is forgotten.
    mutating func makeRoom(for app: Int) {
        guard nextApp.tables.row(of: app) == 0 else { return }
        while isFull {
            forget(nextApp.tables.leastRecent)
            nextApp.refill()
        }
    }

    /// The apps that are told apart, by their rows from 1 on.
    var toldApart: Range<Int> { 1..<nextApp.tables.rowCount }

    /// The app of one of the rows ``toldApart``.
    @inline(__always)
    func app(ofRow row: Int) -> Int { nextApp.tables.app(ofRow: row) }
}

extension NextAppTables {
    /// The app of a row but the first.
    @inline(__always)
    func app(ofRow row: Int) -> Int { Int(owners[row]) }

    /// The app that has a row and was launched longest ago, or never. There is one.
    ///
    /// - Complexity: O(rows).
    var leastRecent: Int {
        var least = 1
        for row in 1..<rowCount where since(row) < since(least) { least = row }
        return app(ofRow: least)
    }

    private func since(_ row: Int) -> Instant { lastUse[row].moment ?? .distantPast }
}
