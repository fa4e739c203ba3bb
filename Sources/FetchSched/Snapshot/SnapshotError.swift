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
