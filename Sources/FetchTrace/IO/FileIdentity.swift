import FetchFiles

/// Which file a path leads to, however it is written: two are the same if writing one replaces what the other reads.
package struct FileIdentity: Hashable {
    /// The file's own number, or that of the folder in which `name` will be made.
    private let number: SystemCalls.FileNumber
    private let name: String?

    /// The ordinary file that a verb reads if it is told to read `path`, links followed; `-` is standard input.
    ///
    /// Nil for what is nobody's to replace: pipes, devices, files that are not there.
    package init?(input path: String) {
        if path == "-" { self.init(descriptor: 0) } else { self.init(path: path) }
    }

    /// The ordinary file that an ``AtomicFile`` writes, there or not yet, links followed; `-` is standard output.
    ///
    /// Nil for what cannot be replaced: pipes and devices.
    package init?(output path: String) {
        if path == "-" { self.init(descriptor: 1) } else { self.init(path: path) }
    }

    private init?(descriptor: Int32) {
        guard let number = SystemCalls.number(of: descriptor) else { return nil }
        self.number = number
        name = nil
    }

    private init?(path: String) {
        switch try? SystemCalls.shape(of: path) {
        case .file:
            guard let number = SystemCalls.number(of: path) else { return nil }
            self.number = number
            name = nil
        case .missing:
            let (folder, name) = SystemCalls.parts(of: path)
            guard let number = SystemCalls.number(of: folder) else { return nil }
            self.number = number
            self.name = name
        case .directory, .special, nil: return nil
        }
    }
}
