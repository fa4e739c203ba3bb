import FetchFiles

@testable import FetchStore

/// A file system that stops or fails at a step, and then says what may be left on the storage.
///
/// Bytes are on the storage once their file is synchronized, names once their folder is. What is not may be there or
/// not, each name by itself; of bytes all, a part, or others.
struct SimulatedFiles: StoreFiles {
    /// What happens at the step that was chosen.
    enum Fault: Equatable {
        /// The machine loses its power.
        case powerLoss
        /// The process is killed; what the system has taken is kept.
        case kill
        /// The step fails with that error number.
        case failure(Int32)
    }

    /// A change of names that may not be on the storage yet.
    enum Change {
        case add(String, Int)
        case rename(String, String, Int)
        case remove(String)
    }

    /// Bytes by number of the file: as the system has them, and as the storage has them.
    var contents: [[UInt8]] = []
    var stored: [[UInt8]] = []
    /// Files by name, likewise.
    var names: [String: Int] = [:]
    var storedNames: [String: Int] = [:]
    var pending: [Change] = []
    /// How many bytes one call of `write` takes.
    var mostAtOnce = 300

    /// The step at which the fault comes, counting from 0; nil for none.
    var faultStep: Int?
    var fault = Fault.powerLoss
    private(set) var step = 0
    /// Whether it has come, and nothing works any more.
    private(set) var hasStopped = false

    /// The error of everything after the process has ended; the store's answer to it is nobody's any more.
    static let stopped = SystemFailure(code: 9_999)

    private mutating func next() throws(SystemFailure) {
        if hasStopped { throw Self.stopped }
        defer { step += 1 }
        guard step == faultStep else { return }
        guard case .failure(let code) = fault else {
            hasStopped = true
            throw Self.stopped
        }
        throw SystemFailure(code: code)
    }

    /// Makes it work again, as after a new start, with a fault at another step or none.
    mutating func restart(_ fault: Fault = .powerLoss, at step: Int? = nil) {
        (self.fault, faultStep, self.step, hasStopped) = (fault, step, 0, false)
    }

    // MARK: What is left

    /// All that may be on the storage after a loss of power now.
    var leftovers: [SimulatedFiles] {
        var result: [SimulatedFiles] = []
        for choice in 0..<1 << pending.count {
            var left = self
            left.names = storedNames
            for (place, change) in pending.enumerated() where choice >> place & 1 == 1 { left.apply(change) }
            left.storedNames = left.names
            left.pending = []
            for bytes in 0..<4 { result.append(left.losingBytes(bytes)) }
        }
        return result
    }

    private mutating func apply(_ change: Change) {
        switch change {
        case .add(let name, let file): names[name] = file
        case .rename(let name, let other, let file):
            if names[name] == file { names[name] = nil }
            names[other] = file
        case .remove(let name): names[name] = nil
        }
    }

    /// Bytes that were not synchronized: as they were, in part, as others, or all.
    private func losingBytes(_ manner: Int) -> SimulatedFiles {
        var left = self
        for file in contents.indices where contents[file] != stored[file] {
            switch manner {
            case 0: left.contents[file] = stored[file]
            case 1: left.contents[file] = Array(contents[file].prefix(contents[file].count / 2))
            case 2: left.contents[file] = [UInt8](repeating: 0, count: contents[file].count)
            default: break
            }
        }
        left.stored = left.contents
        return left
    }

    // MARK: Steps

    mutating func read(_ path: String, atMost count: Int) throws(SystemFailure) -> [UInt8] {
        try next()
        guard let file = names[path] else { throw SystemFailure(code: SystemCalls.missing) }
        return Array(contents[file].prefix(count))
    }

    mutating func create(_ path: String, as access: SystemCalls.Access?) throws(SystemFailure) -> Int {
        try next()
        if names[path] != nil { throw SystemFailure(code: SystemCalls.exists) }
        contents.append([])
        stored.append([])
        names[path] = contents.count - 1
        pending.append(.add(path, contents.count - 1))
        return contents.count - 1
    }

    mutating func write(_ handle: Int, _ bytes: [UInt8], from start: Int) throws(SystemFailure) -> Int {
        try next()
        // Every third call is interrupted by a signal.
        if step % 3 == 0 { return 0 }
        let part = bytes[start...].prefix(mostAtOnce)
        contents[handle] += part
        return part.count
    }

    mutating func synchronize(_ handle: Int) throws(SystemFailure) {
        try next()
        stored[handle] = contents[handle]
    }

    mutating func close(_ handle: Int) throws(SystemFailure) { try next() }

    mutating func rename(_ path: String, to other: String) throws(SystemFailure) {
        try next()
        guard let file = names[path] else { throw SystemFailure(code: SystemCalls.missing) }
        names[path] = nil
        names[other] = file
        pending.append(.rename(path, other, file))
    }

    mutating func remove(_ path: String) throws(SystemFailure) {
        try next()
        guard names[path] != nil else { return }
        names[path] = nil
        pending.append(.remove(path))
    }

    mutating func synchronizeFolder(_ path: String) throws(SystemFailure) {
        try next()
        storedNames = names
        pending = []
    }
}

/// The store of a new process on those files.
func opened(_ files: SimulatedFiles) -> StoreSteps<SimulatedFiles> {
    var files = files
    files.restart()
    return StoreSteps(files, current: "f", folder: ".", access: nil)
}

/// With states 1 and 2 kept.
func prepared() throws -> StoreSteps<SimulatedFiles> {
    var steps = opened(SimulatedFiles())
    try steps.save(state(1))
    try steps.save(state(2))
    return steps
}
