import FetchSched
import Foundation
import Testing

@Suite struct AngleTests {
    /// Within 2^-52 of the C library's, which are given the angle reduced to a quarter turn.
    @Test func agreesWithTheCLibrary() {
        var random = SplitMix64(seed: 4)
        var worst = 0.0
        for step in 0..<20_000 {
            let degrees = (random.nextUnit() - 0.5) * (step % 2 == 0 ? 100 : 1e6)
            let quarters = (degrees / 90).rounded()
            let rest = (degrees - quarters * 90) * .pi / 180
            let (s, c) = (sin(rest), cos(rest))
            let turned = [(s, c), (c, -s), (-s, -c), (-c, s)][Int(quarters) & 3]
            worst = max(worst, abs(PortableMath.sine(degrees: degrees) - turned.0))
            worst = max(worst, abs(PortableMath.cosine(degrees: degrees) - turned.1))
        }
        #expect(worst <= 0x1p-52)
    }

    @Test func smallAnglesKeepAllTheirDigits() {
        for degrees in [1e-300, 1e-9, 1e-3, 0.1, 1] {
            let expected = sin(degrees * .pi / 180)
            #expect(abs(PortableMath.sine(degrees: degrees) - expected) <= 2 * expected.ulp, "\(degrees)")
        }
    }

    @Test func rightAnglesAreExact() {
        for turn in -3...3 {
            let whole = Double(turn) * 360
            #expect([0, 90, 180, 270].map { PortableMath.sine(degrees: whole + $0) } == [0, 1, 0, -1])
            #expect([0, 90, 180, 270].map { PortableMath.cosine(degrees: whole + $0) } == [1, 0, -1, 0])
        }
        #expect(PortableMath.sine(degrees: 1e12) == PortableMath.sine(degrees: 280))
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e13, -1e300])
    func whatIsNoAngle(_ degrees: Double) {
        #expect(PortableMath.sine(degrees: degrees).isNaN)
        #expect(PortableMath.cosine(degrees: degrees).isNaN)
    }

    /// The bits themselves, so that a change on any platform shows.
    @Test func bitsArePinned() {
        var random = SplitMix64(seed: 5)
        var mixed: UInt64 = 0
        for _ in 0..<1_000 {
            let degrees = (random.nextUnit() - 0.5) * 720
            mixed = (mixed &* 31) ^ PortableMath.sine(degrees: degrees).bitPattern
            mixed = (mixed &* 31) ^ PortableMath.cosine(degrees: degrees).bitPattern
        }
        #expect(mixed == 2_175_838_915_851_777_913)
    }
}
