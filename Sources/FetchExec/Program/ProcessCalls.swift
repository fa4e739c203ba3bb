import FetchFiles

#if canImport(Glibc)
    @unsafe @preconcurrency import Glibc
#elseif canImport(Musl)
    @unsafe @preconcurrency import Musl
#elseif canImport(Android)
    @unsafe @preconcurrency import Android
#elseif canImport(Darwin)
    @unsafe @preconcurrency import Darwin
#endif

/// The few system calls that a program at the other end of two pipes needs.
enum ProcessCalls {
    /// A program that was started, and our ends of its pipes.
    struct Started {
        var process: Int32
        /// The end for writing, which does not block.
        var input: Int32
        /// The end for reading, which does not block.
        var output: Int32
    }

    /// Starts a command of the shell in a process group of its own, with pipes for standard input and output, and
    /// with no signal ignored or blocked that is not to be.
    static func start(_ command: String) throws(SystemFailure) -> Started {
        let input = try makePipe()
        let output: (read: Int32, write: Int32)
        do throws(SystemFailure) {
            output = try makePipe()
        } catch {
            closeAll([input.read, input.write])
            throw error
        }
        do throws(SystemFailure) {
            try doNotBlock(input.write)
            try doNotBlock(output.read)
            let process = try spawn(command, input: input.read, output: output.write)
            closeAll([input.read, output.write])
            return Started(process: process, input: input.write, output: output.read)
        } catch {
            closeAll([input.read, input.write, output.read, output.write])
            throw error
        }
    }

    private static func spawn(_ command: String, input: Int32, output: Int32) throws(SystemFailure) -> Int32 {
        #if canImport(Darwin) || canImport(Android)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var actions = unsafe posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        // All of these fill in or read what stands here, which outlives the calls.
        try unsafe expectZero(posix_spawn_file_actions_init(&actions))
        defer { _ = unsafe posix_spawn_file_actions_destroy(&actions) }
        try unsafe expectZero(posix_spawn_file_actions_adddup2(&actions, input, 0))
        try unsafe expectZero(posix_spawn_file_actions_adddup2(&actions, output, 1))
        try unsafe expectZero(posix_spawnattr_init(&attributes))
        defer { _ = unsafe posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        _ = unsafe sigemptyset(&none)
        try unsafe expectZero(posix_spawnattr_setsigmask(&attributes, &none))
        var usual = sigset_t()
        _ = unsafe sigemptyset(&usual)
        for number in [SIGINT, SIGTERM, SIGPIPE, SIGHUP] { _ = unsafe sigaddset(&usual, number) }
        try unsafe expectZero(posix_spawnattr_setsigdefault(&attributes, &usual))
        try unsafe expectZero(posix_spawnattr_setpgroup(&attributes, 0))
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        try unsafe expectZero(posix_spawnattr_setflags(&attributes, Int16(flags)))

        var process: pid_t = 0
        // Copies of the words, given back after the call, which makes copies of its own.
        var words: [UnsafeMutablePointer<CChar>?] = unsafe []
        for word in ["sh", "-c", command] { unsafe words.append(strdup(word)) }
        defer { for index in unsafe words.indices { unsafe free(words[index]) } }
        unsafe words.append(nil)
        try unsafe expectZero(posix_spawn(&process, "/bin/sh", &actions, &attributes, words, environ))
        return process
    }

    /// A pipe whose ends no other program inherits, if one is started at a time.
    private static func makePipe() throws(SystemFailure) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        // The call fills in both.
        if unsafe pipe(&ends) != 0 { throw SystemFailure(code: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    private static func doNotBlock(_ descriptor: Int32) throws(SystemFailure) {
        let flags = fcntl(descriptor, F_GETFL)
        if flags < 0 || fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) < 0 {
            throw SystemFailure(code: errno)
        }
    }

    static func closeAll(_ descriptors: [Int32]) {
        for descriptor in descriptors { _ = close(descriptor) }
    }

    private static func expectZero(_ code: Int32) throws(SystemFailure) {
        if code != 0 { throw SystemFailure(code: code) }
    }

    /// Writes what the pipe takes of `bytes` from index `start` on.
    ///
    /// - Returns: how many bytes; 0 if it is full, nil if it has no reader any more.
    static func write(_ descriptor: Int32, _ bytes: [UInt8], from start: Int) -> Int? {
        do throws(SystemFailure) {
            return try SystemCalls.write(descriptor, bytes, from: start)
        } catch {
            return error.code == EAGAIN || error.code == EWOULDBLOCK ? 0 : nil
        }
    }

    enum Reading {
        case bytes(Int)
        case nothingYet
        case end
    }

    static func read(_ descriptor: Int32, into buffer: inout [UInt8]) -> Reading {
        do throws(SystemFailure) {
            let count = try SystemCalls.read(descriptor, into: &buffer, from: 0, atMost: buffer.count)
            return count > 0 ? .bytes(count) : .end
        } catch {
            return error.code == EAGAIN || error.code == EWOULDBLOCK ? .nothingYet : .end
        }
    }

    /// Waits until there is something to read, or if `toWrite` is given room to write, for so long at the most.
    static func wait(toRead: Int32, toWrite: Int32?, milliseconds: Int32) {
        var entries = [pollfd(fd: toRead, events: Int16(POLLIN), revents: 0)]
        if let toWrite { entries.append(pollfd(fd: toWrite, events: Int16(POLLOUT), revents: 0)) }
        // The call reads and fills in so many entries. Whatever ends it, the caller looks again.
        _ = unsafe poll(&entries, nfds_t(entries.count), milliseconds)
    }

    static func pause(milliseconds: Int32) {
        // No entries: nothing but the time ends it.
        _ = poll(nil, 0, milliseconds)
    }

    /// How a process ended; nil if it has not. It is not forgotten.
    static func end(of process: Int32) -> ProgramEnd? {
        var info = unsafe siginfo_t()
        // The call fills it in; it stays as it is if the process runs.
        guard unsafe waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT) == 0,
            unsafe info.si_signo == SIGCHLD
        else { return nil }
        #if canImport(Darwin)
            let status = info.si_status
        #else
            let status = unsafe info._sifields._sigchld.si_status
        #endif
        return unsafe info.si_code == CLD_EXITED ? .status(status) : .signal(status)
    }

    /// Lets a process be forgotten that has ended, or is about to.
    static func forget(_ process: Int32) {
        var status: Int32 = 0
        // The call fills in the status.
        while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    }

    static func killGroup(_ group: Int32) {
        _ = kill(-group, SIGKILL)
    }
}
