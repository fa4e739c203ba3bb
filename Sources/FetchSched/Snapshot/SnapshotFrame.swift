/// The frame of a snapshot: a header, the parts, and a checksum over everything before it.
///
///      0  8  89 46 53 53 0D 0A 1A 0A   signature, which text conversion damages
///      8  4  version
///     12  8  length of all bytes
///     20  4  digest of the configuration
///     24  8  the time relative to which others are written
///     32  …  parts: tag (1 byte), length (8 bytes), content
///     -4  4  CRC-32C of all bytes before it
///
/// The frame is the same in all versions, so that every reader distinguishes a later version from damage.
enum SnapshotFrame {
    static let version = 1
    static let magic: [UInt8] = [0x89, 0x46, 0x53, 0x53, 0x0D, 0x0A, 0x1A, 0x0A]
    static let headerCount = 32
    private static let checksumCount = 4
    /// The first of the tags that readers skip if they do not know them.
    fileprivate static let firstOptionalTag: UInt8 = 128

    // MARK: Writing

    /// Returns a writer after the header; add the parts with ``add(_:_:to:)`` and end with ``finish(_:)``.
    static func begin(_ configuration: Configuration, at time: Instant) -> SnapshotWriter {
        var writer = SnapshotWriter(base: time.milliseconds)
        writer.append(magic)
        var (version, digest) = (UInt32(Self.version), configuration.snapshotDigest)
        var (length, base) = (UInt64(0), UInt64(bitPattern: time.milliseconds))
        writer.code(fixed: &version)
        writer.code(fixed: &length)
        writer.code(fixed: &digest)
        writer.code(fixed: &base)
        return writer
    }

    static func add<Part: SnapshotCoded>(_ tag: UInt8, _ part: Part, to writer: inout SnapshotWriter) {
        var part = part
        add(tag, to: &writer) { part.code(&$0) }
    }

    /// Adds a part whose content `write` writes.
    static func add(_ tag: UInt8, to writer: inout SnapshotWriter, _ write: (inout SnapshotWriter) -> Void) {
        var (tag, length) = (tag, UInt64(0))
        writer.code(byte: &tag)
        let position = writer.bytes.count
        writer.code(fixed: &length)
        write(&writer)
        writer.patch(UInt64(writer.bytes.count - position - 8), at: position)
    }

    static func finish(_ writer: inout SnapshotWriter) -> [UInt8] {
        writer.patch(UInt64(writer.bytes.count + checksumCount), at: 12)
        var checksum = SnapshotChecksum.of(writer.bytes, count: writer.bytes.count)
        writer.code(fixed: &checksum)
        return writer.bytes
    }

    // MARK: Reading

    /// Returns a reader of the parts after checking length, checksum, version and configuration.
    static func open(
        _ bytes: [UInt8], _ configuration: Configuration
    ) throws(SnapshotError) -> SnapshotReader {
        let (parts, digest) = try check(bytes)
        guard digest == configuration.snapshotDigest else { throw .otherConfiguration }
        return parts
    }

    /// Returns a reader of the parts, and the digest, after checking length, checksum and version.
    fileprivate static func check(
        _ bytes: [UInt8]
    ) throws(SnapshotError) -> (parts: SnapshotReader, digest: UInt32) {
        guard zip(bytes, magic).allSatisfy({ $0 == $1 }) else { throw .notASnapshot }
        let least = headerCount + checksumCount
        guard bytes.count >= least else { throw .truncated(found: bytes.count, expected: least) }
        var header = SnapshotReader(bytes, from: magic.count, to: headerCount)
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
        let end = bytes.count - checksumCount
        var last = SnapshotReader(bytes, from: end, to: bytes.count)
        try last.code(fixed: &checksum)
        guard length == UInt64(bytes.count), checksum == SnapshotChecksum.of(bytes, count: end) else {
            throw .damaged
        }
        guard version <= UInt32(Self.version) else {
            throw .newerVersion(found: Int(clamping: version), supported: Self.version)
        }
        guard version > 0 else { throw .invalid(at: 12) }
        return (
            SnapshotReader(bytes, from: headerCount, to: end, base: Int64(bitPattern: base)), digest
        )
    }

    /// Reads the next part that the reader may not skip, which must have the given tag.
    static func read<Part: SnapshotCoded>(
        _ tag: UInt8, into part: inout Part, _ reader: inout SnapshotReader
    ) throws(SnapshotError) {
        try read(tag, &reader) { (inside) throws(SnapshotError) in try part.code(&inside) }
    }

