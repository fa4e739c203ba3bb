import FetchFiles
import FetchSched

/// In which order files are written, renamed and read, so that at every moment one of them holds a whole state.
///
/// To keep a state:
///
///     1  F.new       created, written, synchronized     F is the old state, F.previous the one before
///     2  F           renamed to F.previous              F.previous is the old state
///     3  F.new       renamed to F                       F is the new state
///     4  the folder  synchronized                       it will still be after a loss of power
///
/// Step 2 is left out where F is not whole, so that a damaged file never takes the place of a whole one; F is read each
/// time, as it may have been damaged since it was written. The renaming
/// of steps 2 and 3 may reach the storage in any order, or in part: a whole state is there in each case.
struct StoreSteps<Files: StoreFiles>: Sendable {
    /// Longer states are not saved, and longer files not read: they are none of ours.
    let mostBytes: Int

    var files: Files
    let current: String
    let previous: String
    let temporary: String
    let folder: String
    private let access: SystemCalls.Access?
    /// Encrypts states; nil for plain ones.
    private let seal: StateSeal?

    /// - Parameters:
    ///   - current: the state's file; no link, and in `folder`.
    ///   - access: whose its files are, and their permissions; nil for those of a new file.
    init(
        _ files: Files, current: String, folder: String, access: SystemCalls.Access?, seal: StateSeal? = nil,
        mostBytes: Int = 1 << 28
    ) {
        self.files = files
        self.seal = seal
        self.mostBytes = mostBytes
        self.current = current
        self.folder = folder
        self.access = access
        previous = current + ".previous"
        temporary = current + ".new"
    }

    /// Removes what a process left that ended while it was writing.
    mutating func cleanUp() throws(StoreError) {
        do { try files.remove(temporary) } catch { throw .cannotOpen(FileProblem(temporary, error)) }
    }

    // MARK: Keeping

    mutating func save(_ bytes: [UInt8]) throws(StoreError) {
        // States as long as this could not be read again.
        guard bytes.count <= mostBytes else {
            throw .cannotWrite(FileProblem(file: current, reason: .tooLong(most: mostBytes)))
        }
        if let error = SnapshotError(checking: bytes) { throw .notASnapshot(error) }
        let bytes = try sealed(bytes)
        let keepsOld = try isWhole(current)
        // Then the one before is all that there is. If its content is unknown now, it stays until it can be read,
        // or the next two states would push it out.
        if !keepsOld { _ = try isWhole(previous) }
        do { try write(bytes) } catch {
            try? files.remove(temporary)
            throw .cannotWrite(FileProblem(temporary, error))
        }
        try exchange(keepsOld: keepsOld)
        do { try files.synchronizeFolder(folder) } catch { throw .cannotWrite(FileProblem(folder, error)) }
    }

    /// The bytes of the file.
    private func sealed(_ bytes: [UInt8]) throws(StoreError) -> [UInt8] {
        guard let seal else { return bytes }
        guard let sealed = try? SealedFrame.framed(seal.seal(bytes)) else {
            throw .cannotWrite(FileProblem(file: current, reason: .cannotSeal))
        }
        guard sealed.count <= mostBytes else {
            throw .cannotWrite(FileProblem(file: current, reason: .tooLong(most: mostBytes)))
        }
        return sealed
    }

    private mutating func write(_ bytes: [UInt8]) throws(SystemFailure) {
        try files.remove(temporary)
        let handle = try files.create(temporary, as: access)
        do {
            var written = 0
            while written < bytes.count { written += try files.write(handle, bytes, from: written) }
            try files.synchronize(handle)
        } catch {
            try? files.close(handle)
            throw error
        }
        try files.close(handle)
    }

    private mutating func exchange(keepsOld: Bool) throws(StoreError) {
        if keepsOld {
            do { try files.rename(current, to: previous) } catch {
                try? files.remove(temporary)
                throw .cannotWrite(FileProblem(previous, error))
            }
        }
        do { try files.rename(temporary, to: current) } catch {
            // The old state goes back if possible; if not, it is read from its place.
            if keepsOld { try? files.rename(previous, to: current) }
            try? files.remove(temporary)
            throw .cannotWrite(FileProblem(current, error))
        }
    }

    // MARK: Giving back

    mutating func load<State>(
        _ restore: ([UInt8]) throws(SnapshotError) -> State
    ) throws(StoreError) -> Restored<State>? {
        var problems: [FileProblem] = []
        for file in [current, previous] {
            let problem: FileProblem
            do throws(LoadFailure) {
                let state = try load(file, restore)
                return Restored(state: state, file: file, problems: problems)
            } catch {
                switch error {
                case .stop(let error): throw error
                case .problem(let other): problem = other
                }
            }
            problems.append(problem)
        }
        // Where there was never anything, nothing is wrong.
        if problems.allSatisfy({ $0.reason == .missing }) { return nil }
        throw .nothingWhole(problems)
    }

    /// A reason that a file cannot be read: to try the one before, or to stop.
    private enum LoadFailure: Error {
        case problem(FileProblem)
        case stop(StoreError)
    }

    private mutating func load<State>(
        _ file: String, _ restore: ([UInt8]) throws(SnapshotError) -> State
    ) throws(LoadFailure) -> State {
        let bytes: [UInt8]
        do { bytes = try files.read(file, atMost: mostBytes + 1) } catch {
            if error.code == SystemCalls.missing { throw .problem(FileProblem(file: file, reason: .missing)) }
            let problem = FileProblem(file, error)
            throw SystemCalls.ofTheFile.contains(error.code) ? .problem(problem) : .stop(.cannotRead(problem))
        }
        guard bytes.count <= mostBytes else {
            throw .problem(FileProblem(file: file, reason: .tooLong(most: mostBytes)))
        }
        let snapshot = try opened(bytes, of: file)
        do { return try restore(snapshot) } catch {
            let problem = FileProblem(file: file, reason: .snapshot(error))
            throw error.isOfAWholeSnapshot ? .stop(.refused(problem)) : .problem(problem)
        }
    }

    /// The snapshot in a file. A plain one is taken as it is: the next saved state is sealed.
    private func opened(_ bytes: [UInt8], of file: String) throws(LoadFailure) -> [UInt8] {
        guard SealedFrame.isSealed(bytes) else { return bytes }
        guard let sealed = SealedFrame.sealed(in: bytes) else {
            throw .problem(FileProblem(file: file, reason: .snapshot(.damaged)))
        }
        guard let opened = try? seal?.open(sealed) else {
            throw .stop(.refused(FileProblem(file: file, reason: .sealed)))
        }
        return opened
    }

    /// Whether that file may take the place of the one before.
    private mutating func isWhole(_ file: String) throws(StoreError) -> Bool {
        do {
            let bytes = try files.read(file, atMost: mostBytes + 1)
            if SealedFrame.isSealed(bytes) { return SealedFrame.sealed(in: bytes) != nil }
            return SnapshotError(checking: bytes)?.isOfAWholeSnapshot ?? (bytes.count <= mostBytes)
        } catch {
            if error.code == SystemCalls.missing || SystemCalls.ofTheFile.contains(error.code) {
                return false
            }
            throw .cannotRead(FileProblem(file, error))
        }
    }
}

extension FileProblem {
    init(_ file: String, _ failure: SystemFailure) {
        self.init(file: file, reason: .system(code: failure.code))
    }
}

extension SnapshotError {
    /// Whether there is a state behind it, only not for this library or configuration.
    fileprivate var isOfAWholeSnapshot: Bool {
        switch self {
        case .newerVersion, .otherConfiguration: true
        default: false
        }
    }
}
