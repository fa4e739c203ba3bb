@testable import FetchSched

/// Restoring: of the bytes as they are, and with length, digest and checksum mended, so that what is behind them is
/// reached. A state that is restored is written and read again, and works.
func fuzz(_ bytes: [UInt8]) {
    for bytes in [bytes, mended(bytes)] {
        guard let engine = try? FetchEngine(restoring: bytes) else { continue }
        let again = engine.snapshot()
        expect((try? FetchEngine(restoring: again))?.snapshot() == again, "an engine is written otherwise")
        // What is done with it is of the bytes too; their end changes little else.
        var draw = ByteDraw(bytes.suffix(200))
        var host = EngineHost(engine, rules: nil, at: FetchTime(milliseconds: 1_704_067_200_000))
        host.run(&draw, atMost: 24)
    }
}

private func mended(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.count >= SnapshotFrame.headerCount + 4 else { return bytes }
    var bytes = bytes
    bytes.replaceSubrange(..<8, with: SnapshotFrame.magic)
    put(UInt64(SnapshotFrame.version), 4, at: 8, &bytes)
    put(UInt64(bytes.count), 8, at: 12, &bytes)
    put(UInt64(FetchConfiguration().snapshotDigest), 4, at: 20, &bytes)
    let end = bytes.count - 4
    put(UInt64(SnapshotChecksum.of(bytes, count: end)), 4, at: end, &bytes)
    return bytes
}

private func put(_ value: UInt64, _ count: Int, at place: Int, _ bytes: inout [UInt8]) {
    for index in 0..<count { bytes[place + index] = UInt8(truncatingIfNeeded: value >> UInt64(8 * index)) }
}
