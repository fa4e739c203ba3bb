import Testing

@testable import FetchSched

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

@Suite struct PortableMathTests {
    @Test func expAgreesWithTheCLibraryWithinTwoUlp() {
        var random = SplitMix64(seed: 1)
        for _ in 0..<20_000 {
            let x = (random.nextUnit() - 0.5) * 1400
            let expected = exp(x)
            let found = PortableMath.exp(x)
            if expected.isNormal {
                #expect(abs(found - expected) <= 2 * expected.ulp, "x = \(x)")
            }
        }
    }

    @Test func logAgreesWithTheCLibraryWithinTwoUlp() {
        var random = SplitMix64(seed: 2)
        for _ in 0..<20_000 {
            let x = exp((random.nextUnit() - 0.5) * 1400)
            let expected = log(x)
            #expect(abs(PortableMath.log(x) - expected) <= 2 * expected.ulp, "x = \(x)")
        }
        for x in [
            0.999_999_9, 1.0, 1.000_000_1, Double.leastNonzeroMagnitude, Double.leastNormalMagnitude / 8,
            Double.greatestFiniteMagnitude,
        ] {
            #expect(abs(PortableMath.log(x) - log(x)) <= 2 * max(log(x).ulp, 0), "x = \(x)")
        }
    }

    /// To the bit, wherever it is.
    @Test func theSquareRootIsTheOneOfTheStandard() {
        var random = SplitMix64(seed: 4)
        for _ in 0..<20_000 {
            let x = abs(Double(bitPattern: random.next()))
            let y = 1 + random.nextUnit() * 1e4
            for x in [x, y, (y * y).nextDown, (y * y).nextUp, Double(Float(y)) * Double(Float(y))]
            where !x.isNaN {
                #expect(PortableMath.squareRoot(x) == x.squareRoot(), "x = \(x)")
            }
        }
        for x in [
            0, -0.0, .infinity, .leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude, 1, 4,
            0x1p-500, 0x1p500, 1.0.nextUp, 1.0.nextDown,
        ] as [Double] { #expect(PortableMath.squareRoot(x).bitPattern == x.squareRoot().bitPattern) }
        #expect(PortableMath.squareRoot(-1).isNaN && PortableMath.squareRoot(.nan).isNaN)
    }

    @Test func theEndsOfTheRange() {
        func exp(_ x: Double) -> Double { PortableMath.exp(x) }
        func log(_ x: Double) -> Double { PortableMath.log(x) }
        #expect(exp(0) == 1 && exp(-.infinity) == 0)
        #expect(exp(.infinity) == .infinity && exp(1e300) == .infinity && exp(.nan).isNaN)
        #expect(log(0) == -.infinity && log(-1).isNaN && log(.infinity) == .infinity)
        #expect(PortableMath.saturation(0) == 0)
    }

    /// The bits themselves, so that a change on any platform shows.
    @Test func bitsArePinned() {
        #expect(PortableMath.exp(1.0).bitPattern == 0x4005_BF0A_8B14_5769)
        #expect(PortableMath.log(10.0).bitPattern == 0x4002_6BB1_BBB5_5516)
        var random = SplitMix64(seed: 3)
        var mixed: UInt64 = 0
        for _ in 0..<1_000 {
            let x = (random.nextUnit() - 0.5) * 100
            mixed = (mixed &* 31) ^ PortableMath.exp(x).bitPattern
            mixed = (mixed &* 31) ^ PortableMath.log(abs(x)).bitPattern
        }
        #expect(mixed == 8_788_093_503_378_155_439)
    }
}
