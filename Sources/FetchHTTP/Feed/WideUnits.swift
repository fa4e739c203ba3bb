import Foundation

/// The units of a text in UTF-16 or UTF-32.
///
/// The text in UTF-8 may need half as much memory again, so only the parts that are stored are converted.
struct WideUnits {
    private let data: Data
    private let width: Int
    private let isBig: Bool

    /// - Parameters:
    ///   - data: Bytes without a byte order mark.
    ///   - width: Bytes of a unit: 2 or 4.
    init(_ data: Data, width: Int, isBig: Bool) { (self.data, self.width, self.isBig) = (data, width, isBig) }

    /// One byte for each unit: ASCII as it is, a byte beyond ASCII for all others.
    var markup: [UInt8] {
        let bytes = data.span
        var markup: [UInt8] = []
        markup.reserveCapacity(bytes.count / width)
        for index in 0..<bytes.count / width {
            let unit = unit(index, in: bytes)
            markup.append(UInt8(truncatingIfNeeded: unit) | (unit < 0x80 ? 0 : 0x80))
        }
        return markup
    }

    /// Returns the text of some units, without the control characters that XML forbids.
    func text(_ range: Range<Int>) -> String {
        let bytes = data.span
        var (text, index): ([UInt8], Int) = ([], range.lowerBound)
        text.reserveCapacity(range.count)
        while index < range.upperBound {
            var value = unit(index, in: bytes)
            index += 1
            if value < 0x80 {
                if value >= 0x20 || [9, 10, 13].contains(value) { text.append(UInt8(value)) }
                continue
            }
            if width == 2, value & 0xFC00 == 0xD800, index < range.upperBound {
                let low = unit(index, in: bytes)
                if low & 0xFC00 == 0xDC00 {
                    (value, index) = (0x10000 + (value & 0x3FF) << 10 + low & 0x3FF, index + 1)
                }
            }
            text.append(contentsOf: UTF8.encode(Unicode.Scalar(value) ?? "\u{FFFD}") ?? .init())
        }
        return String(decoding: text, as: UTF8.self)
    }

    private func unit(_ index: Int, in bytes: Span<UInt8>) -> UInt32 {
        var value: UInt32 = 0
        for part in 0..<width {
            value = value << 8 | UInt32(bytes[index * width + (isBig ? part : width - 1 - part)])
        }
        return value
    }
}
