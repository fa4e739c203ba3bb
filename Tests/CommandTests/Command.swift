import Foundation
import TestSupport
import Testing

/// Runs the built command in a folder of its own, which goes with it.
final class Command {
    /// What a run left behind.
    struct Result {
        var status: Int32
        var output: String
        var error: String

        /// The output without the command line that JSON repeats: what different commands have in common.
        var figures: String { output.replacing(/"command":"(?:[^"\\]|\\.)*",/, with: "") }
    }

    let own: TestFolder
    var folder: URL { own.url }

    /// Makes a folder with those files.
    init(_ files: KeyValuePairs<String, String> = [:]) throws {
        own = try TestFolder()
        for (name, text) in files { try write(text, to: name) }
    }

    /// The command, and the one with the verbs for those who work on the engine.
    static let executable = find("fetchsched")
    private static let lab = find("fetchsched-lab")

    /// The one that has the verb.
    private static func executable(for arguments: [String]) -> URL {
        ["forecast", "fit", "compare", "pollers"].contains(arguments.first) ? lab : executable
    }

    /// An executable: in `$FETCHSCHED_BIN`, such as the folder of a release build, or beside the bundle of the tests.
    private static func find(_ name: String) -> URL {
        if let folder = ProcessInfo.processInfo.environment["FETCHSCHED_BIN"] {
            return URL(fileURLWithPath: folder).appendingPathComponent(name)
        }
        return builtExecutable(name) ?? URL(fileURLWithPath: name)
    }

    func write(_ text: String, to name: String) throws { try own.write(text.utf8, to: name) }

    func read(_ name: String) throws -> String { try own.text(name) }

    var files: [String] { own.names }

    func start(
        _ arguments: [String], of executable: URL? = nil, output: Any, error: Any,
        input: Any? = nil
    ) throws -> Process {
        let process = Process()
        process.executableURL = executable ?? Self.executable(for: arguments)
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.standardOutput = output
        process.standardError = error
        process.standardInput = input ?? FileHandle.nullDevice
        try process.run()
        return process
    }

    /// Runs a line of the shell, in which `$0` is the command and `$@` are its arguments.
    func shell(_ line: String, _ arguments: [String]) throws -> Result {
        try run(
            ["-c", line, Self.executable(for: arguments).path] + arguments,
            of: URL(fileURLWithPath: "/bin/sh"))
    }

    func run(
        _ arguments: [String], of executable: URL? = nil, input: String? = nil
    ) throws -> Result {
        // Files, not pipes: a pipe that nobody empties would block the command.
        let names = ["out", "err", "in"].map { "." + $0 + "-" + UUID().uuidString }
        for name in names { try write(name.hasPrefix(".in") ? input ?? "" : "", to: name) }
        func handle(_ index: Int) throws -> FileHandle {
            let url = folder.appendingPathComponent(names[index])
            return try index == 2 ? FileHandle(forReadingFrom: url) : FileHandle(forWritingTo: url)
        }
        let process = try start(
            arguments, of: executable, output: try handle(0), error: try handle(1), input: try handle(2))
        process.waitUntilExit()
        let result = Result(
            status: process.terminationStatus, output: try read(names[0]), error: try read(names[1]))
        for name in names { try FileManager.default.removeItem(at: folder.appendingPathComponent(name)) }
        return result
    }

    /// Expects a run that does nothing but say what is wrong, in all of these words.
    func expectRefusal(
        of arguments: [String], _ words: String..., status: Int32 = 64, input: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let result = try run(arguments, input: input)
        #expect(result.status == status && result.output == "", "\(result)", sourceLocation: sourceLocation)
        for words in words {
            #expect(result.error.contains(words), "\(result.error)", sourceLocation: sourceLocation)
        }
    }
}
