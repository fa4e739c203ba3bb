/// The numbers of apps: how many apps each place had before the present one, and which places are free.
///
/// The lowest free place is given first. A place whose generations are used up, after 2^32 apps, is never given again: so a
/// number that was an app's is never another's.
///
/// - Complexity: O(1) per query, O(places) to find a free one; no memory until an app is removed.
struct AppNumbers: Sendable {
    /// By place, the generation of the app there, or of the next one; 0 beyond the end.
    private var generations: [UInt32] = []
    private var vacancy: [Bool] = []
    /// No place before this one is free.
    private var firstFree = 0
    /// How many places have no app.
    private(set) var vacancies = 0

    /// Whether an app has that number, if there is a place for it.
    func has(_ app: AppID) -> Bool {
        generations.isEmpty ? app.generation == 0 : self.app(at: app.index) == app && !isVacant(app.index)
    }

    /// The number of the app at that place, or of the next one there.
    func app(at place: Int) -> AppID {
        AppID(index: place, generation: place < generations.count ? generations[place] : 0)
    }

    func isVacant(_ place: Int) -> Bool { place < vacancy.count && vacancy[place] }

    /// The places that have no app, in order.
    var vacant: some Sequence<Int> { vacancy.indices.lazy.filter { isVacant($0) } }

    /// The app at that place is gone.
    mutating func release(_ place: Int) {
        grow(to: place + 1)
        generations[place] += 1
        vacancy[place] = true
        vacancies += 1
        firstFree = min(firstFree, place)
    }

    /// A number for a new app at the lowest free place; nil if there is none.
    mutating func takeFree() -> AppID? {
        guard vacancies > 0 else { return nil }
        while firstFree < vacancy.count, !vacancy[firstFree] || generations[firstFree] == .max {
            firstFree += 1
        }
        guard firstFree < vacancy.count else { return nil }
        vacancy[firstFree] = false
        vacancies -= 1
        return app(at: firstFree)
    }

    private mutating func grow(to count: Int) {
        generations.grow(to: count, with: 0, part: 4)
        vacancy.grow(to: count, with: false, part: 4)
    }

    /// Each place that an app was removed from: how many places after the one before, and its generation, doubled, with a
    /// bit that says whether it is vacant.
    mutating func code<Coder: SnapshotCoder>(
        _ coder: inout Coder, below places: Int
    ) throws(Coder.Failure) {
        var count = generations.count { $0 > 0 }
        try coder.code(count: &count)
        var next = 0
        for _ in 0..<count {
            var (gap, word) = (UInt64(0), UInt64(0))
            if !Coder.isReader, let place = generations[next...].firstIndex(where: { $0 > 0 }) {
                gap = UInt64(place - next)
                word = UInt64(generations[place]) << 1 | (vacancy[place] ? 1 : 0)
            }
            try coder.code(varint: &gap)
            try coder.code(varint: &word)
            try coder.check(gap < UInt64(places) && next + Int(gap) < places)
            let place = next + Int(truncatingIfNeeded: gap)
            next = place + 1
            guard Coder.isReader else { continue }
            let generation = UInt32(truncatingIfNeeded: word >> 1)
            try coder.check(word >> 33 == 0 && generation > 0 && (word & 1 == 1 || generation < .max))
            grow(to: next)
            (generations[place], vacancy[place]) = (generation, word & 1 == 1)
            vacancies += word & 1 == 1 ? 1 : 0
        }
    }
}
