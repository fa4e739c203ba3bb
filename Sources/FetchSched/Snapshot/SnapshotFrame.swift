/// What holds the parts of a snapshot together: who wrote it, how long it is, and a checksum over everything.
///
///      0  8  89 46 53 53 0D 0A 1A 0A   what a snapshot begins with, so that text conversion shows
///      8  4  version
///     12  8  length of all bytes
///     20  4  digest of the configuration
///     24  8  the time to which others are written as a difference
///     32  …  parts: tag (1 byte), length (8 bytes), content
///     -4  4  CRC-32C of all bytes before it
///
/// The frame is the same in all versions to come, so that every reader can tell a later version from damage.
enum SnapshotFrame {
    /// What this library writes, and the latest that it reads.
    static let version = 11
    /// The earliest version that it reads.
    static let oldestVersion = 4
    static let magic: [UInt8] = [0x89, 0x46, 0x53, 0x53, 0x0D, 0x0A, 0x1A, 0x0A]
    static let headerCount = 32
    private static let checksumCount = 4
    /// Tags from here on may be skipped by readers that do not know them.
    static let firstOptionalTag: UInt8 = 128

    /// Bytes of a snapshot; add the parts with ``add(_:_:to:)`` and end with ``finish(_:)``.
    static func begin(_ configuration: Configuration, at time: Instant) -> SnapshotWriter {
        var writer = SnapshotWriter(base: time.milliseconds)
        for byte in magic {
            var byte = byte
            writer.code(byte: &byte)
        }
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

    /// Adds the part of that tag which `write` writes.
    static func add(_ tag: UInt8, to writer: inout SnapshotWriter, _ write: (inout SnapshotWriter) -> Void) {
        var (tag, length) = (tag, UInt64(0))
        writer.code(byte: &tag)
        let place = writer.bytes.count
        writer.code(fixed: &length)
        write(&writer)
        writer.patch(UInt64(writer.bytes.count - place - 8), at: place)
    }

    static func finish(_ writer: inout SnapshotWriter) -> [UInt8] {
        writer.patch(UInt64(writer.bytes.count + checksumCount), at: 12)
        var checksum = SnapshotChecksum.of(writer.bytes, count: writer.bytes.count)
        writer.code(fixed: &checksum)
        return writer.bytes
    }

    /// A reader of the parts, once length, checksum, version and configuration are as they should be.
    static func open(
        _ bytes: [UInt8], _ configuration: Configuration
    ) throws(SnapshotError) -> SnapshotReader {
        let header = try check(bytes)
        guard header.digest == configuration.snapshotDigest else { throw .otherConfiguration }
        return parts(of: bytes, header)
    }

    /// A reader of the parts of bytes that are whole and have that header.
    static func parts(
        of bytes: [UInt8], _ header: (version: Int, digest: UInt32, base: Int64)
    ) -> SnapshotReader {
        SnapshotReader(
            bytes, from: headerCount, to: bytes.count - checksumCount, version: header.version,
            base: header.base)
    }

    /// What stands before the parts, once the bytes are whole and of a version that is known.
    static func check(
        _ bytes: [UInt8]
    ) throws(SnapshotError) -> (version: Int, digest: UInt32, base: Int64) {
        guard zip(bytes, magic).allSatisfy({ $0 == $1 }) else { throw .notASnapshot }
        let least = headerCount + checksumCount
        guard bytes.count >= least else { throw .truncated(found: bytes.count, expected: least) }
        var header = SnapshotReader(bytes, from: magic.count, to: headerCount)
        var (version, digest) = (UInt32(0), UInt32(0))
        var (length, base) = (UInt64(0), UInt64(0))
        try header.code(fixed: &version)
        try header.code(fixed: &length)
        try header.code(fixed: &digest)
        try header.code(fixed: &base)
        if length > UInt64(bytes.count) {
            // Held to what an `Int` can be, so that the answer is the same on 32-bit processors.
            throw .truncated(found: bytes.count, expected: Int(clamping: length))
        }
        guard length == UInt64(bytes.count) else { throw .damaged }
        let end = bytes.count - checksumCount
        var last = SnapshotReader(bytes, from: end, to: bytes.count)
        var checksum: UInt32 = 0
        try last.code(fixed: &checksum)
        guard checksum == SnapshotChecksum.of(bytes, count: end) else { throw .damaged }
        guard version <= UInt32(Self.version) else {
            throw .newerVersion(found: Int(exactly: version) ?? .max, supported: Self.version)
        }
        guard version > 0 else { throw .invalid(at: 12) }
        guard version >= UInt32(oldestVersion) else {
            throw .olderVersion(found: Int(version), supported: oldestVersion)
        }
        return (Int(version), digest, Int64(bitPattern: base))
    }

    /// Reads the next part into `part`: the one of that tag, after any that may be skipped.
    static func read<Part: SnapshotCoded>(
        _ tag: UInt8, into part: inout Part, _ reader: inout SnapshotReader
    ) throws(SnapshotError) {
        guard let found = try nextTag(&reader) else { throw .missingPart(tag: tag) }
        guard found == tag else { throw found < tag ? .unknownPart(tag: found) : .missingPart(tag: tag) }
        try readContent(&reader) { (inside) throws(SnapshotError) in try part.code(&inside) }
    }

    /// Reads the next part, after any that may be skipped, if it is the one of that tag.
    static func readIfThere(
        _ tag: UInt8, _ reader: inout SnapshotReader,
        _ read: (inout SnapshotReader) throws(SnapshotError) -> Void
    ) throws(SnapshotError) {
        let begin = reader.place
        guard try nextTag(&reader) == tag else { return reader.skip(to: begin) }
        try readContent(&reader, read)
    }

    private static func readContent(
        _ reader: inout SnapshotReader, _ read: (inout SnapshotReader) throws(SnapshotError) -> Void
    ) throws(SnapshotError) {
        var inside = try content(&reader)
        try read(&inside)
        try inside.check(inside.place == inside.end)
        reader.skip(to: inside.end)
    }

    /// Nothing may follow but what may be skipped.
    static func close(_ reader: inout SnapshotReader) throws(SnapshotError) {
        if let tag = try nextTag(&reader) { throw .unknownPart(tag: tag) }
    }

    /// The tag of the next part that may not be skipped; nil at the end.
    private static func nextTag(_ reader: inout SnapshotReader) throws(SnapshotError) -> UInt8? {
        while reader.place < reader.end {
            var tag: UInt8 = 0
            try reader.code(byte: &tag)
            guard tag >= firstOptionalTag else { return tag }
            reader.skip(to: try content(&reader).end)
        }
        return nil
    }

    /// What the next part holds; its tag was read.
    static func content(_ reader: inout SnapshotReader) throws(SnapshotError) -> SnapshotReader {
        var length: UInt64 = 0
        try reader.code(fixed: &length)
        try reader.check(length <= UInt64(reader.end - reader.place))
        return reader.part(of: Int(truncatingIfNeeded: length))
    }
}

extension SnapshotError {
    /// What is wrong with `bytes` as far as shows without reading the state: how they begin, their length and checksum,
    /// and a version to come; nil if they are whole. For those who keep snapshots.
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
    /// A number that changes where what was learned would be counted otherwise: the pause between sessions, and the
    /// forecasts that an experiment leaves out.
    ///
    /// A snapshot does not hold the configuration: it is the host's, who may change a budget, a radio's costs or a limit
    /// from one start to the next, and what was learned about the user stays true. But counts of sessions divided
    /// otherwise, and weights of forecasts that were not asked, would be read as what they are not.
    ///
    /// - Complexity: O(1).
    public var snapshotDigest: UInt32 {
        var writer = SnapshotWriter(base: 0)
        var gap = sessionGap
        writer.code(&gap)
        var switches = [experiment.forecasts, experiment.sessionContext]
        for index in switches.indices { writer.code(&switches[index]) }
        // What is learned on a network that is always on is not what is learned of one person.
        var isAlwaysOn = radio.isAlwaysOn
        if isAlwaysOn { writer.code(&isAlwaysOn) }
        return SnapshotChecksum.of(writer.bytes, count: writer.bytes.count)
    }
}
