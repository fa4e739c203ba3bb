/// A number in digits, with the same bits on every platform and without the C library.
struct PollDecimal {
    /// The nearest number, to the last bit or the one before; infinite beyond the largest.
    let value: Double
    /// The number if it has no point and no exponent, and fits.
    let whole: Int64?

    /// The number if it is whole, however it is written. (`Int64(exactly:)` takes the C mathematics library.)
    var rounded: Int64? {
        guard value.magnitude < 9e18 else { return nil }
        let whole = Int64(value)
        return Double(whole) == value ? whole : nil
    }

    /// Reads digits with an optional sign before them, and an optional point and exponent; stops at anything else.
    ///
    /// Digits behind the eighteenth are counted and not read.
    init(_ text: ArraySlice<UInt8>) {
        var (mantissa, exponent, place) = (UInt64(0), 0, text.startIndex)
        var (isPlain, isExact, read) = (true, true, 0)
        let isNegative = place < text.endIndex && text[place] == UInt8(ascii: "-")
        if isNegative { place += 1 }
        while place < text.endIndex {
            if text[place] == UInt8(ascii: "."), isPlain {
                isPlain = false
            } else if 0x30...0x39 ~= text[place] {
                if read < 19 {
                    mantissa = mantissa * 10 + UInt64(text[place] - 0x30)
                    if mantissa > 0 { read += 1 }
                    if !isPlain { exponent -= 1 }
                } else {
                    isExact = false
                    if isPlain { exponent += 1 }
                }
            } else {
                break
            }
            place += 1
        }
        if place < text.endIndex, text[place] | 0x20 == UInt8(ascii: "e") {
            isPlain = false
            exponent += Self.exponent(text[(place + 1)...])
        }
        let size = Self.scaled(Double(mantissa), exponent)
        value = isNegative ? -size : size
        // The least number has no positive counterpart; a state has it, as the bits of a weight of -0.
        let fits = isPlain && isExact && mantissa <= UInt64(Int64.max) + (isNegative ? 1 : 0)
        whole = fits ? Int64(bitPattern: isNegative ? 0 &- mantissa : mantissa) : nil
    }

    private static func exponent(_ text: ArraySlice<UInt8>) -> Int {
        var (power, isDown) = (0, false)
        for byte in text {
            if byte == UInt8(ascii: "-") {
                isDown = true
            } else if 0x30...0x39 ~= byte {
                // No number in a line has more digits than a million before its point that count.
                power = min(power * 10 + Int(byte - 0x30), 1_000_000_000)
            } else if byte != UInt8(ascii: "+") {
                break
            }
        }
        return isDown ? -power : power
    }

    /// In steps of powers that are exact.
    private static func scaled(_ value: Double, _ exponent: Int) -> Double {
        var (result, left) = (value, exponent)
        while left != 0, result > 0, result < .infinity {
            let step = min(22, abs(left))
            var power = 1.0
            for _ in 0..<step { power *= 10 }
            result = left < 0 ? result / power : result * power
            left += left < 0 ? step : -step
        }
        return result
    }
}
