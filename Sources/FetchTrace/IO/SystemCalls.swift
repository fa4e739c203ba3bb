#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A system call that did not succeed.
struct SystemFailure: Error {
    /// The error number.
    var code: Int32
    /// The system's words for it.
    var text: String { strerror(code).map { String(cString: $0) } ?? "error \(code)" }
}

/// The few system calls that reading and writing files needs; the only place that touches the C library.
enum SystemCalls {
    /// The error number of a pipe that nobody reads.
    static let brokenPipe: Int32 = EPIPE
    /// The error number of "Is a directory".
    static let isDirectory: Int32 = EISDIR
    /// The error number of a file that is there already.
    static let exists: Int32 = EEXIST

    /// What a path leads to, links followed.
    enum Shape: Equatable {
        case missing, directory
        /// An ordinary file with these permission bits.
        case file(permissions: UInt32)
        /// A device, a pipe, a socket.
        case special
    }

    static func openToRead(_ path: String) throws(SystemFailure) -> Int32 {
        try check(open(checked(path), O_RDONLY | O_CLOEXEC))
    }

    static func openToWrite(_ path: String) throws(SystemFailure) -> Int32 {
        try check(open(checked(path), O_WRONLY | O_CLOEXEC))
    }

    /// Makes a file that must not exist yet, with permissions as the process's mask has them.
    static func createFile(_ path: String) throws(SystemFailure) -> Int32 {
        try check(open(checked(path), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666))
    }

    /// Opens a file to be read and appended to, and makes it if it is not there.
    static func openToAppend(_ path: String) throws(SystemFailure) -> Int32 {
        try check(open(checked(path), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0o666))
    }

    /// Keeps other processes from locking the file too, until it is closed or the process ends, however it does.
    ///
    /// - Returns: false if another one has it locked. Where files cannot be locked, nothing happens.
    static func lock(_ descriptor: Int32) -> Bool {
        flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
    }

    /// Cuts a file off after `length` bytes.
    static func truncate(_ descriptor: Int32, to length: Int) throws(SystemFailure) {
        _ = try check(ftruncate(descriptor, off_t(length)))
    }

    /// Reads at most `count` bytes into `buffer` from `start`; 0 at the end of the file.
    static func read(
        _ descriptor: Int32, into buffer: inout [UInt8], from start: Int, atMost count: Int
    ) throws(SystemFailure) -> Int {
        while true {
            let (size, code) = buffer.withUnsafeMutableBytes { memory in
                let part = UnsafeMutableRawBufferPointer(rebasing: memory[start..<start + count])
                let size = sysRead(descriptor, part.baseAddress, part.count)
                return (size, size < 0 ? errno : 0)
            }
            if size >= 0 { return size }
            if code != EINTR { throw SystemFailure(code: code) }
        }
    }

    /// Writes all of `bytes`.
    static func write(_ descriptor: Int32, _ bytes: [UInt8]) throws(SystemFailure) {
        var written = 0
        while written < bytes.count {
            let (size, code) = bytes.withUnsafeBytes { memory in
                let part = UnsafeRawBufferPointer(rebasing: memory[written...])
                let size = sysWrite(descriptor, part.baseAddress, part.count)
                return (size, size < 0 ? errno : 0)
            }
            if size >= 0 {
                written += size
            } else if code != EINTR {
                throw SystemFailure(code: code)
            }
        }
    }

    /// Waits until the file is on its storage; what cannot be synchronized, such as a pipe, is left as it is.
    static func synchronize(_ descriptor: Int32) throws(SystemFailure) {
        if fsync(descriptor) != 0, errno != EINVAL, errno != ENOTSUP, errno != EROFS {
            throw SystemFailure(code: errno)
        }
    }

    static func setPermissions(_ descriptor: Int32, _ permissions: UInt32) throws(SystemFailure) {
        _ = try check(fchmod(descriptor, mode_t(truncatingIfNeeded: permissions)))
    }

    static func closeFile(_ descriptor: Int32) throws(SystemFailure) {
        _ = try check(close(descriptor))
    }

    static func renameFile(_ old: String, to new: String) throws(SystemFailure) {
        _ = try check(rename(old, new))
    }

    static func removeFile(_ path: String) {
        _ = unlink(path)
    }

    static func shape(of path: String) throws(SystemFailure) -> Shape {
        var status = stat()
        guard try stat(checked(path), &status) == 0 else {
            if errno == ENOENT { return .missing }
            throw SystemFailure(code: errno)
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file(permissions: UInt32(status.st_mode) & 0o7777)
        case S_IFDIR: return .directory
        default: return .special
        }
    }

    /// The path of an existing file with all links followed.
    static func resolved(_ path: String) throws(SystemFailure) -> String {
        guard let result = realpath(path, nil) else { throw SystemFailure(code: errno) }
        defer { free(result) }
        return String(cString: result)
    }

    /// A number that no other running process has.
    static var processNumber: Int32 { getpid() }

    /// Lets writing to a pipe that nobody reads fail with ``brokenPipe``, instead of ending the process.
    static func ignoreBrokenPipeSignal() {
        _ = signal(SIGPIPE, SIG_IGN)
    }

    private static func check(_ result: Int32) throws(SystemFailure) -> Int32 {
        if result < 0 { throw SystemFailure(code: errno) }
        return result
    }

    /// A path with a NUL would silently name another file.
    private static func checked(_ path: String) throws(SystemFailure) -> String {
        if path.utf8.contains(0) { throw SystemFailure(code: EINVAL) }
        return path
    }
}

/// `read`, which the members of ``SystemCalls`` would hide.
private func sysRead(_ descriptor: Int32, _ memory: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, memory, count)
}

/// `write`, which the members of ``SystemCalls`` would hide.
private func sysWrite(_ descriptor: Int32, _ memory: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, memory, count)
}
