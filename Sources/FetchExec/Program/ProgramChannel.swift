import FetchFiles

/// A program at the other end of two pipes. It has its standard error from this process.
///
/// Neither pipe blocks: a program that does not read what it is sent, or writes unrequested text, runs into the time
/// limit or is found out, whichever comes first.
struct ProgramChannel: LineChannel {
    private let process: Int32
    private let input: Int32
    private let output: Int32
    private let limit: Duration
    private var inputIsOpen = true
    private var isOpen = true
    /// Bytes that were read and not yet used.
    private var received: [UInt8] = []
    private var buffer = [UInt8](repeating: 0, count: 1 << 12)

    /// Waiting is done in pieces, so that a run that was given up ends.
    private static let pieceMilliseconds: Int32 = 100

    init(_ command: String, answerSeconds: Double) throws(ExecFault) {
        SystemCalls.ignoreBrokenPipeSignal()
        if command.utf8.contains(0) { throw .notStarted("the command has a NUL") }
        var started = ProcessCalls.Started(process: 0, input: -1, output: -1)
        process = try ProgramGroups.start { () throws(ExecFault) in
            do throws(SystemFailure) {
                started = try ProcessCalls.start(command)
                return started.process
            } catch {
                throw .notStarted(error.text)
            }
        }
        input = started.input
        output = started.output
        limit = .seconds(answerSeconds)
    }

    mutating func exchange(_ lines: [UInt8]) throws(ExecFault) -> [UInt8] {
        try expectNothing()
        let deadline = ContinuousClock.now + limit
        var sent = 0
        while true {
            if sent < lines.count {
                guard let count = ProcessCalls.write(input, lines, from: sent) else { throw ending() }
                sent += count
            }
            if sent == lines.count, let line = try takeLine() {
                try expectNothing()
                return line
            }
            let wait = try remaining(deadline)
            ProcessCalls.wait(
                toRead: output, toWrite: sent < lines.count ? input : nil, milliseconds: wait)
            guard try readSome() else { throw ending() }
        }
    }

    mutating func finish(_ lines: [UInt8]) throws(ExecFault) {
        try expectNothing()
        defer { abandon() }
        let deadline = ContinuousClock.now + limit
        var sent = 0
        while sent < lines.count {
            guard let count = ProcessCalls.write(input, lines, from: sent) else { throw ending() }
            sent += count
            if sent == lines.count { break }
            ProcessCalls.wait(toRead: output, toWrite: input, milliseconds: try remaining(deadline))
            _ = try readSome()
            try expectNothing()
        }
        closeInput()
        let farewell = ContinuousClock.now + min(limit, .seconds(ExecLimits.farewellSeconds))
        var hasMore = true
        while ContinuousClock.now < farewell {
            if hasMore {
                if Task.isCancelled { throw .cancelled }
                ProcessCalls.wait(toRead: output, toWrite: nil, milliseconds: Self.pieceMilliseconds)
                hasMore = try readSome()
                try expectNothing()
            } else if let end = ProcessCalls.end(of: process) {
                if end != .status(0) { throw .failedAtEnd(end) }
                return
            } else {
                // The output is closed: the program ends at any moment.
                ProcessCalls.pause(milliseconds: 1)
            }
        }
        // The time is over. All questions have been answered.
    }

    mutating func abandon() {
        guard isOpen else { return }
        isOpen = false
        closeInput()
        ProcessCalls.closeAll([output])
        ProgramGroups.end(process)
    }

    private mutating func closeInput() {
        guard inputIsOpen else { return }
        inputIsOpen = false
        ProcessCalls.closeAll([input])
    }

    /// Milliseconds to wait next.
    private func remaining(_ deadline: ContinuousClock.Instant) throws(ExecFault) -> Int32 {
        if Task.isCancelled { throw .cancelled }
        let left = ContinuousClock.now.duration(to: deadline)
        guard left > .zero else { throw .silent(limit / .seconds(1)) }
        return Int32(min(Double(Self.pieceMilliseconds), (left / .milliseconds(1)).rounded(.up)))
    }

    /// Reads what is there; false at the end of the program's output.
    private mutating func readSome() throws(ExecFault) -> Bool {
        switch ProcessCalls.read(output, into: &buffer) {
        case .bytes(let count):
            received += buffer[..<count]
            if received.count > ExecLimits.lineBytes { throw .tooLong(ExecLimits.lineBytes) }
            return true
        case .nothingYet: return true
        case .end: return false
        }
    }

    private mutating func takeLine() throws(ExecFault) -> [UInt8]? {
        guard let end = received.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        let line = Array(received[..<end])
        received.removeFirst(end + 1)
        return line
    }

    /// Expects that the program has written nothing unrequested.
    private func expectNothing() throws(ExecFault) {
        if received.isEmpty { return }
        throw .unasked(
            String(decoding: received.prefix { $0 != UInt8(ascii: "\n") }.prefix(1000), as: UTF8.self))
    }

    /// The fault of a program whose output or input is closed: it may be about to end.
    private func ending() -> ExecFault {
        let deadline = ContinuousClock.now + .seconds(1)
        while ContinuousClock.now < deadline {
            if let end = ProcessCalls.end(of: process) { return .ended(end) }
            ProcessCalls.pause(milliseconds: 1)
        }
        return .closed
    }
}
