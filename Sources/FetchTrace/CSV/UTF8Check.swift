/// The first byte of `bytes` that is not part of well-formed UTF-8 or belongs to a C1 control character
/// (U+0080 to U+009F), or nil.
///
/// ASCII controls are the business of ``RecordScanner``, which knows where line ends may stand.
///
/// - Complexity: O(*n*) in the number of bytes.
func firstInvalidUTF8(_ bytes: some Sequence<UInt8>) -> Int? {
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var offset = 0
    while true {
        switch parser.parseScalar(from: &iterator) {
        case .valid(let encoded):
            if 0x80...0x9F ~= Unicode.UTF8.decode(encoded).value { return offset }
            offset += encoded.count
        case .error: return offset
        case .emptyInput: return nil
        }
    }
}
