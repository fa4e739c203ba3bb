/// Why bytes are no state that can be restored. Whatever the bytes, restoring ends with a whole state or with one of
/// these.
public enum SnapshotError: Error, Hashable, Sendable {
    /// They do not begin as snapshots do.
    case notASnapshot
    /// They end too early: `expected` bytes, as far as that is known, of which only `found` are there.
    case truncated(found: Int, expected: Int)
    /// The checksum or the length is not that of these bytes.
    case damaged
    /// They were written by a later version of this library, in a format that this one does not know.
    case newerVersion(found: Int, supported: Int)
    /// They were written by an earlier version of this library, in a format that this one does not read any more.
    case olderVersion(found: Int, supported: Int)
    /// What was learned was counted under a configuration in which it meant something else; see
    /// ``Configuration/snapshotDigest``.
    case otherConfiguration
    /// A part is missing: a ``Scheduler`` was written where a ``BackgroundEngine`` is read.
    case missingPart(tag: UInt8)
    /// There is a part that this reader may not skip.
    case unknownPart(tag: UInt8)
    /// The checksum is right, but the state is none that could have been written; before that byte it shows.
    case invalid(at: Int)
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
        case .olderVersion(let found, let supported):
            "a snapshot of version " + String(found) + "; this library reads from " + String(supported)
                + " on"
        case .otherConfiguration:
            "a snapshot that counts other things, under another session gap, with or without forecasts, or for another "
                + "kind of network (always on or not): restore it under its own configuration, or begin anew"
        case .missingPart(let tag): "a snapshot without part " + String(tag)
        case .unknownPart(let tag): "a snapshot with an unknown part " + String(tag)
        case .invalid(let byte): "an invalid snapshot: no such state, before byte " + String(byte)
        }
    }
}
