/// A state for each of many apps, most of which are as blank as on the first day.
///
/// A device may have many apps of which hardly anything is ever heard. A state of its own comes with the first thing
/// that is written to an app; until then it shares the blank one. An app beyond the last one that was written to takes
/// no memory at all, another blank one takes four bytes.
///
/// - Complexity: O(1) per access.
struct AppStates<State: Equatable & Sendable>: Sendable {
    /// Where each app's state is; 0 for the blank one.
    private var rowOfApp: [Int32] = []
    /// The blank state first.
    private var rows: [State]
    private var appOfRow: [Int32] = [-1]
    /// How many places there are for apps.
    private(set) var count = 0
    /// Which of them have an app, and under which number.
    var numbers = AppNumbers()

    init(blank: State) { rows = [blank] }

    /// Makes room for the apps 0 to `count` - 1; never fewer than before.
    mutating func grow(to count: Int) { self.count = Swift.max(self.count, Swift.min(count, Int(Int32.max))) }

    /// Whether there is that place.
    func hasPlace(_ app: Int) -> Bool { app >= 0 && app < count }

    /// Whether there is an app of that number.
    func contains(_ app: AppID) -> Bool { hasPlace(app.index) && numbers.has(app) }

    /// The number of the app at that place.
    func id(of app: Int) -> AppID { numbers.app(at: app) }

    /// Whether the app's state is the blank one, and was never another.
    func isBlank(_ app: Int) -> Bool { row(of: app) == 0 }

    /// Makes an app's state the blank one again.
    ///
    /// - Complexity: O(1).
    mutating func clear(_ app: Int) {
        let row = row(of: app)
        guard row > 0, let last = rows.popLast(), let owner = appOfRow.popLast() else { return }
        if row < rows.count {
            rows[row] = last
            appOfRow[row] = owner
            rowOfApp[Int(owner)] = Int32(truncatingIfNeeded: row)
        }
        rowOfApp[app] = 0
    }

    subscript(app: Int) -> State {
        @inline(__always) _read { yield rows[row(of: app)] }
        @inline(__always) _modify {
            if row(of: app) == 0 { giveRow(app) }
            yield &rows[Int(rowOfApp[app])]
        }
    }

    @inline(__always)
    private func row(of app: Int) -> Int { app < rowOfApp.count ? Int(rowOfApp[app]) : 0 }

    private mutating func giveRow(_ app: Int) {
        rowOfApp.grow(to: app + 1, with: 0)
        rowOfApp[app] = Int32(truncatingIfNeeded: rows.count)
        rows.grow(by: rows[0], part: 8)
        appOfRow.grow(by: Int32(truncatingIfNeeded: app), part: 8)
    }

    /// The apps that may have a state that is not blank, in the order of their first changes.
    var written: some Sequence<Int> { appOfRow.dropFirst().lazy.map { Int($0) } }
    /// How many these are.
    var writtenCount: Int { rows.count - 1 }
    /// The app that was the `index`th to be written to, from 0.
    func written(_ index: Int) -> Int { Int(appOfRow[index + 1]) }
}

extension AppStates where State: SnapshotElement {
    /// The states of all apps, in the order of the apps, as an array has them.
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        var count = count
        try coder.code(count: &count)
        let blank = rows[0]
        if Coder.isReader { self = AppStates(blank: blank) }
        grow(to: count)
        for app in 0..<count {
            var state = self[app]
            try coder.code(&state)
            if Coder.isReader, state != blank { self[app] = state }
        }
    }
}
