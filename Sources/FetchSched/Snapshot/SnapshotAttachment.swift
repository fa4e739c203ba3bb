/// Bytes of the host's inside a snapshot: a part at its end that readers of the state skip, under the same checksum. So
/// what belongs to a state is whole exactly where the state is, and an older state comes with its own.
package enum SnapshotAttachment {
    /// The part's tag.
    package static let tag = SnapshotFrame.firstOptionalTag

    /// `snapshot` with `bytes` in it, in the place of those that it may have.
    ///
    /// - Throws: what keeps the snapshot from being whole.
    /// - Complexity: O(bytes).
    package static func attach(_ bytes: [UInt8], to snapshot: [UInt8]) throws(SnapshotError) -> [UInt8] {
        let place = try find(in: snapshot)
        var result = Array(snapshot[..<place.begin])
        result.append(tag)
        append(UInt64(bytes.count), to: &result)
        result += bytes
        let length = UInt64(result.count + 4)
        for index in 0..<8 { result[12 + index] = UInt8(truncatingIfNeeded: length >> UInt64(8 * index)) }
        let checksum = SnapshotChecksum.of(result, count: result.count)
        for index in 0..<4 { result.append(UInt8(truncatingIfNeeded: checksum >> UInt32(8 * index))) }
        return result
    }

    /// The host's bytes in a snapshot; nil if it has none.
    ///
    /// - Throws: what keeps the snapshot from being whole.
    /// - Complexity: O(bytes).
    package static func read(from snapshot: [UInt8]) throws(SnapshotError) -> [UInt8]? {
        try find(in: snapshot).content.map { Array(snapshot[$0]) }
    }

    /// Where the host's part begins, and its bytes; the end of all parts if there is none.
    private static func find(
        in snapshot: [UInt8]
    ) throws(SnapshotError) -> (begin: Int, content: Range<Int>?) {
        let header = try SnapshotFrame.check(snapshot)
        let end = snapshot.count - 4
        var reader = SnapshotReader(
            snapshot, from: SnapshotFrame.headerCount, to: end, version: header.version, base: header.base)
        while reader.place < end {
            let begin = reader.place
            var found: UInt8 = 0
            var length: UInt64 = 0
            try reader.code(byte: &found)
            try reader.code(fixed: &length)
            try reader.check(length <= UInt64(end - reader.place))
            let content = reader.place..<reader.place + Int(truncatingIfNeeded: length)
            // It is the last part; what follows was written by nobody.
            if found == tag {
                try reader.check(content.upperBound == end)
                return (begin, content)
            }
            reader.skip(to: content.upperBound)
        }
        return (end, nil)
    }

    private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
        for index in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * index))) }
    }
}
