#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

// Locks on files, which keep out other processes.
extension SystemCalls {
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
}
