import ArgumentParser
import FetchTrace

/// Sees to it that no output of a verb replaces a file that it reads, or another output.
package enum DistinctFiles {
    /// - Parameters:
    ///   - inputs: paths that are read; `-` is standard input.
    ///   - outputs: paths that are written, with the option that asks for each; `-` is standard output. Nil if it was
    ///     not requested.
    package static func expect(
        inputs: [String], outputs: [(option: String, path: String?)]
    ) throws(ValidationError) {
        var written: [(option: String, path: String)] = []
        for (option, path) in outputs {
            guard let path else { continue }
            let file = FileIdentity(output: path)
            if let other = written.first(where: {
                $0.path == path || file != nil && FileIdentity(output: $0.path) == file
            }) {
                throw ValidationError(
                    "\(other.option) and \(option) must differ: found \(names(other.path, path)).")
            }
            if let input = inputs.first(where: { file != nil && FileIdentity(input: $0) == file }) {
                throw ValidationError(
                    "\(option) must not be a file that is read: found \(names(input, path)); name another.")
            }
            written.append((option, path))
        }
    }

    private static func names(_ one: String, _ other: String) -> String {
        one == other ? quoted(one) : "\(quoted(one)) and \(quoted(other)), the same file"
    }
}
