/// Elements in numbered slots: one keeps its slot as long as it is there, and the slot of one that was removed is used
/// again. So heaps and lists can name elements by slot.
///
/// - Complexity: O(1) per change; no allocation while no more elements are there than ever before.
struct Slab<Element: Sendable>: Sendable {
    /// What a slot holds that nothing is in is of no meaning.
    private var elements: [Element] = []
    private var free: [Int32] = []

    /// How many elements are there.
    var count: Int { elements.count - free.count }

    /// The element in a slot that was given by ``insert(_:)``.
    subscript(slot: Int) -> Element {
        @inline(__always) _read { yield elements[slot] }
        @inline(__always) _modify { yield &elements[slot] }
    }

    /// Adds an element; its slot.
    mutating func insert(_ element: Element) -> Int {
        if let slot = free.popLast() {
            elements[Int(slot)] = element
            return Int(slot)
        }
        elements.grow(by: element, part: 4)
        // Room for it when it is removed, so that removing never allocates.
        if free.capacity < elements.count { free.reserveCapacity(elements.capacity) }
        return elements.count - 1
    }

    /// Frees a slot.
    mutating func remove(_ slot: Int) { free.append(Int32(truncatingIfNeeded: slot)) }
}
