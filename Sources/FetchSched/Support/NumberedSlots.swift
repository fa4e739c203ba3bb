/// Which slot each running number has, in the order of the numbers.
///
/// New ones have the greatest number, so they are appended. One that is removed leaves a gap; when most are gaps, all
/// move together.
///
/// - Complexity: O(log n) to find or remove one, amortised. There is room for twice as many as there ever were, and 16;
///   then nothing is allocated.
struct NumberedSlots: Sendable {
    fileprivate struct Entry: Sendable {
        let number: UInt64
        /// -1 for a gap.
        var slot: Int32
    }

    private var entries: [Entry] = []
    /// How many are there.
    private(set) var count = 0

    /// The greatest number of those that are there or left a gap; 0 if there are none.
    var last: UInt64 { entries.last?.number ?? 0 }

    /// Adds a number that is greater than all before.
    mutating func append(_ number: UInt64, slot: Int) {
        entries.append(Entry(number: number, slot: Int32(truncatingIfNeeded: slot)))
        count += 1
    }

    /// The slot of that number; nil if it is not there.
    func slot(of number: UInt64) -> Int? {
        guard let place = place(of: number) else { return nil }
        return Int(entries[place].slot)
    }

    /// Takes that number out.
    mutating func remove(_ number: UInt64) {
        guard let place = place(of: number) else { return }
        entries[place].slot = -1
        count -= 1
        // At least as many were removed since the last time as are moved now.
        if entries.count > 2 * count + 16 { entries.removeAll { $0.slot < 0 } }
    }

    private func place(of number: UInt64) -> Int? {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = low + (high - low) / 2
            if entries[middle].number < number { low = middle + 1 } else { high = middle }
        }
        guard low < entries.count, entries[low].number == number, entries[low].slot >= 0 else { return nil }
        return low
    }
}

/// The slots, in the order of their numbers.
extension NumberedSlots: Sequence {
    struct Iterator: IteratorProtocol {
        fileprivate var entries: ArraySlice<Entry>

        mutating func next() -> Int? {
            while let entry = entries.popFirst() {
                if entry.slot >= 0 { return Int(entry.slot) }
            }
            return nil
        }
    }

    func makeIterator() -> Iterator { Iterator(entries: entries[...]) }
    var underestimatedCount: Int { count }
}
