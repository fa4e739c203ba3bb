import FetchSched

/// The host's bytes that are stored with the engine's state: names or addresses, whatever belongs to its apps.
extension SnapshotStore {
    /// Saves `snapshot` and, in the same file under the same checksum, `hostBytes`: whichever state is given back after
    /// a kill, a loss of power or damage, it comes with the bytes that were saved with it. (Two files could not promise
    /// that: after a fall back to the state before, the names of the later one would go with the numbers of the older.)
    ///
    /// The file is still a snapshot, which every reader of snapshots takes.
    ///
    /// - Throws: as ``save(_:)``.
    /// - Complexity: O(bytes), and two waits for the storage.
    public mutating func save(_ snapshot: [UInt8], alongside hostBytes: [UInt8]) throws(StoreError) {
        let whole: [UInt8]
        do { whole = try SnapshotAttachment.attach(hostBytes, to: snapshot) } catch {
            throw .notASnapshot(error)
        }
        try save(whole)
    }

    /// Gives back the last state that is whole, as ``load(_:)`` does, with the host's bytes that were saved alongside;
    /// nil is passed for a state that was saved without any.
    ///
    /// A `restore` that throws for its bytes refuses them with the state: the one before is looked at next.
    ///
    /// - Throws: as ``load(_:)``.
    /// - Complexity: O(bytes).
    public mutating func load<State>(
        alongside restore: ([UInt8], _ hostBytes: [UInt8]?) throws(SnapshotError) -> State
    ) throws(StoreError) -> Restored<State>? {
        try load { (bytes) throws(SnapshotError) in
            try restore(bytes, SnapshotAttachment.read(from: bytes))
        }
    }
}
