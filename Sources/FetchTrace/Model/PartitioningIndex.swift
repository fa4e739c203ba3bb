extension RandomAccessCollection {
    /// The first place from which on `isLater` holds, in a collection in which it holds for nothing before that; the end
    /// if it holds nowhere.
    ///
    /// - Complexity: O(log(count)).
    package func partitioningIndex(where isLater: (Element) throws -> Bool) rethrows -> Index {
        var (low, count) = (startIndex, count)
        while count > 0 {
            let middle = index(low, offsetBy: count / 2)
            if try isLater(self[middle]) {
                count /= 2
            } else {
                low = index(after: middle)
                count -= count / 2 + 1
            }
        }
        return low
    }
}
