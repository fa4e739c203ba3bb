import Testing

@testable import FetchSched

/// Bytes that are no snapshot, or no longer: each is refused by name, and none traps.
@Suite struct DamagedSnapshotTests {
    private static var small: [UInt8] {
        var scheduler = Scheduler(seed: 3)
        let app = scheduler.register(.minimum, at: .monday)
        scheduler.observe(.launch(app), at: .monday)
        return scheduler.snapshot()
    }

    @Test func everyTruncation() {
        let bytes = Self.small
        for count in 0..<bytes.count {
            guard case .truncated(found: count, _) = error(Array(bytes.prefix(count))) else {
                Issue.record("\(count) bytes: \(String(describing: error(Array(bytes.prefix(count)))))")
                return
            }
        }
    }

    /// Every bit of what stands before the state, and one of each byte behind it: the checksum takes all bits alike.
    @Test func flippedBits() {
        let bytes = Self.small
        let head = 8 * SnapshotFrame.headerCount
        for bit in 0..<8 * bytes.count where bit < head || bit % 8 == bit / 8 % 8 {
            var bytes = bytes
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            switch error(bytes) {
            case .notASnapshot where bit < 64: break
            case .truncated where (96..<160).contains(bit): break
            case .damaged where bit >= 64: break
            case let other: Issue.record("bit \(bit): \(String(describing: other))")
            }
        }
    }

    @Test func whatIsNone() {
        #expect(error([]) == .truncated(found: 0, expected: 36))
        #expect(error(Array("time,device,event\n0,phone,launch\n".utf8)) == .notASnapshot)
        #expect(error(Self.small + [0]) == .damaged)
    }

    @Test func laterVersionsAreRefusedByName() {
        var bytes = Self.small
        let later = SnapshotFrame.version + 1
        bytes[8] = UInt8(later)
        #expect(error(bytes) == .damaged)
        #expect(error(resealed(bytes)) == .newerVersion(found: later, supported: SnapshotFrame.version))
        bytes[8] = 0
        #expect(error(resealed(bytes)) == .invalid(at: 12))
    }

    /// The check value of RFC 3720, B.4.
    @Test func checksum() {
        #expect(SnapshotChecksum.of(Array("123456789".utf8), count: 9) == 0xE306_9283)
    }

    private func error(_ bytes: [UInt8]) -> SnapshotError? {
        do throws(SnapshotError) {
            _ = try Scheduler(restoring: bytes)
            return nil
        } catch {
            return error
        }
    }
}

/// The same bytes with the length and checksum that belong to them.
func resealed(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for index in 0..<8 { bytes[12 + index] = UInt8(truncatingIfNeeded: bytes.count >> (8 * index)) }
    let checksum = SnapshotChecksum.of(bytes, count: bytes.count - 4)
    for index in 0..<4 {
        bytes[bytes.count - 4 + index] = UInt8(truncatingIfNeeded: checksum >> UInt32(8 * index))
    }
    return bytes
}
