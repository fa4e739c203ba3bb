#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#elseif canImport(Darwin)
    import Darwin
#endif

/// A system call that did not succeed.
package struct SystemFailure: Error, Hashable {
    package var code: Int32
    /// The system's words for it.
    package var text: String {
        // The text is copied at once, before another call can change it.
        unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    }

    /// Makes a failure of that error number.
    package init(code: Int32) { self.code = code }
}

// Classes of error numbers.
extension SystemCalls {
    /// The error number of a pipe without a reader.
    package static let brokenPipe: Int32 = EPIPE
    /// The error number of "Is a directory".
    package static let isDirectory: Int32 = EISDIR
    /// The error number for what is no ordinary file, where one is needed.
    package static let notOrdinary: Int32 = EINVAL
    /// The error number of a file that is there already.
    package static let exists: Int32 = EEXIST
    /// The error number of a file that is not there.
    package static let missing: Int32 = ENOENT
    /// The error numbers of a place where writing is forbidden, to this process or to all.
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
}
