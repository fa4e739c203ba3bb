/// Deadlines of numbered items, the earliest first: a binary heap that finds each number, so that a deadline can be
/// changed or removed in O(log n). Numbers are small integers from 0; of equal deadlines, the lower number comes first.
struct DeadlineHeap: Sendable {
    fileprivate struct Entry: Sendable, SnapshotElement {
        var due = FetchTime.distantPast
        var number: Int32 = 0

        func comesBefore(_ other: Entry) -> Bool {
            due != other.due ? due < other.due : number < other.number
        }

        mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
            try coder.code(&due, &number)
            try coder.check(number >= 0 && number < Int32.max)
        }
    }

    /// Each entry comes before those at twice its index plus 1 and plus 2.
    private var entries: [Entry] = []
    /// The index of each number in `entries`; -1 if it has no deadline.
    private var places: [Int32] = []

    var count: Int { entries.count }

    var first: (number: Int, due: FetchTime)? { entries.first.map { (Int($0.number), $0.due) } }

    func first(dueAt now: FetchTime) -> Int? { first.flatMap { $0.due <= now ? $0.number : nil } }

    subscript(number: Int) -> FetchTime? {
        guard places.indices.contains(number), places[number] >= 0 else { return nil }
        return entries[Int(places[number])].due
    }

    /// Sets the deadline of the number, or removes it for nil. Negative numbers are ignored.
    mutating func set(_ number: Int, to due: FetchTime?) {
        guard let due else { return remove(number) }
        guard number >= 0, number < Int(Int32.max) else { return }
        places.grow(to: number + 1, with: -1)
        let entry = Entry(due: due, number: Int32(number))
        if places[number] < 0 { entries.append(entry) }
        settle(entry, at: places[number] < 0 ? entries.count - 1 : Int(places[number]))
    }

    mutating func remove(_ number: Int) {
        guard places.indices.contains(number), places[number] >= 0 else { return }
        let place = Int(places[number])
        places[number] = -1
        let last = entries.removeLast()
        if place < entries.count { settle(last, at: place) }
    }

    private mutating func put(_ entry: Entry, at place: Int) {
        entries[place] = entry
        places[Int(entry.number)] = Int32(place)
    }

    /// Puts the entry in that place, whatever was there, or as far up or down as it belongs.
    private mutating func settle(_ entry: Entry, at start: Int) {
        var place = start
        while place > 0, entry.comesBefore(entries[(place - 1) / 2]) {
            put(entries[(place - 1) / 2], at: place)
            place = (place - 1) / 2
        }
        while 2 * place + 1 < entries.count {
            var child = 2 * place + 1
            if child + 1 < entries.count, entries[child + 1].comesBefore(entries[child]) { child += 1 }
            guard entries[child].comesBefore(entry) else { break }
            put(entries[child], at: place)
            place = child
        }
        put(entry, at: place)
    }

    /// Codes the entries in the order of the heap, so that a restored heap is equal in each entry.
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
