/// The numbers of apps: how many apps each place had before the present one, and which places are free.
///
/// The lowest free place is given first. A place whose generations are used up, after 2^32 apps, is never given again:
/// so a number that was an app's is never another's. It takes no memory until an app is removed.
struct AppNumbers: Sendable {
    /// By place, how often an app went or came after the first: odd where the place is free; 0 beyond the end.
    private var changes: [UInt64] = []
    /// No place before this one is free.
    private var firstFree = 0
    private(set) var vacancies = 0

    /// Whether an app has that number, if there is a place for it.
    func has(_ app: AppID) -> Bool { self.app(at: app.index) == app && !isVacant(app.index) }

    /// The number of the app at that place, or of the next one there.
    func app(at place: Int) -> AppID {
        let changes = place < changes.count ? changes[place] : 0
        return AppID(index: place, generation: UInt32(clamping: (changes + 1) / 2))
    }

    func isVacant(_ place: Int) -> Bool { place < changes.count && changes[place] % 2 == 1 }

    var vacant: some Sequence<Int> { changes.indices.lazy.filter { isVacant($0) } }

    mutating func release(_ place: Int) {
        changes.grow(to: place + 1, with: 0, part: 4)
        changes[place] += 1
        vacancies += 1
        firstFree = min(firstFree, place)
    }

    /// A number for a new app at the lowest free place; nil if there is none.
    mutating func takeFree() -> AppID? {
        guard vacancies > 0 else { return nil }
        while firstFree < changes.count, !isVacant(firstFree) || app(at: firstFree).generation == .max {
            firstFree += 1
        }
        guard firstFree < changes.count else { return nil }
        changes[firstFree] += 1
        vacancies -= 1
        return app(at: firstFree)
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder, below places: Int) throws(Coder.Failure) {
        try coder.code(&changes)
        try coder.check(changes.count <= places && changes.allSatisfy { $0 < 2 * UInt64(UInt32.max) })
        vacancies = changes.count { $0 % 2 == 1 }
    }
}