    static func read(
        _ tag: UInt8, _ reader: inout SnapshotReader,
        _ read: (inout SnapshotReader) throws(SnapshotError) -> Void
    ) throws(SnapshotError) {
        guard let found = try nextTag(&reader) else { throw .missingPart(tag: tag) }
        guard found == tag else { throw found < tag ? .unknownPart(tag: found) : .missingPart(tag: tag) }
        try readContent(&reader, read)
    }

    /// Reads the next part that the reader may not skip if it has the given tag.
    static func readIfThere(
        _ tag: UInt8, _ reader: inout SnapshotReader,
        _ read: (inout SnapshotReader) throws(SnapshotError) -> Void
    ) throws(SnapshotError) {
        let before = reader
        guard try nextTag(&reader) == tag else { return reader = before }
        try readContent(&reader, read)
    }

    private static func readContent(
        _ reader: inout SnapshotReader, _ read: (inout SnapshotReader) throws(SnapshotError) -> Void
    ) throws(SnapshotError) {
        var content = try reader.readPart()
        try read(&content)
        try content.check(content.bytesLeft == 0)
    }

    /// Checks that only parts follow which the reader may skip.
    static func close(_ reader: inout SnapshotReader) throws(SnapshotError) {
        if let tag = try nextTag(&reader) { throw .unknownPart(tag: tag) }
    }

    /// Skips optional parts and returns the tag of the next other part; nil at the end.
    private static func nextTag(_ reader: inout SnapshotReader) throws(SnapshotError) -> UInt8? {
        while reader.bytesLeft > 0 {
            var tag: UInt8 = 0
            try reader.code(byte: &tag)
            guard tag >= firstOptionalTag else { return tag }
            _ = try reader.readPart()
        }
        return nil
    }
}

/// The bytes of the host in a snapshot: an optional part at the end, under the same checksum.
///
/// The host's bytes are therefore valid exactly if the state is, and an older state comes with its own.
package enum SnapshotAttachment {
    /// The part's tag.
    package static let tag = SnapshotFrame.firstOptionalTag

    /// Returns `snapshot` with `bytes` as its attachment, instead of any that it has.
    ///
    /// - Throws: the error that makes the snapshot invalid.
    package static func attach(_ bytes: [UInt8], to snapshot: [UInt8]) throws(SnapshotError) -> [UInt8] {
        let begin = try find(in: snapshot).begin
        var writer = SnapshotWriter(continuing: snapshot[..<begin])
        SnapshotFrame.add(tag, to: &writer) { $0.append(bytes) }
        return SnapshotFrame.finish(&writer)
    }

    /// Returns the attachment of a snapshot; nil if it has none.
    ///
    /// - Throws: the error that makes the snapshot invalid.
    package static func read(from snapshot: [UInt8]) throws(SnapshotError) -> [UInt8]? {
        let (_, content) = try find(in: snapshot)
        return content.map { Array(snapshot[$0.position..<$0.end]) }
    }

    /// Returns the position and the content of the host's part; the end of all parts and nil if there is none.
    private static func find(
        in snapshot: [UInt8]
    ) throws(SnapshotError) -> (begin: Int, content: SnapshotReader?) {
        var reader = try SnapshotFrame.check(snapshot).parts
        while reader.bytesLeft > 0 {
            let begin = reader.position
            var found: UInt8 = 0
            try reader.code(byte: &found)
            let content = try reader.readPart()
            guard found == tag else { continue }
            try reader.check(reader.bytesLeft == 0)
            return (begin, content)
        }
        return (reader.end, nil)
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

extension SnapshotError {
    /// Makes the error of bytes that are truncated, damaged, of a later version or no snapshot; nil if they are valid.
    ///
    /// The state itself is not read. For programs that store snapshots.
    ///
    /// - Complexity: O(bytes).
    public init?(checking bytes: [UInt8]) {
        do throws(SnapshotError) {
            _ = try SnapshotFrame.check(bytes)
            return nil
        } catch {
            self = error
        }
    }
}

extension Configuration {
    /// A digest of the fields that determine how the engine counts what it learns: the pause between sessions, the
    /// forecasts that an experiment leaves out, and whether the network is always on.
    ///
    /// A snapshot does not contain the configuration, as the host may change a budget, the radio's costs or a limit from
    /// one start to the next. The engine restores a snapshot only under the same digest.
    ///
    /// - Complexity: O(1).
    public var snapshotDigest: UInt32 {
        var writer = SnapshotWriter(base: 0)
        var gap = sessionGap
        writer.code(&gap)
        var switches = [experiment.forecasts, experiment.sessionContext, radio.isAlwaysOn]
        writer.code(each: &switches)
        return SnapshotChecksum.of(writer.bytes, count: writer.bytes.count)
    }
}
