import Testing

@testable import FetchSched
@testable import FetchTrace

/// The checksum stands twice: slow and small in the engine, fast with larger tables for traces.
@Suite struct ChecksumTests {
    @Test func bothGiveTheSame() {
        var random = SplitMix64(seed: 3)
        for length in 0..<200 {
            let bytes = (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            #expect(
                CRC32C.shared.checksum(bytes.span) == SnapshotChecksum.of(bytes, count: length),
                "\(length) bytes")
        }
    }
}
