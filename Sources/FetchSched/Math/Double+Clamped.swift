extension Double {
    /// The nearest number in `range`; what is no number is its least.
    @inline(__always)
    func clamped(to range: ClosedRange<Double>) -> Double {
        // Written so that NaN becomes the least.
        self >= range.lowerBound ? min(self, range.upperBound) : range.lowerBound
    }
}
