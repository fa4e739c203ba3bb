extension PortableMath {
    /// The square root of `x`, correctly rounded: the bits that IEEE 754 asks for. NaN below 0.
    ///
    /// `squareRoot()` of the standard library may call the C library's, which the engine does not link. Newton's method for
    /// 1 / sqrt(x), from a line through the bits as a start, then one step whose residual is exact (Dekker's product,
    /// Numerische Mathematik 18, 1971).
    ///
    /// - Complexity: O(1), about 35 multiplications.
    static func squareRoot(_ x: Double) -> Double {
        guard x > 0 else { return x == 0 ? x : .nan }
        if x == .infinity { return x }
        // Where squares and their parts are ordinary numbers.
        if x < 0x1p-500 { return squareRoot(x * 0x1p600) * 0x1p-300 }
        if x > 0x1p500 { return squareRoot(x * 0x1p-600) * 0x1p300 }
        var y = Double(bitPattern: 0x5FE6_EB50_C7B5_37A9 &- x.bitPattern >> 1)
        y *= 1.5 - 0.5 * x * y * y
        y *= 1.5 - 0.5 * x * y * y
        y *= 1.5 - 0.5 * x * y * y
        y *= 1.5 - 0.5 * x * y * y
        let root = x * y
        let square = root * root
        let scaled = root * 134_217_729
        let high = scaled - (scaled - root)
        let low = root - high
        let rest = ((high * high - square) + 2 * high * low) + low * low
        return root + ((x - square) - rest) * (0.5 * y)
    }
}
