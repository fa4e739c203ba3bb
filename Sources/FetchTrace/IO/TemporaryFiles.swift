import FetchFiles
import Synchronization

/// The temporary files of this process that have not become what they are for: a process that ends in the midst of its
/// work takes them along.
package enum TemporaryFiles {
    private static let paths = Mutex<Set<String>>([])

    /// Removes them all, and ends the process with `end`. From then on none is made or given its name.
    package static func removeAll(andEnd end: () -> Never) -> Never {
        paths.withLock { paths in
            for path in paths { SystemCalls.removeFile(path) }
            end()
        }
    }

    /// Makes a new file in the folder of `target`, so that renaming stays within one file system.
    static func create(nextTo target: String) throws(SystemFailure) -> (path: String, descriptor: Int32) {
        let (_, name) = SystemCalls.parts(of: target)
        // A name has at most 255 bytes.
        var start = name
        while start.utf8.count > 200 { start.removeLast() }
        let stem = target.dropLast(name.count) + start + ".fetchsched-\(SystemCalls.processNumber)-"
        var attempt = 0
        while true {
            let path = "\(stem)\(attempt).tmp"
            do throws(SystemFailure) {
                let descriptor = try paths.withLock { paths throws(SystemFailure) in
                    let descriptor = try SystemCalls.createFile(path)
                    paths.insert(path)
                    return descriptor
                }
                return (path, descriptor)
            } catch {
                attempt += 1
                if error.code != SystemCalls.exists || attempt == 1000 { throw error }
            }
        }
    }

    /// Gives a file its name, once it is written and closed.
    static func rename(_ path: String, to target: String) throws(SystemFailure) {
        try paths.withLock { paths throws(SystemFailure) in
            try SystemCalls.renameFile(path, to: target)
            paths.remove(path)
        }
    }

    static func remove(_ path: String) {
        paths.withLock { paths in
            SystemCalls.removeFile(path)
            paths.remove(path)
        }
    }
}
