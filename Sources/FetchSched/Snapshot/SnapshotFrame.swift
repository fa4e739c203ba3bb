/// The frame of a snapshot: a header, the state, the host's bytes if there are any, and a checksum over all before it
/// (see docs/contributing/snapshot-format.md). It is the same in all versions, to distinguish a later one from damage.
struct SnapshotFrame {
    static let version = 1
    static let magic: [UInt8] = [0x89, 0x46, 0x53, 0x53, 0x0D, 0x0A, 0x1A, 0x0A]
    static let headerCount = 32
    private static let checksumCount = 4

    fileprivate let digest: UInt32
    fileprivate let state: SnapshotReader
    fileprivate let hostBytes: SnapshotReader?

    static func write(
        _ state: some SnapshotCoded, _ digest: UInt32, at time: FetchTime
    ) -> [UInt8] {
        let bytes = SnapshotWriter.bytes(of: state, base: time.milliseconds)
        return write([bytes[...]], digest, base: time.milliseconds)
    }

    fileprivate static func write(_ blocks: [ArraySlice<UInt8>], _ digest: UInt32, base: Int64) -> [UInt8] {
        var writer = SnapshotWriter(base: base)
        writer.append(magic[...])
        let count = blocks.reduce(headerCount + checksumCount) { $0 + 8 + $1.count }
        var (version, length) = (UInt32(Self.version), UInt64(count))
        var (digest, base) = (digest, UInt64(bitPattern: base))
        writer.code(fixed: &version)
        writer.code(fixed: &length)
        writer.code(fixed: &digest)
        writer.code(fixed: &base)
        for block in blocks {
            length = UInt64(block.count)
            writer.code(fixed: &length)
            writer.append(block)
        }
        var checksum = SnapshotChecksum.of(writer.bytes, count: writer.bytes.count)
        writer.code(fixed: &checksum)
        return writer.bytes
    }

    /// Checks everything about a snapshot but its state and its configuration.
    init(_ bytes: [UInt8]) throws(SnapshotError) {
        guard zip(bytes, Self.magic).allSatisfy({ $0 == $1 }) else { throw .notASnapshot }
        let least = Self.headerCount + Self.checksumCount
        guard bytes.count >= least else { throw .truncated(found: bytes.count, expected: least) }
        var header = SnapshotReader(bytes, from: Self.magic.count, to: Self.headerCount)
        var (version, digest, checksum) = (UInt32(0), UInt32(0), UInt32(0))
        var (length, base) = (UInt64(0), UInt64(0))
        try header.code(fixed: &version)
        try header.code(fixed: &length)
        try header.code(fixed: &digest)
        try header.code(fixed: &base)
        if length > UInt64(bytes.count) {
            // Clamped to `Int`, so that the error is the same on 32-bit processors.
            throw .truncated(found: bytes.count, expected: Int(clamping: length))
        }
        let end = bytes.count - Self.checksumCount
        var last = SnapshotReader(bytes, from: end, to: bytes.count)
        try last.code(fixed: &checksum)
        guard length == UInt64(bytes.count), checksum == SnapshotChecksum.of(bytes, count: end) else {
            throw .damaged
        }
        guard version <= UInt32(Self.version) else {
            throw .newerVersion(found: Int(clamping: version), supported: Self.version)
        }
        guard version > 0 else { throw .invalid(at: 12) }
        var blocks = SnapshotReader(bytes, from: Self.headerCount, to: end, base: Int64(bitPattern: base))
        self.digest = digest
        state = try blocks.readBlock()
        // An engine whose state would be refused writes none.
        guard state.bytesLeft > 0 else { throw .invalid(at: state.position) }
        hostBytes = blocks.bytesLeft > 0 ? try blocks.readBlock() : nil
        try blocks.check(blocks.bytesLeft == 0)
    }

    func read<State: SnapshotCoded>(
        into state: inout State, _ digest: UInt32
    ) throws(SnapshotError) {
        guard digest == self.digest else { throw .otherConfiguration }
        var reader = self.state
        try state.code(&reader)
        try reader.check(reader.bytesLeft == 0)
    }
}

