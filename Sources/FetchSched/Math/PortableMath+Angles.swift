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
