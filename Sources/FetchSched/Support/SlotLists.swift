/// Doubly linked lists of slots, each slot in one of them: which of all belong to one app.
///
/// - Complexity: O(1) per change; no allocation once it has grown to the largest slot.
struct SlotLists: Sendable {
    /// One of the lists: where it begins and ends; -1 for nowhere.
    struct List: Equatable, Sendable {
        fileprivate var head: Int32 = -1
        fileprivate var tail: Int32 = -1

        /// The first slot; nil if it is empty.
        var first: Int? { head < 0 ? nil : Int(head) }
    }

    private var neighbours: [(previous: Int32, next: Int32)] = []

    /// The slot after that one in its list.
    func next(after slot: Int) -> Int? {
        neighbours[slot].next < 0 ? nil : Int(neighbours[slot].next)
    }

    /// Puts a slot that is in no list at the end of one.
    mutating func append(_ slot: Int, to list: inout List) {
        neighbours.grow(to: slot + 1, with: (-1, -1), part: 4)
        let place = Int32(truncatingIfNeeded: slot)
        neighbours[slot] = (list.tail, -1)
        if list.tail < 0 { list.head = place } else { neighbours[Int(list.tail)].next = place }
        list.tail = place
    }

    /// Takes a slot out of its list.
    mutating func remove(_ slot: Int, from list: inout List) {
        let (previous, next) = neighbours[slot]
        if previous < 0 { list.head = next } else { neighbours[Int(previous)].next = next }
        if next < 0 { list.tail = previous } else { neighbours[Int(next)].previous = previous }
    }
}
