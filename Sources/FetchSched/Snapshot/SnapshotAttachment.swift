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
        var writer = SnapshotWriter(continuing: snapshot[..<place.begin])
        SnapshotFrame.add(tag, to: &writer) { $0.append(bytes) }
        return SnapshotFrame.finish(&writer)
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
        var reader = try SnapshotFrame.parts(of: snapshot, SnapshotFrame.check(snapshot))
        while reader.place < reader.end {
            let begin = reader.place
            var found: UInt8 = 0
            try reader.code(byte: &found)
            let content = try SnapshotFrame.content(&reader)
            // It is the last part; what follows was written by nobody.
            if found == tag {
                try reader.check(content.end == reader.end)
                return (begin, content.place..<content.end)
            }
            reader.skip(to: content.end)
        }
        return (reader.end, nil)
    }
}
