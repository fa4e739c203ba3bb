/// Functions of eight numbers of single precision at once, where many of them need no more: with the same bits on every
/// platform, as only IEEE 754 operations are used. They have no branch, and trap on no bits.
extension PortableMath {
    // ln 2 in two parts; the upper one has its last 7 bits zero, so that k * ln2Upper is exact for |k| < 2^7.
    private static let ln2Upper: Float = 0x1.62e3p-1
    private static let ln2Lower: Float = 0x1.2fefa2p-17

    /// e to the power of each lane, within 2 units in the last place: 0 below -87.3 (the end of the normal numbers),
    /// infinity above 88.3, NaN for NaN.
    ///
    /// As the function of double precision, with a Taylor polynomial of degree 7, whose remainder is below 2^-27.
    ///
    /// - Complexity: O(1), about 11 multiplications of lanes.
    @inline(__always)
    static func exp(_ x: FloatLanes) -> FloatLanes {
        let held = x.raised(to: FloatLanes(repeating: -87.3)).lowered(to: FloatLanes(repeating: 89))
        let shifted = held * 1.442_695_04 + 0x1.8p23
        let k = shifted - 0x1.8p23
        let r: FloatLanes = (held - k * ln2Upper) - k * ln2Lower
        var p = r * (1.0 / 5_040) + 1.0 / 720
        p = p * r + 1.0 / 120
        p = p * r + 1.0 / 24
        p = p * r + 1.0 / 6
        p = p * r + 0.5
        p = p * r + 1
        p = p * r + 1
        // The last bits of what was shifted are k; with 127 added they are the exponent of 2^k.
        let power = p * FloatLanes(bits: (shifted.bits &+ 127) &<< 23)
        return power.masked(by: -1 &- x.isLess(than: -87.3))
    }

    /// The natural logarithm of each lane that is a positive normal number, within 2 units in the last place. Of any other
    /// it is some number or NaN.
    ///
    /// As the function of double precision, with a series of four terms, whose remainder is below 2^-28.
    ///
    /// - Complexity: O(1), one division and 8 multiplications of lanes.
    @inline(__always)
    static func log(_ x: FloatLanes) -> FloatLanes {
        // By how much the bits are above those of sqrt(1/2): the upper ones are the exponent k of x = m 2^k with m in
        // [sqrt(1/2), sqrt(2)).
        let above = x.bits &- 0x3F35_04F3
        let k = FloatLanes(above &>> 23)
        let m = FloatLanes(bits: x.bits &- (above & -0x80_0000))
        let s = (m - 1) / (m + 1)
        let z = s * s
        var p = z * (1.0 / 9) + 1.0 / 7
        p = p * z + 1.0 / 5
        p = p * z + 1.0 / 3
        let twice = s + s
        let rest: FloatLanes = twice * z * p + k * ln2Lower
        return k * ln2Upper + (twice + rest)
    }

    /// 1 over the square root of each lane that is a positive normal number, within 3 units in the last place. Of any other
    /// it is some number or NaN.
    ///
    /// Newton's method from a line through the bits.
    ///
    /// - Complexity: O(1), 13 multiplications of lanes.
    @inline(__always)
    static func inverseSquareRoot(_ x: FloatLanes) -> FloatLanes {
        let half = 0.5 * x
        var y = FloatLanes(bits: 0x5F37_5A86 &- x.bits &>> 1)
        y *= 1.5 - half * y * y
        y *= 1.5 - half * y * y
        y *= 1.5 - half * y * y
        return y
    }

}

/// The same for many. Each is a function that is never inlined, with few things that happen at once: of more the compiler takes
/// the lanes apart and shuffles them.
extension PortableMath {
    /// The natural logarithm of each of many positive normal numbers.
    ///
    /// - Complexity: O(`numbers`).
    @inline(never)
    static func log(each numbers: inout [FloatLanes]) {
        var span = numbers.mutableSpan
        for index in span.indices { span[index] = log(span[index]) }
    }

    /// e to the power of each of many, less `shift`.
    ///
    /// - Complexity: O(`numbers`).
    @inline(never)
    static func exp(each numbers: inout [FloatLanes], less shift: Float) {
        var span = numbers.mutableSpan
        for index in span.indices { span[index] = exp(span[index] - shift) }
    }

    /// The greatest of many; minus infinity of none.
    ///
    /// - Complexity: O(`numbers`).
    @inline(never)
    static func greatest(_ numbers: [FloatLanes]) -> Float {
        let span = numbers.span
        var greatest = FloatLanes(repeating: -.infinity)
        for index in span.indices { greatest = greatest.raised(to: span[index]) }
        return greatest.greatest
    }

    /// The sum of many, in double precision.
    ///
    /// - Complexity: O(`numbers`).
    @inline(never)
    static func sum(_ numbers: [FloatLanes]) -> Double {
        let span = numbers.span
        var sum = SIMD4<Double>.zero
        for index in span.indices {
            sum += SIMD4<Double>(span[index].lowHalf) + SIMD4<Double>(span[index].highHalf)
        }
        let halves = sum.lowHalf + sum.highHalf
        return halves[0] + halves[1]
    }
}