/// The bytes of the host in a snapshot, under the same checksum: they are valid exactly if the state is. Both functions
/// throw the error that makes the snapshot invalid.
package enum SnapshotAttachment {
    /// Returns `snapshot` with `bytes` as its attachment, instead of any that it has.
    package static func attach(_ bytes: [UInt8], to snapshot: [UInt8]) throws(SnapshotError) -> [UInt8] {
        let frame = try SnapshotFrame(snapshot)
        let state = snapshot[frame.state.position..<frame.state.end]
        return SnapshotFrame.write([state, bytes[...]], frame.digest, base: frame.state.base)
    }

    /// Returns the attachment of a snapshot; nil if it has none.
    package static func read(from snapshot: [UInt8]) throws(SnapshotError) -> [UInt8]? {
        try SnapshotFrame(snapshot).hostBytes.map { Array(snapshot[$0.position..<$0.end]) }
    }
}

/// CRC-32C (Castagnoli), which detects every error of up to three bits and every burst of up to 32 in a snapshot.
///
/// Source: Castagnoli, Bräuer and Herrmann, IEEE Transactions on Communications 1993; check value of RFC 3720, B.4.
package enum SnapshotChecksum {
    private static let table = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { value, _ in (value >> 1) ^ (value & 1 == 1 ? 0x82F6_3B78 : 0) }
    }

    /// Returns the checksum of the first `count` bytes.
    package static func of(_ bytes: [UInt8], count: Int) -> UInt32 {
        let table = table
        var value = UInt32.max
        for byte in bytes.prefix(count) {
            value = (value >> 8) ^ table[Int(UInt8(truncatingIfNeeded: value) ^ byte)]
        }
        return ~value
    }
}

extension FetchConfiguration {
    /// A digest of the fields that determine how the engine counts what it learns: the pause between sessions, and
    /// whether the network is always on.
    ///
    /// A snapshot does not contain the configuration, as the host may change a budget, the radio's costs or a limit
    /// between two starts. The engine restores a snapshot only under the same digest.
    public var snapshotDigest: UInt32 { digest(0) }

    /// The digest in snapshots of a ``Poller``, so that none is read as an engine's.
    var pollerDigest: UInt32 { digest(1) }

    private func digest(_ kind: UInt8) -> UInt32 {
        var writer = SnapshotWriter(base: 0)
        var (gap, isAlwaysOn, kind) = (sessionGap, radio.isAlwaysOn, kind)
        writer.code(&gap)
        writer.code(&isAlwaysOn)
        if kind > 0 { writer.code(&kind) }
        return SnapshotChecksum.of(writer.bytes, count: writer.bytes.count)
    }
}

/// The reason why bytes cannot be restored.
///
/// Restoring any bytes either gives a valid state or throws one of these errors.
public enum SnapshotError: Error, Hashable, Sendable {
    /// The bytes do not start with the signature of a snapshot.
    case notASnapshot
    /// The bytes end too early: `found` bytes of at least `expected`.
    case truncated(found: Int, expected: Int)
    /// The checksum or the length is wrong.
    case damaged
    /// A later version of this library wrote the bytes, in a format that this version does not know.
    case newerVersion(found: Int, supported: Int)
    /// The configuration counts differently from that of the state; see ``FetchConfiguration/snapshotDigest``.
    case otherConfiguration
    /// The snapshot has no bytes of the host's.
    case missingHostBytes
    /// The checksum is right, but no engine could have written the state; the fault is before the given byte.
    case invalid(at: Int)

    /// Makes the error of bytes that are truncated, damaged, of a later version or no snapshot; nil if they are valid.
    ///
    /// The state itself is not read. For programs that store snapshots.
    ///
    /// - Complexity: O(bytes).
    public init?(checking bytes: [UInt8]) {
        do throws(SnapshotError) {
            _ = try SnapshotFrame(bytes)
            return nil
        } catch {
            self = error
        }
    }
}
