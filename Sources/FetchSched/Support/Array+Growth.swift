/// Growth by a part: doubling would take up to twice the memory of each app's state.
extension Array {
    /// Appends, with room for a part more where the array was full: one `part`-th of what it holds.
    mutating func grow(by element: Element, part: Int = 32) { grow(to: count + 1, with: element, part: part) }

    /// Appends copies of `element` until there are `count`, in amortised O(part x elements appended).
    mutating func grow(to count: Int, with element: Element, part: Int = 32) {
        guard self.count < count else { return }
        // Large arrays are laid out in pages; those never written to take no memory.
        let part = MemoryLayout<Element>.stride * count > 1 << 20 ? Swift.min(part, 4) : part
        if capacity < count { reserveCapacity(isEmpty ? count : count + count / part + 4) }
        while self.count < count { append(element) }
    }

    /// Appends copies of `element`, or removes from the end, until there are `count`.
    mutating func resize(to count: Int, with element: Element) {
        if self.count > count { removeLast(self.count - count) }
        grow(to: count, with: element)
    }
}

extension Array where Element: BinaryFloatingPoint {
    /// Multiplies each element by `factor`: one check that the storage is the array's own, not one for each element.
    mutating func scale(by factor: Element) {
        var span = mutableSpan
        for index in span.indices { span[index] *= factor }
    }
}
