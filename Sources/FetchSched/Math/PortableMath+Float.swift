/// Functions of single precision, for loops over many numbers: with the same bits on every platform, as only IEEE 754
/// operations are used. They have no branch, so that the compiler makes several at once, and trap on no bits.
extension PortableMath {
    // ln 2 in two parts; the upper one has its last 7 bits zero, so that k * ln2Upper is exact for |k| < 2^7.
    private static let ln2Upper: Float = 0x1.62e3p-1
    private static let ln2Lower: Float = 0x1.2fefa2p-17

    /// e to the power of a number from -87 to 88, within 2 units in the last place; of others, that of the nearest of
    /// these. As in double precision, with a Taylor polynomial of degree 7, whose remainder is below 2^-27.
    static func exp(_ x: Float) -> Float {
        let held: Float = x > -87 ? (x < 88 ? x : 88) : -87
        let shifted = held * 1.442_695_04 + 0x1.8p23
        let k = shifted - 0x1.8p23
        let r: Float = (held - k * ln2Upper) - k * ln2Lower
        var p = r * (1.0 / 5_040) + 1.0 / 720
        p = p * r + 1.0 / 120
        p = p * r + 1.0 / 24
        p = p * r + 1.0 / 6
        p = p * r + 0.5
        p = p * r + 1
        p = p * r + 1
        // The last bits of what was shifted are k; with 127 added they are the exponent of 2^k.
        return p * Float(bitPattern: (shifted.bitPattern &+ 127) &<< 23)
    }

    /// The natural logarithm of a positive normal number, within 2 units in the last place; of another some number or
    /// NaN. As in double precision, with a series of four terms, whose remainder is below 2^-28.
    static func log(_ x: Float) -> Float {
        // How far the bits are above those of sqrt(1/2): the upper ones are k of x = m 2^k, m in [sqrt(1/2), sqrt(2)).
        let bits = Int32(bitPattern: x.bitPattern)
        let above = bits &- 0x3F35_04F3
        let k = Float(above &>> 23)
        let m = Float(bitPattern: UInt32(bitPattern: bits &- (above & -0x80_0000)))
        let s = (m - 1) / (m + 1)
        let z = s * s
        var p = z * (1.0 / 9) + 1.0 / 7
        p = p * z + 1.0 / 5
        p = p * z + 1.0 / 3
        let twice = s + s
        let rest: Float = twice * z * p + k * ln2Lower
        return k * ln2Upper + (twice + rest)
    }

    /// 1 over the square root of a positive normal number, within 3 units in the last place; of another some number or
    /// NaN. By Newton's method from a line through the bits.
    static func inverseSquareRoot(_ x: Float) -> Float {
        let half = 0.5 * x
        var y = Float(bitPattern: 0x5F37_5A86 &- x.bitPattern &>> 1)
        y *= 1.5 - half * y * y
        y *= 1.5 - half * y * y
        y *= 1.5 - half * y * y
        return y
    }

    @inline(never)
    static func dot(_ left: [Float], _ right: [Float]) -> Float {
        let (left, right) = (left.span, right.span)
        let count = min(left.count, right.count)
        var sums = SIMD8<Float>.zero
        var index = 0
        while index &+ 8 <= count {
            let (left, right) = (left.extracting(index..<index &+ 8), right.extracting(index..<index &+ 8))
            for lane in 0..<8 { sums[lane] += left[lane] * right[lane] }
            index &+= 8
        }
        while index < count {
            sums[index & 7] += left[index] * right[index]
            index &+= 1
        }
        let four = sums.lowHalf + sums.highHalf
        let two = four.lowHalf + four.highHalf
        return two[0] + two[1]
    }
}
