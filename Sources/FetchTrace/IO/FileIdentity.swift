import FetchFiles

/// Which file a path leads to, however it is written: two are the same if writing one replaces what the other reads.
package struct FileIdentity: Hashable {
    /// The file's own number, or that of the folder in which `name` will be made.
    private let number: SystemCalls.FileNumber
    private let name: String?

    /// The ordinary file that a verb reads if it is told to read `path`, links followed; `-` is standard input.
    ///
    /// Nil for places that cannot be replaced: pipes, devices, files that are not there.
    package init?(input path: String) { self.init(path, standard: 0) }

    /// The ordinary file that an ``AtomicFile`` writes, there or not yet, links followed; `-` is standard output.
    ///
    /// Nil for what cannot be replaced: pipes and devices.
    package init?(output path: String) { self.init(path, standard: 1) }

    private init?(_ path: String, standard descriptor: Int32) {
        var found: SystemCalls.FileNumber?
        var name: String?
        if path == "-" {
            found = SystemCalls.number(of: descriptor)
        } else if let shape = try? SystemCalls.shape(of: path) {
            switch shape {
            case .file: found = SystemCalls.number(of: path)
            case .missing:
                let (folder, missing) = SystemCalls.parts(of: path)
                (found, name) = (SystemCalls.number(of: folder), missing)
            case .directory, .special: break
            }
        }
        guard let found else { return nil }
        (number, self.name) = (found, name)
    }
}
