#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A system call that did not succeed.
package struct SystemFailure: Error, Hashable {
    /// The error number.
    package var code: Int32
    /// The system's words for it.
    package var text: String {
        // The text is copied at once, before another call can change it.
        unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    }

    /// Makes a failure of that error number.
    package init(code: Int32) { self.code = code }
}

/// The few system calls that reading and writing files needs; the only place that touches the C library.
package enum SystemCalls {
    /// The error number of a pipe that nobody reads.
    package static let brokenPipe: Int32 = EPIPE
    /// The error number of "Is a directory".
    package static let isDirectory: Int32 = EISDIR
    /// The error number for what is no ordinary file, where one is needed.
    package static let notOrdinary: Int32 = EINVAL
    /// The error number of a file that is there already.
    package static let exists: Int32 = EEXIST
    /// The error number of a file that is not there.
    package static let missing: Int32 = ENOENT
    /// The error numbers of a place where nobody, or not this process, may write.
    package static let forbidden: Set<Int32> = [EACCES, EPERM, EROFS]
    /// The error numbers that say that there is something wrong with the file itself, which would be so the next time
    /// too. Others speak of the process or the moment: no permission, no descriptor left, no memory.
    package static let ofTheFile: Set<Int32> = {
        var codes: Set = [EIO, EISDIR, ELOOP, ENXIO, ENODEV, EINVAL, EOVERFLOW, EBADMSG]
        #if os(Linux)
            // "Structure needs cleaning": a file system's word for its own damage.
            codes.insert(EUCLEAN)
        #endif
        return codes
    }()

    /// What a path leads to, links followed.
    package enum Shape: Equatable {
        case missing, directory
        /// An ordinary file with these permission bits.
        case file(permissions: UInt32)
        /// A device, a pipe, a socket.
        case special
    }

    package static func openToRead(_ path: String) throws(SystemFailure) -> Int32 {
        try check(sysOpen(checked(path), O_RDONLY | O_CLOEXEC))
    }

    package static func openToWrite(_ path: String) throws(SystemFailure) -> Int32 {
        try check(sysOpen(checked(path), O_WRONLY | O_CLOEXEC))
    }

    /// Makes a file that must not exist yet, not even as a link, with those permissions as far as the process's mask
    /// has them.
    package static func createFile(
        _ path: String, permissions: UInt32 = 0o666
    ) throws(SystemFailure) -> Int32 {
        let mode = mode_t(truncatingIfNeeded: permissions)
        return try check(sysOpen(checked(path), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode))
    }

    /// Opens a file that is there only to be locked, no link; it does not wait for the other end of a pipe.
    package static func openToTry(_ path: String) throws(SystemFailure) -> Int32 {
        try check(sysOpen(checked(path), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC))
    }

    /// Opens a file only to be locked, no link, and makes it if it is not there.
    package static func openToLock(_ path: String) throws(SystemFailure) -> Int32 {
        try check(sysOpen(checked(path), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600))
    }

    /// Waits until the names in a folder are on its storage.
    package static func synchronizeFolder(_ path: String) throws(SystemFailure) {
        let descriptor = try check(sysOpen(checked(path), O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        defer { _ = close(descriptor) }
        try synchronize(descriptor)
    }

    /// Opens a file to be read and appended to, and makes it if it is not there.
    package static func openToAppend(_ path: String) throws(SystemFailure) -> Int32 {
        try check(sysOpen(checked(path), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0o666))
    }

    /// Keeps other processes from locking the file too, until it is closed or the process ends, however it does.
    ///
    /// - Returns: false if another one has it locked. Where files cannot be locked, nothing happens.
    package static func lock(_ descriptor: Int32) -> Bool {
        flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
    }

    /// The same, but waits for a process that has it locked.
    package static func waitForLock(_ descriptor: Int32) {
        while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    }

    /// Whether this descriptor has the file's lock now; false also where files cannot be locked.
    package static func hasLocked(_ descriptor: Int32) -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

    /// A second descriptor of the same open file, which keeps its lock when the first one is closed.
    package static func duplicate(_ descriptor: Int32) throws(SystemFailure) -> Int32 {
        try check(dup(descriptor))
    }

    /// Lets other processes lock the file again, and closes it.
    ///
    /// Closing alone would not do: a process that is just being started from this one holds a copy for a moment.
    package static func unlockAndClose(_ descriptor: Int32) {
        _ = flock(descriptor, LOCK_UN)
        _ = close(descriptor)
    }

    /// Cuts a file off after `length` bytes.
    package static func truncate(_ descriptor: Int32, to length: Int) throws(SystemFailure) {
        _ = try check(ftruncate(descriptor, off_t(length)))
    }

    /// Reads at most `count` bytes into `buffer` from `start`; 0 at the end of the file.
    package static func read(
        _ descriptor: Int32, into buffer: inout [UInt8], from start: Int, atMost count: Int
    ) throws(SystemFailure) -> Int {
        while true {
            // The slice is checked to be within the buffer, and the pointer does not outlive the call.
            let (size, code) = unsafe buffer.withUnsafeMutableBytes { memory in
                let part = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[start..<start + count])
                let size = unsafe sysRead(descriptor, part.baseAddress, part.count)
                return (size, size < 0 ? errno : 0)
            }
            if size >= 0 { return size }
            if code != EINTR { throw SystemFailure(code: code) }
        }
    }

    /// What is left to read of a file, or its first `count` bytes if there are more.
    package static func readAll(
        _ descriptor: Int32, atMost count: Int = .max
    ) throws(SystemFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < count {
            let most = min(buffer.count, count - bytes.count)
            let size = try read(descriptor, into: &buffer, from: 0, atMost: most)
            if size == 0 { break }
            bytes += buffer[..<size]
        }
        return bytes
    }

    /// Writes all of `bytes`.
    package static func write(_ descriptor: Int32, _ bytes: [UInt8]) throws(SystemFailure) {
        var written = 0
        while written < bytes.count { written += try write(descriptor, bytes, from: written) }
    }

    /// Writes some of `bytes` from index `start` on.
    ///
    /// - Returns: How many; 0 if a signal came first.
    package static func write(
        _ descriptor: Int32, _ bytes: [UInt8], from start: Int
    ) throws(SystemFailure) -> Int {
        // The slice is checked to be within the bytes, and the pointer does not outlive the call.
        let (size, code) = unsafe bytes.withUnsafeBytes { memory in
            let part = unsafe UnsafeRawBufferPointer(rebasing: memory[start...])
            let size = unsafe sysWrite(descriptor, part.baseAddress, part.count)
            return (size, size < 0 ? errno : 0)
        }
        if size < 0, code != EINTR { throw SystemFailure(code: code) }
        // No file takes nothing of something: to ask it again would be to ask forever.
        if size == 0, start < bytes.count { throw SystemFailure(code: EIO) }
        return max(0, size)
    }

    /// Waits until the file is on its storage; what cannot be synchronized, such as a pipe, is left as it is.
    package static func synchronize(_ descriptor: Int32) throws(SystemFailure) {
        while fsync(descriptor) != 0 {
            if errno == EINTR { continue }
            if errno != EINVAL, errno != ENOTSUP, errno != EROFS { throw SystemFailure(code: errno) }
            return
        }
    }

    package static func setPermissions(_ descriptor: Int32, _ permissions: UInt32) throws(SystemFailure) {
        _ = try check(fchmod(descriptor, mode_t(truncatingIfNeeded: permissions)))
    }

    package static func closeFile(_ descriptor: Int32) throws(SystemFailure) {
        _ = try check(close(descriptor))
    }

    package static func renameFile(_ old: String, to new: String) throws(SystemFailure) {
        // The texts are the call's own copies, which end in a NUL.
        _ = try unsafe check(rename(checked(old), checked(new)))
    }

    package static func removeFile(_ path: String) {
        // As with every path here: the text is the call's own copy, which ends in a NUL.
        _ = unsafe unlink(path)
    }

    /// Removes a file, or a link but not what it leads to; nothing happens if there is none.
    package static func removeIfThere(_ path: String) throws(SystemFailure) {
        if try unsafe unlink(checked(path)) != 0, errno != ENOENT { throw SystemFailure(code: errno) }
    }

    package static func shape(of path: String) throws(SystemFailure) -> Shape {
        var status = stat()
        guard try unsafe stat(checked(path), &status) == 0 else {
            if errno == ENOENT { return .missing }
            throw SystemFailure(code: errno)
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file(permissions: UInt32(status.st_mode) & 0o7777)
        case S_IFDIR: return .directory
        default: return .special
        }
    }

    /// What a file system calls a file: the same for all its names.
    package struct FileNumber: Hashable {
        var device: UInt64
        var number: UInt64

        fileprivate init(_ status: stat) {
            device = UInt64(truncatingIfNeeded: status.st_dev)
            number = UInt64(truncatingIfNeeded: status.st_ino)
        }
    }

    /// The number of whatever a path leads to, links followed; nil if there is nothing, or nobody may look.
    package static func number(of path: String) -> FileNumber? {
        var status = stat()
        guard let path = try? checked(path), unsafe stat(path, &status) == 0 else { return nil }
        return FileNumber(status)
    }

    /// The number of an open ordinary file; nil for others.
    package static func number(of descriptor: Int32) -> FileNumber? {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return FileNumber(status)
    }

    /// The size of an open ordinary file in bytes; nil for others.
    package static func size(of descriptor: Int32) -> Int? {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    /// Whether the path is a link, wherever it leads.
    package static func isLink(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// The path of an existing file with all links followed.
    package static func resolved(_ path: String) throws(SystemFailure) -> String {
        // A text that the call allocates; it is copied and given back.
        guard let result = unsafe realpath(path, nil) else { throw SystemFailure(code: errno) }
        defer { unsafe free(result) }
        return unsafe String(cString: result)
    }

    /// The names in a folder, in no order; none if it cannot be read.
    package static func names(in folder: String) -> [String] {
        guard let path = try? checked(folder), let list = unsafe opendir(path) else { return [] }
        defer { _ = unsafe closedir(list) }
        var names: [String] = []
        while let entry = unsafe readdir(list) {
            // The entry is the system's until the next call; its name ends in a NUL, and is copied.
            guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { break }
            let name = unsafe UnsafeRawPointer(entry) + offset
            unsafe names.append(String(cString: name.assumingMemoryBound(to: CChar.self)))
        }
        return names
    }

    /// The folder of a path, and the name in it; the name is empty if the path is, or ends with a slash.
    package static func parts(of path: String) -> (folder: String, name: String) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
        let folder = slash == path.startIndex ? "/" : String(path[..<slash])
        return (folder, String(path[path.utf8.index(after: slash)...]))
    }

    /// A number that no other running process has.
    package static var processNumber: Int32 { getpid() }

    /// Opens those of standard input, output and error that are closed, so that no file of ours gets their numbers:
    /// what is read from or written to them fails.
    package static func occupyStandardDescriptors() {
        for descriptor in Int32(0)...2 {
            var status = stat()
            guard unsafe fstat(descriptor, &status) != 0, errno == EBADF else { continue }
            // The lowest number that is free is this one.
            _ = sysOpen("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
        }
    }

    /// Lets writing to a pipe that nobody reads fail with ``brokenPipe``, instead of ending the process.
    package static func ignoreBrokenPipeSignal() {
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
    unsafe read(descriptor, memory, count)
}

/// `write`, which the members of ``SystemCalls`` would hide.
private func sysWrite(_ descriptor: Int32, _ memory: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe write(descriptor, memory, count)
}

/// `open`, again if a signal came first; the path is the call's own copy, which ends in a NUL.
private func sysOpen(_ path: String, _ flags: Int32, _ permissions: mode_t = 0) -> Int32 {
    while true {
        let descriptor = unsafe open(path, flags, permissions)
        if descriptor >= 0 || errno != EINTR { return descriptor }
    }
}
