protocol AppOwned: Sendable { var app: AppID { get } }

/// Records of apps, at most one for each app, in the order of the apps.
extension Array where Element: AppOwned {
    func index(of app: AppID) -> Int? { firstIndex { $0.app == app } }

    /// The record of the app; nil if there is none, and then nothing is set.
    subscript(of app: AppID) -> Element? {
        get { index(of: app).map { self[$0] } }
        set { if let index = index(of: app), let newValue { self[index] = newValue } }
    }

    /// The index of the app's record; the record is inserted if there is none.
    mutating func index(of app: AppID, inserting record: Element) -> Int {
        let index = firstIndex { $0.app >= app } ?? count
        if index == count || self[index].app != app { insert(record, at: index) }
        return index
    }

    mutating func removeRecord(of app: AppID) { removeAll { $0.app == app } }

    /// The least key of a record, and the first record that has it. Those of which `key` is nil do not count.
    // Inlined, so that no record is copied.
    func least(_ key: (Element) -> FetchTime?) -> (index: Int, key: FetchTime)? {
        var least: (index: Int, key: FetchTime)?
        for index in indices {
            guard let key = key(self[index]) else { continue }
            if let other = least?.key, other <= key { continue }
            least = (index, key)
        }
        return least
    }
}

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
