/// Something with a running number that it keeps for ever, kept in an array in the order of these numbers.
///
/// New ones have the greatest number, so they are appended; removing one keeps the order and the storage. So the
/// array is at the same time the order of begin, the index (by halving) and free of holes.
protocol Numbered {
    /// Its running number.
    var number: UInt64 { get }
}

extension Array where Element: Numbered {
    /// Where the one of that number stands; nil if it is not there.
    ///
    /// - Complexity: O(log n).
    func place(of number: UInt64) -> Int? {
        var low = 0
        var high = count
        while low < high {
            let middle = low + (high - low) / 2
            if self[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low < count && self[low].number == number ? low : nil
    }
}
