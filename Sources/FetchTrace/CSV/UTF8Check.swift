/// The first byte of `bytes` that is not part of well-formed UTF-8 or belongs to a C1 control character
/// (U+0080 to U+009F), or nil.
///
/// ASCII controls are the business of ``RecordScanner``, which knows where line ends may stand.
/// The ranges are those of table 3-7 of the Unicode standard, so surrogates and overlong forms are refused.
///
/// - Complexity: O(*n*) in the number of bytes.
func firstInvalidUTF8(_ bytes: Span<UInt8>) -> Int? {
    var index = 0
    while index < bytes.count {
        let lead = bytes[index]
        if lead < 0x80 {
            index += 1
            continue
        }
        let length: Int
        var low: UInt8 = 0x80
        var high: UInt8 = 0xBF
        switch lead {
        case 0xC2:
            length = 2
            low = 0xA0
        case 0xC3...0xDF: length = 2
        case 0xE0:
            length = 3
            low = 0xA0
        case 0xED:
            length = 3
            high = 0x9F
        case 0xE1...0xEF: length = 3
        case 0xF0:
            length = 4
            low = 0x90
        case 0xF4:
            length = 4
            high = 0x8F
        case 0xF1...0xF3: length = 4
        default: return index
        }
        guard index + length <= bytes.count, low...high ~= bytes[index + 1] else { return index }
        for next in (index + 2)..<(index + max(length, 2)) where !(0x80...0xBF ~= bytes[next]) {
            return index
        }
        index += length
    }
    return nil
}
