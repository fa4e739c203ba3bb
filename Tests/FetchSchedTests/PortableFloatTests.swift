import Testing

@testable import FetchSched

/// Functions of single precision, beside those of double precision.
@Suite struct PortableFloatTests {
    private func exp(_ x: Float) -> Float { PortableMath.exp(x) }
    private func log(_ x: Float) -> Float { PortableMath.log(x) }

    @Test func expIsWithinTwoUlp() {
        var random = SplitMix64(seed: 1)
        for _ in 0..<20_000 {
            let x = Float(random.nextUnit() * 175 - 87)
            let expected = PortableMath.exp(Double(x))
            #expect(abs(Double(exp(x)) - expected) <= 2 * Double(Float(expected).ulp), "x = \(x)")
        }
    }

    @Test func theEndsOfExp() {
        #expect(exp(0) == 1 && exp(-0.0) == 1 && exp(.leastNonzeroMagnitude) == 1)
        #expect(exp(-87) >= Float.leastNormalMagnitude && exp(88) < .greatestFiniteMagnitude)
        for x in [-87.1, -1e9, -.infinity, .nan] as [Float] { #expect(exp(x) == exp(-87)) }
        for x in [88.1, 1e9, .greatestFiniteMagnitude, .infinity] as [Float] { #expect(exp(x) == exp(88)) }
    }

    @Test func logIsWithinTwoUlp() {
        var random = SplitMix64(seed: 2)
        func check(_ x: Float) {
            let expected = PortableMath.log(Double(x))
            #expect(abs(Double(log(x)) - expected) <= 2 * Double(Float(expected).ulp), "x = \(x)")
        }
        for _ in 0..<20_000 { check(Float(PortableMath.exp((random.nextUnit() - 0.5) * 174))) }
        for x in [
            Float(1).nextUp, Float(1).nextDown, .leastNormalMagnitude, .greatestFiniteMagnitude, 2, 0.5,
        ] {
            check(x)
        }
        for step in -2000...2000 { check(1 + Float(step) * 1e-4) }
        #expect(log(1) == 0)
    }

    @Test func inverseRootsAreWithinThreeUlp() {
        var random = SplitMix64(seed: 3)
        for _ in 0..<20_000 {
            let x = Float(PortableMath.exp((random.nextUnit() - 0.5) * 170))
            let expected = 1 / PortableMath.squareRoot(Double(x))
            let found = Double(PortableMath.inverseSquareRoot(x))
            #expect(abs(found - expected) <= 3 * Double(Float(expected).ulp), "x = \(x)")
        }
    }

    /// Of numbers that are not normal and positive, the power is in its range; the others are anything, and do not trap.
    @Test func oddNumbers() {
        var random = SplitMix64(seed: 4)
        var odd: [Float] = [
            0, -0.0, .nan, .infinity, -.infinity, -1, .leastNonzeroMagnitude, -.leastNormalMagnitude,
        ]
        for _ in 0..<2_000 { odd.append(Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))) }
        for x in odd {
            #expect((exp(-87)...exp(88)).contains(exp(x)), "x = \(x)")
            _ = (log(x), PortableMath.inverseSquareRoot(x))
        }
    }

    @Test(arguments: [0, 1, 7, 8, 9, 1001]) func sumsOfProducts(_ count: Int) {
        var random = SplitMix64(seed: UInt64(count))
        let numbers = (0..<2).map { _ in (0..<count).map { _ in Float(random.nextUnit()) } }
        let expected = zip(numbers[0], numbers[1]).reduce(0) { $0 + Double($1.0) * Double($1.1) }
        #expect(abs(Double(PortableMath.dot(numbers[0], numbers[1])) - expected) <= 1e-5 * expected)
        #expect(PortableMath.dot(numbers[0] + [5], numbers[1]) == PortableMath.dot(numbers[0], numbers[1]))
    }

    /// The bits themselves, so that a change on any platform shows.
    @Test func bitsArePinned() {
        var random = SplitMix64(seed: 5)
        var mixed: UInt32 = 0
        for _ in 0..<1_000 {
            let x = Float(random.nextUnit() * 80)
            for bits in [exp(-x).bitPattern, log(x + 0.01).bitPattern] { mixed = (mixed &* 31) ^ bits }
            mixed = (mixed &* 31) ^ PortableMath.inverseSquareRoot(x + 1).bitPattern
        }
        #expect(mixed == 110_626_883)
    }
}
