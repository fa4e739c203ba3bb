import FetchFiles

/// The steps on files of which keeping a state is made: the system's, or those of a test that stops in between.
protocol StoreFiles: Sendable {
    associatedtype Handle

    /// At most so many bytes of a file.
    mutating func read(_ path: String, atMost count: Int) throws(SystemFailure) -> [UInt8]
    /// Makes a file that must not be there, with the owner, if possible, and exactly the permissions of another; nil is for the
    /// process's user alone.
    mutating func create(_ path: String, as access: SystemCalls.Access?) throws(SystemFailure) -> Handle
    /// Writes some of `bytes` from `start` on, and says how many; 0 if a signal came first.
    mutating func write(_ handle: Handle, _ bytes: [UInt8], from start: Int) throws(SystemFailure) -> Int
    /// Waits until what was written is on the storage.
    mutating func synchronize(_ handle: Handle) throws(SystemFailure)
    mutating func close(_ handle: Handle) throws(SystemFailure)
    /// Gives a file another name, in the place of the file that had it.
    mutating func rename(_ path: String, to other: String) throws(SystemFailure)
    /// Removes a file, if it is there.
    mutating func remove(_ path: String) throws(SystemFailure)
    /// Waits until the names in a folder are on the storage.
    mutating func synchronizeFolder(_ path: String) throws(SystemFailure)
}

struct SystemFiles: StoreFiles {
    func read(_ path: String, atMost count: Int) throws(SystemFailure) -> [UInt8] {
        let descriptor = try SystemCalls.openToRead(path)
        defer { try? SystemCalls.closeFile(descriptor) }
        return try SystemCalls.readAll(descriptor, atMost: count)
    }

    func create(_ path: String, as access: SystemCalls.Access?) throws(SystemFailure) -> Int32 {
        let descriptor = try SystemCalls.createFile(path, permissions: 0o600)
        guard let access else { return descriptor }
        do { try SystemCalls.setAccess(descriptor, access) } catch {
            try? SystemCalls.closeFile(descriptor)
            throw error
        }
        return descriptor
    }

    func write(_ handle: Int32, _ bytes: [UInt8], from start: Int) throws(SystemFailure) -> Int {
        try SystemCalls.write(handle, bytes, from: start)
    }

    func synchronize(_ handle: Int32) throws(SystemFailure) { try SystemCalls.synchronize(handle) }

    func close(_ handle: Int32) throws(SystemFailure) { try SystemCalls.closeFile(handle) }

    func rename(_ path: String, to other: String) throws(SystemFailure) {
        try SystemCalls.renameFile(path, to: other)
    }

    func remove(_ path: String) throws(SystemFailure) { try SystemCalls.removeIfThere(path) }

    func synchronizeFolder(_ path: String) throws(SystemFailure) { try SystemCalls.synchronizeFolder(path) }
}
