import Synchronization

/// The process groups of the programs that run, so that none outlives this process.
package enum ProgramGroups {
    private struct State {
        var groups: Set<Int32> = []
        var isClosed = false
    }

    private static let state = Mutex(State())

    /// Ends them all at once; from then on none is started.
    package static func killAll() {
        state.withLock { state in
            state.isClosed = true
            for group in state.groups { ProcessCalls.killGroup(group) }
        }
    }

    /// Starts a program in a group of its own.
    ///
    /// - Parameter start: starts it and gives its process number, which is that of the group.
    static func start(_ start: () throws(ExecFault) -> Int32) throws(ExecFault) -> Int32 {
        try state.withLock { state throws(ExecFault) in
            if state.isClosed { throw .cancelled }
            let process = try start()
            state.groups.insert(process)
            return process
        }
    }

    /// Ends what is left of a program's group, and then lets the system forget its first process.
    ///
    /// As long as that is not forgotten, no other process gets its number.
    static func end(_ process: Int32) {
        state.withLock { state in
            guard state.groups.remove(process) != nil else { return }
            ProcessCalls.killGroup(process)
        }
        ProcessCalls.forget(process)
    }
}
