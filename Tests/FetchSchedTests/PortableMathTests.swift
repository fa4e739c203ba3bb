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
        #expect(PortableMath.exp(0) == 1)
        #expect(PortableMath.exp(-.infinity) == 0)
        #expect(PortableMath.exp(.infinity) == .infinity)
        #expect(PortableMath.exp(1e300) == .infinity)
        #expect(PortableMath.exp(.nan).isNaN)
        #expect(PortableMath.log(0) == -.infinity)
        #expect(PortableMath.log(-1).isNaN)
        #expect(PortableMath.log(.infinity) == .infinity)
        #expect(PortableMath.saturation(0) == 0)
    }

    /// Eight at once are eight alone, to the bit; also where one of them is no ordinary number.
    @Test func lanesAreTheScalarFunctions() {
        var random = SplitMix64(seed: 5)
        let odd = [
            0, -0.0, .nan, .infinity, -.infinity, -1, .leastNormalMagnitude / 8, 710, -746, 1e-5, 9.999e-6,
        ]
        for round in 0..<2_000 {
            var x = PortableMath.Lanes.zero
            for lane in 0..<8 { x[lane] = (random.nextUnit() - 0.5) * [1e-4, 1, 50, 1390][round % 4] }
            if round % 10 == 0 { x[round / 10 % 8] = odd[round / 10 % odd.count] }
            let logarithms = PortableMath.logOfLanes(x)
            let powers = PortableMath.expOfLanes(x)
            let saturations = PortableMath.saturationOfLanes(x)
            let roots = PortableMath.squareRootOfLanes(x)
            for lane in 0..<8 {
                #expect(isSame(roots[lane], PortableMath.squareRoot(x[lane])), "\(x[lane])")
                #expect(isSame(powers[lane], PortableMath.exp(x[lane])), "\(x[lane])")
                #expect(isSame(logarithms[lane], PortableMath.log(x[lane])), "\(x[lane])")
                #expect(isSame(saturations[lane], PortableMath.saturation(x[lane])), "\(x[lane])")
            }
        }
    }

    /// Of any number of numbers.
    @Test(arguments: [0, 1, 7, 8, 9, 31]) func eachOfMany(_ count: Int) {
        var random = SplitMix64(seed: UInt64(count))
        let numbers = (0..<count).map { _ in random.nextUnit() * 100 }
        var (powers, logarithms, roots) = (numbers, numbers, numbers)
        PortableMath.exp(each: &powers)
        PortableMath.log(each: &logarithms)
        PortableMath.squareRoot(each: &roots)
        #expect(powers == numbers.map { PortableMath.exp($0) })
        #expect(logarithms == numbers.map { PortableMath.log($0) })
        #expect(roots == numbers.map { PortableMath.squareRoot($0) })
    }

    /// Which NaN it is does not matter.
    private func isSame(_ one: Double, _ other: Double) -> Bool {
        one.bitPattern == other.bitPattern || (one.isNaN && other.isNaN)
    }

    /// The bits themselves, so that a change on any platform shows.
    @Test func bitsArePinned() {
        #expect(PortableMath.exp(1).bitPattern == 0x4005_BF0A_8B14_576A)
        #expect(PortableMath.log(10).bitPattern == 0x4002_6BB1_BBB5_5516)
        var random = SplitMix64(seed: 3)
        var mixed: UInt64 = 0
        for _ in 0..<1_000 {
            let x = (random.nextUnit() - 0.5) * 100
            mixed = (mixed &* 31) ^ PortableMath.exp(x).bitPattern
            mixed = (mixed &* 31) ^ PortableMath.log(abs(x)).bitPattern
        }
        #expect(mixed == 16_650_210_298_635_737_585)
    }
}
