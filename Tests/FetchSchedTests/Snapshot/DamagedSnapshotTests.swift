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

    @Test func everyFlippedBit() {
        let bytes = Self.small
        for bit in 0..<8 * bytes.count {
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

    /// Bytes that somebody made: whatever state they say, either it is refused or it works.
    @Test func changedBytesWithARightChecksum() {
        var random = SplitMix64(seed: 8)
        var scheduler = Scheduler(configuration: SchedulerRulesTests.eager, seed: 8)
        for _ in 0..<4 { _ = scheduler.register(.minimum, at: .monday) }
        var now = Instant.monday
        for _ in 0..<200 {
            now = now + .seconds(random.exponential(mean: 300))
            _ = Operation.plausible(&random, apps: 4, at: now).apply(to: &scheduler, at: now)
        }
        let bytes = scheduler.snapshot()
        var restored = 0
        for _ in 0..<150 {
            var bytes = bytes
            for _ in 0...random.below(3) {
                let place = SnapshotFrame.headerCount + 8 + random.below(bytes.count - 44)
                bytes[place] = random.pick([0, 1, 127, 128, 255, UInt8(random.below(256))])
            }
            guard var scheduler = try? Scheduler(restoring: resealed(bytes), configuration: .eager) else {
                continue
            }
            restored += 1
            #expect(scheduler.snapshot().count > 100)
            var now = now
            for _ in 0..<12 {
                now = random.moment(near: now)
                _ = Operation.plausible(&random, apps: 4, at: now).apply(to: &scheduler, at: now)
            }
            // What was made of it can be kept, too.
            #expect(throws: Never.self) {
                try Scheduler(restoring: scheduler.snapshot(), configuration: .eager)
            }
        }
        #expect(restored > 15 && restored < 145)
    }

    /// Amounts so large that what is reckoned with them would not be finite, and could not be restored again.
    @Test(arguments: [1e31, -1, .infinity, .nan, .greatestFiniteMagnitude])
    func amountsBeyondTheirRange(number: Double) {
        #expect(
            read(1e30, as: { (value, coder) throws(SnapshotError) in try coder.code(amount: &value) }) == 1e30
        )
        #expect(
            read(number, as: { (value, coder) throws(SnapshotError) in try coder.code(amount: &value) })
                == nil)
        #expect(
            read(
                Float(number), as: { (value, coder) throws(SnapshotError) in try coder.code(amount: &value) })
                == nil)
    }

    private func read<Value: SnapshotElement>(
        _ value: Value, as code: (inout Value, inout SnapshotReader) throws(SnapshotError) -> Void
    ) -> Value? {
        var writer = SnapshotWriter(base: 0)
        var value = value
        value.code(&writer)
        var reader = SnapshotReader(writer.bytes, from: 0, to: writer.bytes.count)
        return (try? code(&value, &reader)).map { value }
    }

    /// A weight of launches that grows without end makes counters that could be written and not be read.
    @Test func unitsBeyondTheirRange() {
        for unit in [0.5, 1e7, 1e60, .nan] {
            let bytes = (0..<8).map { UInt8(truncatingIfNeeded: unit.bitPattern >> (8 * UInt64($0))) }
            var reader = SnapshotReader(bytes, from: 0, to: bytes.count)
            var weight = DecayingWeight(halfLife: 600)
            #expect(throws: SnapshotError.self) { try weight.code(&reader) }
        }
    }

    @Test func randomBytesWithARightChecksum() {
        var random = SplitMix64(seed: 9)
        let header = Array(Self.small.prefix(SnapshotFrame.headerCount))
        for _ in 0..<500 {
            let count = random.below(300)
            var bytes = header + (0..<8).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
            for _ in 0..<count { bytes.append(random.chance(0.5) ? 0 : UInt8(random.below(256))) }
            #expect(error(resealed(bytes + [0, 0, 0, 0])) != nil)
        }
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

extension Configuration {
    fileprivate static var eager: Configuration { SchedulerRulesTests.eager }
}
