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

    /// Makes a file that must not be there.
    static func create(_ path: String) throws(SystemFailure) -> Int32 {
        try paths.withLock { paths throws(SystemFailure) in
            let descriptor = try SystemCalls.createFile(path)
            paths.insert(path)
            return descriptor
        }
    }

    /// Gives a file its name.
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
