/// Exponential and logarithm with the same bits on every platform.
///
/// The C library's differ in the last bit between systems, and a last bit can flip a decision. These use only IEEE 754
/// additions, multiplications and divisions, which are exact everywhere (Swift never contracts them into fused
/// operations on its own). Both are within 2 units in the last place over the whole range.
package enum PortableMath {
    static let log2e = 1.442_695_040_888_963_4
    // ln 2 in two parts; the upper one has its last 32 bits zero, so that k * ln2High is exact for |k| < 2^11.
    static let ln2High = 6.931_471_803_691_238_165e-1
    static let ln2Low = 1.908_214_929_270_587_700e-10

    /// e to the power `x`: 0 below about -745, infinity above about 709.78, NaN for NaN.
    ///
    /// Reduced by multiples of ln 2; a Taylor polynomial of degree 13 on |r| <= ln(2)/2 with a remainder below 2^-57.
    ///
    /// - Complexity: O(1), about 16 multiplications.
    package static func exp(_ x: Double) -> Double {
        if x.isNaN { return x }
        if x > 709.782712893384 { return .infinity }
        if x < -745.133219101941 { return 0 }
        // Adding 1.5 * 2^52 leaves no bits for a fraction: rounds to the nearest integer without the C `round`.
        let shifted = x * log2e + 0x1.8p52
        let k = shifted - 0x1.8p52
        let r = (x - k * ln2High) - k * ln2Low
        // In pairs, of which the processor computes several at once.
        let (r2, r4) = (r * r, (r * r) * (r * r))
        let low = pairs(r, r2, r4, 1, 0.5, 1.0 / 6, 1.0 / 24, 1.0 / 120, 1.0 / 720, 1.0 / 5_040, 1.0 / 40_320)
        let high =
            (1.0 / 362_880 + 1.0 / 3_628_800 * r) + (1.0 / 39_916_800 + 1.0 / 479_001_600 * r) * r2
            + 1.0 / 6_227_020_800 * r4
        let p = (low + high * (r4 * r4)) * r + 1
        // The last bits of what was shifted are k. 2^k alone may be out of range where the product is not.
        let whole = Int64(Int32(truncatingIfNeeded: shifted.bitPattern))
        let half = whole >> 1
        return p * powerOfTwo(half) * powerOfTwo(whole &- half)
    }

    /// The natural logarithm of `x`: -infinity at 0, NaN below it.
    ///
    /// The exponent is taken from the bits; the mantissa, in [sqrt(1/2), sqrt(2)), through the series of
    /// 2 atanh((m - 1) / (m + 1)) to the 23rd power, whose remainder is below 2^-60.
    ///
    /// - Complexity: O(1), one division and about 14 multiplications.
    package static func log(_ x: Double) -> Double {
        if x.isNaN || x < 0 { return .nan }
        if x == 0 { return -.infinity }
        if x == .infinity { return x }
        var bits = x.bitPattern
        var exponent: Int64 = -1023
        if bits < 1 << 52 {  // subnormal: make it normal first
            bits = (x * 0x1p54).bitPattern
            exponent -= 54
        }
        exponent += Int64(bits >> 52)
        let mantissa = Double(bitPattern: bits & ((1 << 52) - 1) | 0x3FF0_0000_0000_0000)
        // Both halves are without a branch, which the processor could not predict.
        let isUpper = mantissa > 1.414_213_562_373_095_1
        let (m, k) = (isUpper ? mantissa / 2 : mantissa, Double(isUpper ? exponent + 1 : exponent))
        let s = (m - 1) / (m + 1)
        let z = s * s
        let (z2, z4) = (z * z, (z * z) * (z * z))
        let low = pairs(z, z2, z4, 1.0 / 3, 1.0 / 5, 1.0 / 7, 1.0 / 9, 1.0 / 11, 1.0 / 13, 1.0 / 15, 1.0 / 17)
        let p = low + ((1.0 / 19 + 1.0 / 21 * z) + 1.0 / 23 * z2) * (z4 * z4)
        return k * ln2High + (2 * s + (2 * s * z * p + k * ln2Low))
    }

    /// a + b x + c x^2 + ... + h x^7, by Estrin's scheme.
    private static func pairs(
        _ x: Double, _ x2: Double, _ x4: Double, _ a: Double, _ b: Double, _ c: Double, _ d: Double,
        _ e: Double,
        _ f: Double, _ g: Double, _ h: Double
    ) -> Double {
        ((a + b * x) + (c + d * x) * x2) + ((e + f * x) + (g + h * x) * x2) * x4
    }

    /// Four steps of Horner's rule for a polynomial of `x` with these next coefficients.
    static func horner(
        _ p: Double, _ x: Double, _ a: Double, _ b: Double, _ c: Double, _ d: Double
    ) -> Double {
        (((p * x + a) * x + b) * x + c) * x + d
    }

    /// 1 - e^-x for x >= 0, without cancellation near 0: the probability of at least one event when `x` are expected.
    package static func saturation(_ x: Double) -> Double {
        if x < 1e-5 { return x * (1 - 0.5 * x) }
        return 1 - exp(-x)
    }

    static let logarithmOfTwo = 0.693_147_180_559_945_3

    /// The share of a count that remains at each event, if half of it remains after `halfLife` events (at least 1).
    static func retention(halfLife: Double) -> Double { exp(-logarithmOfTwo / max(1, halfLife)) }

    /// `base` to the power `exponent`, for base > 0.
    package static func power(_ base: Double, _ exponent: Double) -> Double { exp(exponent * log(base)) }

    static func powerOfTwo(_ k: Int64) -> Double { Double(bitPattern: UInt64(bitPattern: k &+ 1023) &<< 52) }

    /// The square root of `x`, correctly rounded: the bits that IEEE 754 requires. NaN below 0.
    ///
    /// `squareRoot()` may call the C library's, which the engine does not link. Newton's method for 1 / sqrt(x) from a
    /// line through the bits, then one step whose residual is exact (Dekker's product, Numerische Mathematik 18, 1971).
    static func squareRoot(_ x: Double) -> Double {
        guard x > 0 else { return x == 0 ? x : .nan }
        if x == .infinity { return x }
        // Where squares and their parts are ordinary numbers.
        if x < 0x1p-500 { return squareRoot(x * 0x1p600) * 0x1p-300 }
        if x > 0x1p500 { return squareRoot(x * 0x1p-600) * 0x1p300 }
        var y = Double(bitPattern: 0x5FE6_EB50_C7B5_37A9 &- x.bitPattern >> 1)
        for _ in 0..<4 { y *= 1.5 - 0.5 * x * y * y }
        let root = x * y
        let square = root * root
        let scaled = root * 134_217_729
        let high = scaled - (scaled - root)
        let low = root - high
        let rest = ((high * high - square) + 2 * high * low) + low * low
        return root + ((x - square) - rest) * (0.5 * y)
    }
}

