import FetchSched

/// Numbers as text, the same on every platform.
package enum Figures {
    /// With exactly that many decimals (0 to 9), rounded half away from zero; `-0.0` becomes `0.0`.
    package static func fixed(_ value: Double, decimals: Int) -> String {
        guard value.isFinite, abs(value) < 1e15 else { return "\(value)" }
        var unit: Int64 = 1
        for _ in 0..<min(max(decimals, 0), 9) { unit *= 10 }
        let scaled = (abs(value) * Double(unit)).rounded()
        guard scaled < 9e18 else { return "\(value)" }
        let digits = Int64(scaled)
        let sign = value < 0 && digits > 0 ? "-" : ""
        guard unit > 1 else { return "\(sign)\(digits)" }
        let fraction = String(digits % unit)
        let zeros = String(repeating: "0", count: String(unit).count - 1 - fraction.count)
        return "\(sign)\(digits / unit).\(zeros)\(fraction)"
    }

    /// As in `1 device` and `3 devices`.
    package static func counted(_ count: Int, _ noun: String, plural: String? = nil) -> String {
        "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
    }

    /// As in `, half-life 2 h`, after V; nothing without one.
    static func halfLife(_ span: TimeSpan) -> String {
        span > .zero ? ", half-life \(plain(span.seconds / 3600, decimals: 2)) h" : ""
    }

    /// As in `21 days scored after 7 of warm-up`.
    package static func scored(_ days: Double, after warmup: Double) -> String {
        "\(plain(days, decimals: 1)) days scored after \(plain(warmup, decimals: 1)) of warm-up"
    }

    /// With one decimal where it matters: below a thousand.
    package static func short(_ value: Double) -> String {
        fixed(value, decimals: abs(value) < 999.95 ? 1 : 0)
    }

    /// With three digits or more, for how many times as much: two decimals below ten, then one, then none.
    package static func times(_ value: Double) -> String {
        fixed(value, decimals: abs(value) < 9.995 ? 2 : abs(value) < 999.95 ? 1 : 0)
    }

    /// Up to that many decimals, without trailing zeros; whole numbers without a point. Six for machines.
    package static func plain(_ value: Double, decimals: Int = 6) -> String {
        var text = fixed(value, decimals: decimals)
        guard text.contains(".") else { return text }
        while text.last == "0" { text.removeLast() }
        if text.last == "." { text.removeLast() }
        return text
    }
}
