import FetchReport
import FetchSim
import FetchTrace
import Synchronization

/// The file of `bench --decisions`: every fetch of every policy, written while the replays go on.
final class DecisionFile: Sendable {
    private let state: Mutex<State>

    private struct State {
        var file: AtomicFile
        var buffer: [UInt8]

        mutating func flush() throws(TraceError) {
            defer { buffer.removeAll(keepingCapacity: true) }
            // The reader of the file has gone. The comparison goes on.
            do { try file.write(buffer) } catch  where error.isBrokenPipe {}
        }
    }

    /// Makes a file that appears when it is complete; `-` is standard output.
    init(path: String) throws {
        state = Mutex(State(file: try AtomicFile(path: path), buffer: Array(DecisionReport.header.utf8)))
    }

    /// A function that appends the fetches of replays of the trace named `trace`.
    func appender(trace: String) -> @Sendable (RecordedRun) throws -> Void {
        { run in
            let lines = DecisionReport.lines(trace: trace, run)
            try self.state.withLock { state in
                state.buffer += lines.utf8
                if state.buffer.count >= 1 << 16 { try state.flush() }
            }
        }
    }

    func commit() throws {
        try state.withLock { state in
            try state.flush()
            try state.file.commit()
        }
    }

    func abandon() {
        state.withLock { $0.file.abandon() }
    }
}
