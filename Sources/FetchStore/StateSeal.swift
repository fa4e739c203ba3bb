import FetchSchedText

/// How a host encrypts saved states: its own functions, as this package has no cryptography.
///
///     let seal = StateSeal(
///         seal: { bytes in [UInt8](try AES.GCM.seal(Data(bytes), using: key).combined!) },
///         open: { bytes in [UInt8](try AES.GCM.open(AES.GCM.SealedBox(combined: Data(bytes)), using: key)) })
///     var store = try SnapshotStore(path: "engine.state", sealedBy: seal)
public struct StateSeal: Sendable {
    /// Encrypts, or decrypts; throws where it cannot.
    public typealias Function = @Sendable (_ bytes: [UInt8]) throws -> [UInt8]

    let seal: Function
    let open: Function

    /// Makes a seal.
    ///
    /// - Parameters:
    ///   - seal: encrypts a state. It may give other bytes each time.
    ///   - open: gives back what `seal` was given, and throws for bytes of another key. The bytes are those that `seal`
    ///     gave, whatever happened to the storage: damaged files do not get here.
    public init(seal: @escaping Function, open: @escaping Function) {
        self.seal = seal
        self.open = open
    }
}

/// A sealed state in its file: a first line, the sealed bytes, and a checksum of both. So a damaged file can be told from one
/// of another key, which is not to be replaced.
enum SealedFrame {
    private static let head = Array("fetchsched sealed state 1\n".utf8)
    private static let checksumCount = 8

    static func isSealed(_ bytes: [UInt8]) -> Bool { bytes.starts(with: head) }

    static func framed(_ sealed: [UInt8]) -> [UInt8] {
        let bytes = head + sealed
        return bytes + checksum(bytes[...])
    }

    /// The sealed bytes; nil if they are cut off or damaged.
    static func sealed(in bytes: [UInt8]) -> [UInt8]? {
        let end = bytes.count - checksumCount
        guard isSealed(bytes), end >= head.count, Array(bytes[end...]) == checksum(bytes[..<end]) else {
            return nil
        }
        return Array(bytes[head.count..<end])
    }

    /// ``/FetchSchedText/FNV``, little-endian.
    private static func checksum(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        let hash = FNV.hash(bytes)
        return (0..<checksumCount).map { UInt8(truncatingIfNeeded: hash >> (8 * UInt64($0))) }
    }
}
