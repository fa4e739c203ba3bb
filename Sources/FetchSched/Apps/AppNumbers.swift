/// The numbers of apps: how many apps each place had before the present one, and which places are free.
///
/// The lowest free place is given first. A place whose generations are used up, after 2^32 apps, is never given again: so a
/// number that was an app's is never another's.
///
/// - Complexity: O(1) per query, O(places) to find a free one; no memory until an app is removed.
struct AppNumbers: Sendable {
    /// By place, the generation of the app there, or of the next one; 0 beyond the end.
    private var generations: [UInt32] = []
    private var isFree: [Bool] = []
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

    /// Whether that place has no app.
    func isVacant(_ place: Int) -> Bool {
        place < generations.count && (isFree[place] || generations[place] == .max)
    }

    /// The places that have no app, in order.
    var vacant: some Sequence<Int> { generations.indices.lazy.filter { isVacant($0) } }

    /// The app at that place is gone.
    mutating func release(_ place: Int) {
        grow(to: place + 1)
        generations[place] += 1
        vacancies += 1
        guard generations[place] < .max else { return }
        isFree[place] = true
        firstFree = min(firstFree, place)
    }

    /// A number for a new app at the lowest free place; nil if there is none.
    mutating func takeFree() -> AppID? {
        guard vacancies > 0, let place = isFree[firstFree...].firstIndex(of: true) else { return nil }
        isFree[place] = false
        firstFree = place + 1
        vacancies -= 1
        return app(at: place)
    }

    private mutating func grow(to count: Int) {
        generations.grow(to: count, with: 0, part: 4)
        isFree.grow(to: count, with: false, part: 4)
    }
}

extension AppNumbers {
    /// Each place that an app was removed from: how many places after the one before, and its generation, doubled, with a
    /// bit that says whether it is free.
    mutating func code<Coder: SnapshotCoder>(
        _ coder: inout Coder, below places: Int
    ) throws(Coder.Failure) {
        var left = generations.count { $0 > 0 }
        try coder.code(count: &left)
        var next = 0
        while left > 0 {
            var place = Coder.isReader ? 0 : generations[next...].firstIndex { $0 > 0 } ?? next
            var (gap, word) = (UInt64(0), UInt64(0))
            if !Coder.isReader {
                gap = UInt64(place - next)
                word = UInt64(generations[place]) << 1 | (isFree[place] ? 1 : 0)
            }
            try coder.code(varint: &gap)
            try coder.code(varint: &word)
            try coder.check(gap < UInt64(places) && next + Int(gap) < places)
            place = next + Int(truncatingIfNeeded: gap)
            if Coder.isReader { try read(word, at: place, &coder) }
            next = place + 1
            left -= 1
        }
    }

    private mutating func read<Coder: SnapshotCoder>(
        _ word: UInt64, at place: Int, _ coder: inout Coder
    ) throws(Coder.Failure) {
        let generation = UInt32(truncatingIfNeeded: word >> 1)
        let isFree = word & 1 == 1
        try coder.check(word >> 33 == 0 && generation > 0 && !(isFree && generation == .max))
        grow(to: place + 1)
        (generations[place], self.isFree[place]) = (generation, isFree)
        if isVacant(place) { vacancies += 1 }
    }
}
