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
    /// The configuration counts differently from the one under which the state was learned; see
    /// ``Configuration/snapshotDigest``.
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

extension SnapshotError: CustomStringConvertible {
    /// One line for people.
    public var description: String {
        switch self {
        case .notASnapshot: "not a snapshot"
        case .truncated(let found, let expected):
            "a truncated snapshot: " + String(found) + " of " + String(expected) + " bytes"
        case .damaged: "a damaged snapshot: its checksum is wrong"
        case .newerVersion(let found, let supported):
            "a snapshot of version " + String(found) + "; this library reads up to " + String(supported)
        case .otherConfiguration:
            "a snapshot of a configuration that counts differently: another session gap, or another kind of network "
                + "(always on or not); restore it under its own configuration, or start without it"
        case .missingHostBytes: "a snapshot without the host's bytes"
        case .invalid(let byte): "an invalid snapshot: no such state, before byte " + String(byte)
        }
    }
}
