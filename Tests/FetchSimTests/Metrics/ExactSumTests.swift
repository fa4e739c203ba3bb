import FetchSched
import Testing

@testable import FetchSim

/// An exact sum is the number nearest to the true one, in whatever order the numbers come.
@Suite struct ExactSumTests {
    @Test(
        arguments: [
            ([], 0), ([-0.0], 0), ([1e16, 1, -1e16], 1), ([1e300, 1e-300, -1e300], 1e-300),
            ([Double](repeating: 0.1, count: 10), 1), ([1, 1e100, 1, -1e100], 2),
            // A half of the last place, then a hair more of it, or less.
            ([1, 0x1p-53], 1), ([1, 0x1p-53, 0x1p-200], 1 + 0x1p-52), ([1, 0x1p-53, -0x1p-200], 1),
            ([-1, -0x1p-53, -0x1p-200], -1 - 0x1p-52), ([1 + 0x1p-52, 0x1p-53], 1 + 0x1p-51),
        ] as [([Double], Double)])
    func known(numbers: [Double], sum: Double) {
        #expect(numbers.exactSum == sum)
        #expect(numbers.reversed().exactSum == sum)
    }

    @Test func noOrderMatters() {
        var random = SplitMix64(seed: 5)
        var differ = 0
        for _ in 0..<50 {
            var numbers = (0..<60).map { _ in
                (random.nextUnit() - 0.5) * Double(UInt64(1) << (random.next() % 60))
            }
            let (sum, plain) = (numbers.exactSum, numbers.reduce(0, +))
            for index in numbers.indices.reversed() {
                numbers.swapAt(index, Int(random.next() % UInt64(index + 1)))
            }
            #expect(numbers.exactSum == sum)
            if numbers.reduce(0, +) != plain { differ += 1 }
            // The rest that is left is less than the last place of the sum.
            #expect(abs((numbers + [-sum]).exactSum) <= sum.ulp / 2)
        }
        // Plain addition would not have passed.
        #expect(differ > 20)
    }

    @Test func whatIsNotFinite() {
        #expect([1, .infinity, 2].exactSum == .infinity)
        #expect([1, .infinity, -.infinity].exactSum.isNaN)
        #expect([Double.greatestFiniteMagnitude, .greatestFiniteMagnitude].exactSum == .infinity)
    }
}
