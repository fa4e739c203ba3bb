import Testing

@testable import FetchSched

/// Functions of eight numbers of single precision, beside those of double precision.
@Suite struct FloatLanesTests {
    private static let counts = [0, 1, 7, 8, 9, 4096]

    private func each(_ x: Float, _ function: (FloatLanes) -> FloatLanes) -> Float {
        var lanes = FloatLanes(repeating: 1)
        lanes[6] = x
        return function(lanes)[6]
    }

    private func exp(_ x: Float) -> Float { each(x) { PortableMath.exp($0) } }
    private func log(_ x: Float) -> Float { each(x) { PortableMath.log($0) } }

    @Test func expIsWithinTwoUlp() {
        var random = SplitMix64(seed: 1)
        for _ in 0..<20_000 {
            let x = Float(random.nextUnit() * 175.5 - 87.25)
            let expected = PortableMath.exp(Double(x))
            #expect(abs(Double(exp(x)) - expected) <= 2 * Double(Float(expected).ulp), "x = \(x)")
        }
    }

    @Test func theEndsOfExp() {
        #expect(exp(0) == 1 && exp(-0.0) == 1 && exp(.leastNonzeroMagnitude) == 1)
        #expect(exp(-87.25) > Float.leastNormalMagnitude)
        for x in [-87.31, -88, -1e9, -.infinity] as [Float] { #expect(exp(x) == 0) }
        for x in [88.8, 1e9, .greatestFiniteMagnitude, .infinity] as [Float] { #expect(exp(x) == .infinity) }
        #expect(exp(.nan).isNaN)
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
            let found = Double(each(x) { PortableMath.inverseSquareRoot($0) })
            #expect(abs(found - expected) <= 3 * Double(Float(expected).ulp), "x = \(x)")
        }
    }

    /// What is no positive normal number is some number or other.
    @Test func nothingTraps() {
        var random = SplitMix64(seed: 4)
        var odd: [Float] = [
            0, -0.0, .nan, .infinity, -.infinity, -1, .leastNonzeroMagnitude, -.leastNormalMagnitude,
        ]
        for _ in 0..<2_000 { odd.append(Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))) }
        for x in odd {
            _ = (exp(x), log(x), each(x) { PortableMath.inverseSquareRoot($0) })
            // The others do not mind.
            var lanes = FloatLanes(repeating: 3)
            lanes[0] = x
            #expect(PortableMath.exp(lanes)[5] == exp(3) && PortableMath.log(lanes)[5] == log(3))
        }
    }

    /// Each number by itself, of however many.
    @Test(arguments: counts) func eachOfMany(_ count: Int) {
        var random = SplitMix64(seed: UInt64(count))
        let numbers = (0..<count).map { _ in
            var lanes = FloatLanes.one
            for lane in 0..<8 { lanes[lane] = Float(random.nextUnit() * 60 + 0.5) }
            return lanes
        }
        var (powers, logarithms) = (numbers, numbers)
        PortableMath.exp(each: &powers, less: 7)
        PortableMath.log(each: &logarithms)
        var (greatest, sum) = (-Float.infinity, 0.0)
        for (index, lanes) in numbers.enumerated() {
            for lane in 0..<8 where index % 100 < 3 {
                #expect(powers[index][lane] == exp(lanes[lane] - 7))
                #expect(logarithms[index][lane] == log(lanes[lane]))
            }
            for lane in 0..<8 {
                greatest = max(greatest, lanes[lane])
                sum += Double(lanes[lane])
            }
        }
        #expect(PortableMath.greatest(numbers) == greatest)
        #expect(abs(PortableMath.sum(numbers) - sum) <= 1e-12 * sum)
    }

    @Test func masksChooseLanes() {
        let numbers = FloatLanes(1, -2, 3, .nan, 5, -6, 7, 8)
        let mask = numbers.isLess(than: 3)
        #expect(mask == IntLanes(-1, -1, 0, 0, 0, -1, 0, 0))
        #expect(numbers.masked(by: mask) == FloatLanes(1, -2, 0, 0, 0, -6, 0, 0))
        let other = FloatLanes(repeating: 9)
        let mixed = numbers.replacing(with: other, by: mask)
        #expect(mixed[0] == 9 && mixed[1] == 9 && mixed[2] == 3 && mixed[3].isNaN && mixed[7] == 8)
        let raised = numbers.raised(to: FloatLanes(repeating: 4))
        #expect(raised[0] == 4 && raised[3].isNaN && raised[7] == 8)
        let lowered = numbers.lowered(to: FloatLanes(repeating: 4))
        #expect(lowered[0] == 1 && lowered[3].isNaN && lowered[7] == 4)
        #expect(IntLanes(0, 1, 2, 3, 4, 5, 6, 7).isSame(as: 5) == IntLanes(0, 0, 0, 0, 0, -1, 0, 0))
        #expect(FloatLanes(bits: numbers.bits)[6] == 7)
    }

    /// The bits themselves, so that a change on any platform shows.
    @Test func bitsArePinned() {
        var random = SplitMix64(seed: 5)
        var mixed: UInt32 = 0
        for _ in 0..<1_000 {
            let x = Float(random.nextUnit() * 80)
            for bits in [exp(-x).bitPattern, log(x + 0.01).bitPattern] { mixed = (mixed &* 31) ^ bits }
            mixed = (mixed &* 31) ^ each(x + 1) { PortableMath.inverseSquareRoot($0) }.bitPattern
        }
        #expect(mixed == 110_626_883)
    }
}
