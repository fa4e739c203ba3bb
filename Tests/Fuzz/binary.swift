@testable import FetchTrace

/// The reader of binary traces: the bytes as they are, and with every block's checksum mended, so that what is
/// behind the checksums is reached.
func fuzz(_ bytes: [UInt8]) {
    checkReading(bytes)
    checkReading(mended(bytes))
}

private func mended(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    let head = BinaryFormat.headerLength
    guard bytes.count >= head else { return bytes }
    bytes.replaceSubrange(..<BinaryFormat.magic.count, with: BinaryFormat.magic)
    seal(&bytes, from: 0, to: head)
    var start = head
    while bytes.count - start >= BinaryFormat.blockHead + BinaryFormat.blockTail {
        let most = bytes.count - start - BinaryFormat.blockHead - BinaryFormat.blockTail
        let length = min(Int(readLittleEndian(bytes.span, start + 1, as: UInt32.self)), most)
        for place in 0..<4 { bytes[start + 1 + place] = UInt8(truncatingIfNeeded: length >> (8 * place)) }
        let end = start + BinaryFormat.blockHead + length + BinaryFormat.blockTail
        seal(&bytes, from: start, to: end)
        start = end
    }
    return bytes
}

/// Puts the checksum of the bytes before them into the last four before `end`.
private func seal(_ bytes: inout [UInt8], from start: Int, to end: Int) {
    let checksum = CRC32C.shared.checksum(bytes.span.extracting(start..<end - 4))
    for place in 0..<4 { bytes[end - 4 + place] = UInt8(truncatingIfNeeded: checksum >> UInt32(8 * place)) }
}
