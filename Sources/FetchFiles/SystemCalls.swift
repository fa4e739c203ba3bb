#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#elseif canImport(Darwin)
    import Darwin
#endif

/// The few system calls that reading and writing files needs; this folder is the only place that touches the C library.
/// Here are those that open, read, write, lock and close.
package enum SystemCalls {
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

    /// Reads the rest of a file, or its first `count` bytes if there are more.
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

    /// Gives a file the permissions of another and, if this process may, its owner and group.
    package static func setAccess(_ descriptor: Int32, _ access: Access) throws(SystemFailure) {
        _ = try check(fchmod(descriptor, mode_t(truncatingIfNeeded: access.permissions)))
        // Last, as a file that was given away may be out of reach. Only root gives files away; others keep theirs.
        _ = fchown(descriptor, access.owner, access.group)
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

    // MARK: Locks, which keep out other processes

    /// Opens a file only to be locked, no link, and makes it if it is not there.
    package static func openToLock(_ path: String) throws(SystemFailure) -> Int32 {
        try check(sysOpen(checked(path), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600))
    }

    /// Keeps other processes from locking the file too, until it is closed or the process ends, however it does.
    ///
    /// - Returns: false if another one has it locked. Where files cannot be locked, nothing happens.
    package static func lock(_ descriptor: Int32) -> Bool {
        flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
    }

    /// Locks the file, and waits for a process that has it locked.
    package static func waitForLock(_ descriptor: Int32) {
        while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    }

    /// Lets other processes lock the file again, and closes it.
    ///
    /// Closing alone would not do: a process that is just being started from this one holds a copy for a moment.
    package static func unlockAndClose(_ descriptor: Int32) {
        _ = flock(descriptor, LOCK_UN)
        _ = close(descriptor)
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

    /// Lets writing to a pipe without a reader fail with ``brokenPipe``, instead of ending the process.
    package static func ignoreBrokenPipeSignal() {
        _ = signal(SIGPIPE, SIG_IGN)
    }

    static func check(_ result: Int32) throws(SystemFailure) -> Int32 {
        if result < 0 { throw SystemFailure(code: errno) }
        return result
    }

    /// A path with a NUL would silently name another file.
    static func checked(_ path: String) throws(SystemFailure) -> String {
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
func sysOpen(_ path: String, _ flags: Int32, _ permissions: mode_t = 0) -> Int32 {
    while true {
        let descriptor = unsafe open(path, flags, permissions)
        if descriptor >= 0 || errno != EINTR { return descriptor }
    }
}
