#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#elseif canImport(Darwin)
    import Darwin
#endif

// Shapes, numbers and names of the files that paths and descriptors lead to.
extension SystemCalls {
    /// The kind of file that a path leads to, links followed.
    package enum Shape: Equatable {
        case missing, directory
        /// An ordinary file.
        case file(Access)
        /// A device, a pipe, a socket.
        case special
    }

    /// Owner, group and permission bits of a file.
    package struct Access: Hashable, Sendable {
        package var owner: UInt32
        package var group: UInt32
        package var permissions: UInt32

        package init(owner: UInt32, group: UInt32, permissions: UInt32) {
            (self.owner, self.group, self.permissions) = (owner, group, permissions)
        }
    }

    package static func shape(of path: String) throws(SystemFailure) -> Shape {
        var status = stat()
        guard try unsafe stat(checked(path), &status) == 0 else {
            if errno == ENOENT { return .missing }
            throw SystemFailure(code: errno)
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG:
            let permissions = UInt32(status.st_mode) & 0o7777
            return .file(Access(owner: status.st_uid, group: status.st_gid, permissions: permissions))
        case S_IFDIR: return .directory
        default: return .special
        }
    }

    /// The file system's number of a file, equal for all its names.
    package struct FileNumber: Hashable {
        var device: UInt64
        var number: UInt64

        fileprivate init(_ status: stat) {
            device = UInt64(truncatingIfNeeded: status.st_dev)
            number = UInt64(truncatingIfNeeded: status.st_ino)
        }
    }

    /// The number of whatever a path leads to, links followed; nil if there is nothing, or looking is forbidden.
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

    /// The folder of a path, and the name in it; the name is empty if the path is, or ends with a slash.
    package static func parts(of path: String) -> (folder: String, name: String) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
        let folder = slash == path.startIndex ? "/" : String(path[..<slash])
        return (folder, String(path[path.utf8.index(after: slash)...]))
    }
}