extension Double {
    /// The nearest number in `range`; what is no number is its least.
    func clamped(to range: ClosedRange<Double>) -> Double {
        // Written so that NaN becomes the least.
        self >= range.lowerBound ? min(self, range.upperBound) : range.lowerBound
    }
}

/// Sine and cosine of angles in degrees: the right angles are exact, and the argument is reduced without error.
extension PortableMath {
    /// The sine of an angle in degrees, within 2e-16 of the exact one; NaN beyond 10^12 degrees.
    ///
    /// - Complexity: O(1), about 12 multiplications.
    package static func sine(degrees: Double) -> Double { sine(degrees, quartersAhead: 0) }

    /// The cosine of an angle in degrees, within 2e-16 of the exact one; NaN beyond 10^12 degrees.
    ///
    /// - Complexity: O(1), about 12 multiplications.
    package static func cosine(degrees: Double) -> Double { sine(degrees, quartersAhead: 1) }

    private static func sine(_ degrees: Double, quartersAhead: Int64) -> Double {
        guard degrees.magnitude <= 1e12 else { return .nan }
        // The nearest multiple of a right angle, without the C library's `round`; see `exp`.
        let quarters = (degrees / 90 + 0x1.8p52) - 0x1.8p52
        // Both are whole multiples of the last place of `degrees`, and so is the small difference: it is exact.
        let rest = (degrees - quarters * 90) * (Double.pi / 180)
        switch (Int64(quarters) + quartersAhead) & 3 {
        case 0: return shortSine(rest)
        case 1: return shortCosine(rest)
        case 2: return -shortSine(rest)
        default: return -shortCosine(rest)
        }
    }

    /// Taylor series to the 17th power, for |x| <= pi/4: the remainder is below 2^-63.
    private static func shortSine(_ x: Double) -> Double {
        let z = x * x
        var p = 1.0 / 355_687_428_096_000
        p = horner(p, z, -1.0 / 1_307_674_368_000, 1.0 / 6_227_020_800, -1.0 / 39_916_800, 1.0 / 362_880)
        p = p * z - 1.0 / 5_040
        p = p * z + 1.0 / 120
        p = p * z - 1.0 / 6
        return x + x * z * p
    }

    /// Taylor series to the 16th power, for |x| <= pi/4: the remainder is below 2^-58.
    private static func shortCosine(_ x: Double) -> Double {
        let z = x * x
        var p = 1.0 / 20_922_789_888_000
        p = horner(p, z, -1.0 / 87_178_291_200, 1.0 / 479_001_600, -1.0 / 3_628_800, 1.0 / 40_320)
        p = p * z - 1.0 / 720
        p = p * z + 1.0 / 24
        return 1 + (p * z - 0.5) * z
    }
}

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
