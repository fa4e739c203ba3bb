/// The numbers of apps: how many apps each place had before the present one, and which places are free.
///
/// The lowest free place is given first. A place whose generations are used up, after 2^32 apps, is never given again: so a
/// number that was an app's is never another's.
///
/// - Complexity: O(1) per query, O(places) to find a free one; no memory until an app is removed.
struct AppNumbers: Sendable {
    /// By place, the generation of the app there, or of the next one; 0 beyond the end.
    private var generations: [UInt64] = []
    private var vacancy: [Bool] = []
    /// No place before this one is free.
    private var firstFree = 0
    private(set) var vacancies = 0

    /// Whether an app has that number, if there is a place for it.
    func has(_ app: AppID) -> Bool {
        generations.isEmpty ? app.generation == 0 : self.app(at: app.index) == app && !isVacant(app.index)
    }

    /// The number of the app at that place, or of the next one there.
    func app(at place: Int) -> AppID {
        AppID(index: place, generation: place < generations.count ? UInt32(clamping: generations[place]) : 0)
    }

    func isVacant(_ place: Int) -> Bool { place < vacancy.count && vacancy[place] }

    var vacant: some Sequence<Int> { vacancy.indices.lazy.filter { isVacant($0) } }

    mutating func release(_ place: Int) {
        generations.grow(to: place + 1, with: 0, part: 4)
        vacancy.grow(to: place + 1, with: false, part: 4)
        generations[place] += 1
        vacancy[place] = true
        vacancies += 1
        firstFree = min(firstFree, place)
    }

    /// A number for a new app at the lowest free place; nil if there is none.
    mutating func takeFree() -> AppID? {
        guard vacancies > 0 else { return nil }
        while firstFree < vacancy.count, !vacancy[firstFree] || generations[firstFree] == UInt32.max {
            firstFree += 1
        }
        guard firstFree < vacancy.count else { return nil }
        vacancy[firstFree] = false
        vacancies -= 1
        return app(at: firstFree)
    }

    mutating func code<Coder: SnapshotCoder>(
        _ coder: inout Coder, below places: Int
    ) throws(Coder.Failure) {
        try coder.code(&generations, &vacancy)
        try coder.check(generations.count == vacancy.count && vacancy.count <= places)
        try coder.check(generations.allSatisfy { $0 <= UInt32.max })
        vacancies = vacancy.count { $0 }
    }
}
