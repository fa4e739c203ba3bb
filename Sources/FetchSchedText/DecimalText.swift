/// Reads and writes decimal numbers, with the same bits on every platform and without the C library.
public enum DecimalText {
    /// Returns the number that `text` represents: digits, at most 15 of them significant, with an optional sign, point
    /// and exponent; nil for anything else and for exponents that cannot be converted exactly.
    public static func value(_ text: some Sequence<UInt8>) -> Double? {
        var iterator = text.makeIterator()
        var next = iterator.next()
        var isNegative = false
        if let sign = next, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            isNegative = sign == UInt8(ascii: "-")
            next = iterator.next()
        }
        var mantissa: Int64 = 0
        var significant = 0
        var digits = 0
        var exponent = 0
        var isFraction = false
        while let byte = next {
            if byte == UInt8(ascii: "."), !isFraction {
                isFraction = true
            } else if let digit = digitValue(byte) {
                digits += 1
                if significant > 0 || digit > 0 { significant += 1 }
                if significant > 15 { return nil }
                mantissa = mantissa * 10 + Int64(digit)
                if isFraction { exponent -= 1 }
            } else {
                break
            }
            next = iterator.next()
        }
        guard digits > 0, digits <= 40 else { return nil }
        if let byte = next {
            guard byte | 0x20 == UInt8(ascii: "e") else { return nil }
            next = iterator.next()
            var isDown = false
            if let sign = next, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
                isDown = sign == UInt8(ascii: "-")
                next = iterator.next()
            }
            var power = 0
            var powerDigits = 0
            while let byte = next, let digit = digitValue(byte), powerDigits < 3 {
                power = power * 10 + digit
                powerDigits += 1
                next = iterator.next()
            }
            guard next == nil, powerDigits > 0 else { return nil }
            exponent += isDown ? -power : power
        }
        guard (-22...22).contains(exponent) || mantissa == 0 else { return nil }
        let size = mantissa == 0 ? 0 : scaled(Double(mantissa), exponent)
        return isNegative ? -size : size
    }

    /// Returns a short text that reads back as `value` to 12 significant digits; `0` for NaN and infinities.
    public static func text(_ value: Double) -> String {
        guard value.isFinite else { return "0" }
        if value == 0 { return "0" }
        var size = value < 0 ? -value : value
        var exponent = 0
        while size >= 1e12 { size /= 10; exponent += 1 }
        while size < 1e11 { size *= 10; exponent -= 1 }
        var mantissa = Int64(size + 0.5)
        while mantissa != 0, mantissa % 10 == 0 {
            mantissa /= 10
            exponent += 1
        }
        var digits = "\(mantissa)"
        if exponent > 0, digits.utf8.count + exponent <= 15 {
            for _ in 0..<exponent { digits += "0" }
        } else if exponent < 0, exponent >= -22 {
            var bytes = Array(digits.utf8)
            while bytes.count <= -exponent { bytes.insert(UInt8(ascii: "0"), at: 0) }
            bytes.insert(UInt8(ascii: "."), at: bytes.count + exponent)
            digits = String(decoding: bytes, as: UTF8.self)
        } else if exponent != 0 {
            digits += "e\(exponent)"
        }
        return value < 0 ? "-" + digits : digits
    }

    private static func digitValue(_ byte: UInt8) -> Int? {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") ? Int(byte - UInt8(ascii: "0")) : nil
    }

    /// Returns `value` times 10 to the power of `exponent` in one exact step; every power up to 10^22 is exact.
    private static func scaled(_ value: Double, _ exponent: Int) -> Double {
        var power = 1.0
        for _ in 0..<(exponent < 0 ? -exponent : exponent) { power *= 10 }
        return exponent < 0 ? value / power : value * power
    }
}
