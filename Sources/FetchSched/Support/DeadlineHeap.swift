/// Numbered things in the order of their keys, the least first: a binary heap that knows where each number stands, so
/// that a key can be changed or taken back.
///
/// Numbers are small integers from 0 (apps, slots). Of equal keys the lower number comes first, so that the order of
/// insertion does not matter.
///
/// - Complexity: O(log n) per change, O(1) for the first; no allocation once it has grown to the largest number.
struct NumberHeap<Key: Comparable & Sendable>: Sendable {
    fileprivate struct Entry: Sendable {
        var due: Key
        var number: Int32

        func comesBefore(_ other: Entry) -> Bool {
            due != other.due ? due < other.due : number < other.number
        }
    }

    /// Each entry comes before those at twice its place plus 1 and plus 2.
    private var entries: [Entry] = []
    /// Where each number stands in `entries`; -1 for those that are not in it.
    private var places: [Int32] = []

    /// The number with the least key, and the key; nil if there is none.
    var first: (number: Int, due: Key)? {
        entries.first.map { (Int($0.number), $0.due) }
    }

    /// Whether there are no numbers.
    var isEmpty: Bool { entries.isEmpty }
    /// How many numbers there are.
    var count: Int { entries.count }

    /// The key of that number; nil if it is not there.
    subscript(number: Int) -> Key? {
        guard places.indices.contains(number), places[number] >= 0 else { return nil }
        return entries[Int(places[number])].due
    }

    /// Gives that number that key; takes it out for none. Negative numbers are ignored.
    mutating func set(_ number: Int, to due: Key?) {
        guard let due else { return remove(number) }
        guard number >= 0, number < Int(Int32.max) else { return }
        places.grow(to: number + 1, with: -1)
        let entry = Entry(due: due, number: Int32(number))
        if places[number] < 0 {
            places[number] = Int32(entries.count)
            entries.append(entry)
            rise(entries.count - 1)
        } else {
            let place = Int(places[number])
            let before = entries[place].due
            guard due != before else { return }
            entries[place] = entry
            if due < before { rise(place) } else { sink(place) }
        }
    }

    /// Takes that number out.
    mutating func remove(_ number: Int) {
        guard places.indices.contains(number), places[number] >= 0 else { return }
        let place = Int(places[number])
        places[number] = -1
        let last = entries.removeLast()
        guard place < entries.count else { return }
        put(last, at: place)
        rise(place)
        sink(Int(places[Int(last.number)]))
    }

    private mutating func put(_ entry: Entry, at place: Int) {
        entries[place] = entry
        places[Int(entry.number)] = Int32(place)
    }

    private mutating func rise(_ start: Int) {
        let entry = entries[start]
        var place = start
        while place > 0 {
            let parent = (place - 1) / 2
            guard entry.comesBefore(entries[parent]) else { break }
            put(entries[parent], at: place)
            place = parent
        }
        put(entry, at: place)
    }

    private mutating func sink(_ start: Int) {
        let entry = entries[start]
        var place = start
        while 2 * place + 1 < entries.count {
            var child = 2 * place + 1
            if child + 1 < entries.count, entries[child + 1].comesBefore(entries[child]) { child += 1 }
            guard entries[child].comesBefore(entry) else { break }
            put(entries[child], at: place)
            place = child
        }
        put(entry, at: place)
    }
}

/// The moments at which numbered things are due, the earliest first.
typealias DeadlineHeap = NumberHeap<Instant>

extension DeadlineHeap {
    /// The earliest of those that are due at `now`; nil if none is.
    func first(dueAt now: Instant) -> Int? {
        first.flatMap { $0.due <= now ? $0.number : nil }
    }

    /// Takes the earliest of those that are due at `now`; nil if none is.
    mutating func popFirst(dueAt now: Instant) -> Int? {
        guard let first, first.due <= now else { return nil }
        remove(first.number)
        return first.number
    }
}

extension NumberHeap.Entry: SnapshotElement, SnapshotCoded where Key == Instant {
    static var blank: NumberHeap.Entry { NumberHeap.Entry(due: .distantPast, number: 0) }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&due)
        try coder.code(&number)
        try coder.check(number >= 0 && number < Int32.max)
    }
}

extension DeadlineHeap {
    /// Entries in the order of the heap, so that what is restored is the same to the last place.
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder, below count: Int) throws(Coder.Failure) {
        try coder.code(&entries)
        guard Coder.isReader else { return }
        places.removeAll()
        for (place, entry) in entries.enumerated() {
            let number = Int(entry.number)
            try coder.check(number < count && (place == 0 || !entry.comesBefore(entries[(place - 1) / 2])))
            places.grow(to: number + 1, with: -1)
            try coder.check(places[number] < 0)
            places[number] = Int32(truncatingIfNeeded: place)
        }
    }
}
