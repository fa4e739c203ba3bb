/// The same functions for eight numbers at once: the operations and so the bits are those of the scalar ones, but the
/// eight chains of operations run side by side, in a fifth of the time.
///
/// In a debug build, whose compiler does not specialise operations of lanes, they are reckoned one by one: that is a third
/// of the time of the engine's tests. The functions of lanes themselves are tested in every build.
extension PortableMath {
    /// Eight numbers.
    typealias Lanes = SIMD8<Double>

    /// e to the power of each lane; the same bits as the scalar function.
    @inline(__always)
    static func exp(_ x: Lanes) -> Lanes {
        #if DEBUG
            each(x, exp)
        #else
            expOfLanes(x)
        #endif
    }

    /// The natural logarithm of each lane; the same bits as the scalar function.
    @inline(__always)
    static func log(_ x: Lanes) -> Lanes {
        #if DEBUG
            each(x, log)
        #else
            logOfLanes(x)
        #endif
    }

    /// The square root of each lane; the same bits as the scalar function.
    @inline(__always)
    static func squareRoot(_ x: Lanes) -> Lanes {
        #if DEBUG
            each(x, squareRoot)
        #else
            squareRootOfLanes(x)
        #endif
    }

    /// 1 - e^-x of each lane; the same bits as the scalar function.
    @inline(__always)
    static func saturation(_ x: Lanes) -> Lanes {
        #if DEBUG
            each(x, saturation)
        #else
            saturationOfLanes(x)
        #endif
    }

    /// e to the power of each number.
    static func exp(each numbers: inout [Double]) { change(&numbers, exp, exp) }

    /// The natural logarithm of each number.
    static func log(each numbers: inout [Double]) { change(&numbers, log, log) }

    /// The square root of each number.
    static func squareRoot(each numbers: inout [Double]) { change(&numbers, squareRoot, squareRoot) }

    /// Eight at a time, and the rest one by one.
    @inline(__always)
    private static func change(
        _ numbers: inout [Double], _ ofLanes: (Lanes) -> Lanes, _ ofOne: (Double) -> Double
    ) {
        var numbers = numbers.mutableSpan
        var next = 0
        while next + Lanes.scalarCount <= numbers.count {
            let changed = ofLanes(
                Lanes(
                    numbers[next], numbers[next + 1], numbers[next + 2], numbers[next + 3], numbers[next + 4],
                    numbers[next + 5], numbers[next + 6], numbers[next + 7]))
            for lane in 0..<Lanes.scalarCount { numbers[next + lane] = changed[lane] }
            next += Lanes.scalarCount
        }
        while next < numbers.count {
            numbers[next] = ofOne(numbers[next])
            next += 1
        }
    }

    /// - Complexity: O(1), about 16 multiplications of lanes.
    static func expOfLanes(_ x: Lanes) -> Lanes {
        // Beyond that the results are no ordinary numbers. Written so that NaN is beyond, too.
        guard all(x .> -700), all(x .< 700) else { return each(x, exp) }
        let shifted = x * log2e + 0x1.8p52
        let k = shifted - 0x1.8p52
        let r = (x - k * ln2High) - k * ln2Low
        var p = r * (1.0 / 6_227_020_800) + 1.0 / 479_001_600
        p = p * r + 1.0 / 39_916_800
        p = p * r + 1.0 / 3_628_800
        p = p * r + 1.0 / 362_880
        p = p * r + 1.0 / 40_320
        p = p * r + 1.0 / 5_040
        p = p * r + 1.0 / 720
        p = p * r + 1.0 / 120
        p = p * r + 1.0 / 24
        p = p * r + 1.0 / 6
        p = p * r + 0.5
        p = p * r + 1
        p = p * r + 1
        // The last bits of what was shifted are k; with 1023 added they are the exponent of 2^k.
        return p * numbers((bits(shifted) &+ 1023) &<< 52)
    }

    /// - Complexity: O(1), one division and about 14 multiplications of lanes.
    static func logOfLanes(_ x: Lanes) -> Lanes {
        guard all(x .>= .leastNormalMagnitude), all(x .< .infinity) else { return each(x, log) }
        // The parts of normal numbers; see the scalar function. As the last bits of 2^52 the exponent becomes a number.
        let bits = bits(x)
        var m = numbers(bits & ((1 << 52) - 1) | 0x3FF0_0000_0000_0000)
        var k = numbers(bits &>> 52 | 0x4330_0000_0000_0000) - (0x1p52 + 1023)
        let isUpper = m .> 1.414_213_562_373_095_1
        m.replace(with: m / 2, where: isUpper)
        k.replace(with: k + 1, where: isUpper)
        let s = (m - 1) / (m + 1)
        let z = s * s
        var p = z * (1.0 / 23) + 1.0 / 21
        p = p * z + 1.0 / 19
        p = p * z + 1.0 / 17
        p = p * z + 1.0 / 15
        p = p * z + 1.0 / 13
        p = p * z + 1.0 / 11
        p = p * z + 1.0 / 9
        p = p * z + 1.0 / 7
        p = p * z + 1.0 / 5
        p = p * z + 1.0 / 3
        let t = k * ln2Low + 2 * s * z * p
        return k * ln2High + (2 * s + t)
    }

    /// - Complexity: O(1), about 35 multiplications of lanes.
    static func squareRootOfLanes(_ x: Lanes) -> Lanes {
        // Elsewhere squares and their parts are no ordinary numbers.
        guard all(x .>= 0x1p-500), all(x .<= 0x1p500) else { return each(x, squareRoot) }
        var y = numbers(0x5FE6_EB50_C7B5_37A9 &- bits(x) &>> 1)
        for _ in 0..<4 { y *= 1.5 - 0.5 * x * y * y }
        let root = x * y
        let square = root * root
        let scaled = root * 134_217_729
        let high = scaled - (scaled - root)
        let low = root - high
        let rest = ((high * high - square) + 2 * high * low) + low * low
        return root + ((x - square) - rest) * (0.5 * y)
    }

    static func saturationOfLanes(_ x: Lanes) -> Lanes {
        (1 - expOfLanes(-x)).replacing(with: x * (1 - 0.5 * x), where: x .< 1e-5)
    }

    /// The bits of each lane. (It compiles to no instructions; there is no other way that is safe.)
    @inline(__always)
    private static func bits(_ x: Lanes) -> SIMD8<UInt64> {
        SIMD8(
            x[0].bitPattern, x[1].bitPattern, x[2].bitPattern, x[3].bitPattern, x[4].bitPattern,
            x[5].bitPattern,
            x[6].bitPattern, x[7].bitPattern)
    }

    /// The numbers of those bits.
    @inline(__always)
    private static func numbers(_ bits: SIMD8<UInt64>) -> Lanes {
        func number(_ lane: Int) -> Double { Double(bitPattern: bits[lane]) }
        return Lanes(
            number(0), number(1), number(2), number(3), number(4), number(5), number(6), number(7))
    }

    private static func each(_ x: Lanes, _ function: (Double) -> Double) -> Lanes {
        var result = x
        for lane in 0..<Lanes.scalarCount { result[lane] = function(x[lane]) }
        return result
    }
}
