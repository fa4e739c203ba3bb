import FetchSched
import FetchStore

/// Writes states to the storage, apart from the host, which decides on while a disk is slow.
actor StateKeeper {
    private var store: SnapshotStore
    private var last: UInt64 = 0

    init(_ store: consuming SnapshotStore) { self.store = store }

    /// Saves a state, unless a later one is saved already.
    ///
    /// - Parameter number: grows with the states.
    func save(_ snapshot: [UInt8], alongside names: [UInt8], number: UInt64) throws(StoreError) {
        guard number > last else { return }
        try store.save(snapshot, alongside: names)
        last = number
    }
}
