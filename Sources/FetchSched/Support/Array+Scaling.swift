/// Scaling of counters that decay: one check that the storage is the array's own, not one for each of them.
extension Array where Element: BinaryFloatingPoint {
    /// Multiplies each element by `factor`.
    ///
    /// - Complexity: O(elements).
    @inline(__always)
    mutating func scale(by factor: Element) {
        var span = mutableSpan
        for index in span.indices { span[index] *= factor }
    }
}
