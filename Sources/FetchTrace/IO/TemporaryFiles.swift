import FetchFiles
import Synchronization

/// The temporary files of this process that have not become what they are for: a process that ends in the midst of its
/// work takes them along, and what one that was killed left behind is taken away by the next for the same target.
///
/// Each is locked for as long as its maker has it, also while it is given its name. The system takes the lock from a
/// process however it ends, so a file that can be locked is nobody's. Where files cannot be locked, none is taken away.
package enum TemporaryFiles {
    /// A file of this process, open.
    struct Made {
        let path: String
        /// To be written by, and closed when all is written.
        let descriptor: Int32
        /// Keeps the lock until the file has its name or is gone.
        let lock: Int32
    }

    private static let paths = Mutex<Set<String>>([])

    /// Removes them all, and ends the process with `end`. From then on none is made or given its name.
    package static func removeAll(andEnd end: () -> Never) -> Never {
        paths.withLock { paths in
            for path in paths { SystemCalls.removeFile(path) }
            end()
        }
    }

    /// Makes a new file in the folder of `target`, so that renaming stays within one file system.
    static func create(beside target: String) throws(SystemFailure) -> Made {
        var attempt = 0
        while true {
            let path = "\(stem(of: target))\(SystemCalls.processNumber)-\(attempt).tmp"
            do throws(SystemFailure) {
                if let made = try create(path) { return made }
                attempt += 1
                // Nobody takes away that many; something is wrong with the place.
                if attempt == 1000 { throw SystemFailure(code: SystemCalls.exists) }
            } catch {
                attempt += 1
                if error.code != SystemCalls.exists || attempt == 1000 { throw error }
            }
        }
    }

    /// Makes a file that must not be there; nil if another process takes it for one that was left behind.
    private static func create(_ path: String) throws(SystemFailure) -> Made? {
        try paths.withLock { paths throws(SystemFailure) in
            let descriptor = try SystemCalls.createFile(path)
            do throws(SystemFailure) {
                guard SystemCalls.lock(descriptor), SystemCalls.number(of: path) != nil else {
                    try SystemCalls.closeFile(descriptor)
                    return nil
                }
                let made = Made(
                    path: path, descriptor: descriptor, lock: try SystemCalls.duplicate(descriptor))
                paths.insert(path)
                return made
            } catch {
                SystemCalls.removeFile(path)
                try? SystemCalls.closeFile(descriptor)
                throw error
            }
        }
    }

    /// Gives a file its name, once it is written and closed.
    static func rename(_ file: Made, to target: String) throws(SystemFailure) {
        try paths.withLock { paths throws(SystemFailure) in
            try SystemCalls.renameFile(file.path, to: target)
            paths.remove(file.path)
        }
        try? SystemCalls.closeFile(file.lock)
    }

    static func remove(_ file: Made) {
        paths.withLock { paths in
            SystemCalls.removeFile(file.path)
            paths.remove(file.path)
        }
        try? SystemCalls.closeFile(file.lock)
    }

    /// Removes the files for that target that belong to no process.
    ///
    /// - Complexity: O(names in the folder).
    static func removeLeftBehind(beside target: String) {
        let stem = stem(of: target)
        let (folder, begin) = SystemCalls.parts(of: stem)
        for name in SystemCalls.names(in: folder) where isTemporary(name, begin) {
            let path = stem.dropLast(begin.count) + name
            removeIfNobodys(String(path))
        }
    }

    private static func removeIfNobodys(_ path: String) {
        guard let descriptor = try? SystemCalls.openToTry(path) else { return }
        defer { SystemCalls.unlockAndClose(descriptor) }
        guard let number = SystemCalls.number(of: descriptor), SystemCalls.hasLocked(descriptor),
            number == SystemCalls.number(of: path)
        else { return }
        SystemCalls.removeFile(path)
    }

    /// What the paths of the files for that target begin with. A name has at most 255 bytes.
    private static func stem(of target: String) -> String {
        let (_, name) = SystemCalls.parts(of: target)
        var begin = name
        while begin.utf8.count > 200 { begin.removeLast() }
        return target.dropLast(name.count) + begin + ".fetchsched-"
    }

    /// Whether a name is that beginning, a process's number, a dash, a number and `.tmp`.
    private static func isTemporary(_ name: String, _ begin: String) -> Bool {
        guard name.hasPrefix(begin), name.hasSuffix(".tmp") else { return false }
        let numbers = name.dropFirst(begin.count).dropLast(4).split(
            separator: "-", omittingEmptySubsequences: false)
        return numbers.count == 2
            && numbers.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }
    }
}
