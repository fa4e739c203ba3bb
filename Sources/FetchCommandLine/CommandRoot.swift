import ArgumentParser
import FetchReport
import FetchTrace
import Foundation

/// A command whose verbs are its subcommands: how it is run, and how it ends.
package enum CommandRoot {
    package static let version = "0.1.0"

    /// Runs the verb that the arguments name. One that there is not is said here, with the nearest that there are.
    ///
    /// - Parameter joined: verbs of two words, with a dash between them. Each is a subcommand of its own and not one of the
    ///   first word's, which takes paths that could be such words.
    package static func run<Root: AsyncParsableCommand>(_ root: Root.Type, joined: [String] = []) async {
        StandardStreams.prepare()
        var arguments = Array(CommandLine.arguments.dropFirst())
        let first = arguments.first == "help" ? 1 : 0
        if arguments.count > first + 1, joined.contains(arguments[first] + "-" + arguments[first + 1]) {
            arguments[first] += "-" + arguments.remove(at: first + 1)
        }
        if let unknown = unknownVerb(in: arguments, of: root) {
            let verbs = root.configuration.subcommands.map { $0.configuration }.filter { $0.shouldDisplay }
            let hint = NameHint.text(for: unknown, among: verbs.compactMap { $0.commandName })
            let name = root.configuration.commandName ?? ""
            Terminal.say(
                "Error: found no subcommand '\(unknown)', expected \(hint)\nUsage: \(name) <subcommand>\n"
                    + "  See '\(name) --help' for more information.")
            Root.exit(withError: ExitCode(64))
        }
        do {
            // Like the library's own `main`.
            var command = try await root.asyncParseAsRoot(withNumbers(arguments))
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            await end(root, error)
        }
    }

    /// The arguments with a number below 0 joined to its option, as in `--value=-1`. Alone it would count as an option, and
    /// the error would be that the value is missing, not that it is out of range.
    package static func withNumbers(_ arguments: [String]) -> [String] {
        var result: [String] = []
        for (index, argument) in arguments.enumerated() {
            if argument == "--" { return result + arguments[index...] }
            let isNumber =
                argument.first == "-" && argument.dropFirst().first.map { $0.isNumber || $0 == "." } ?? false
            if isNumber, let last = result.last, last.hasPrefix("-"), last != "-", !last.contains("=") {
                result[result.count - 1] = last + "=" + argument
            } else {
                result.append(argument)
            }
        }
        return result
    }

    /// The word in the place of a verb that is none.
    private static func unknownVerb<Root: ParsableCommand>(
        in arguments: [String], of root: Root.Type
    ) -> String? {
        let isRequested = arguments.first == "help"
        guard let word = isRequested ? arguments.dropFirst().first : arguments.first, !word.hasPrefix("-")
        else {
            return nil
        }
        let isKnown = root.configuration.subcommands.contains { $0.configuration.commandName == word }
        return isKnown || (word == "help" && !isRequested) ? nil : word
    }

    /// Ends the process as `error` says: also a wish for help is one. Says so if its words cannot be written.
    private static func end<Root: ParsableCommand>(_ root: Root.Type, _ error: any Error) async -> Never {
        var status = root.exitCode(for: error)
        let message = root.fullMessage(for: error)
        if status != .success {
            if !message.isEmpty { Terminal.say(message) }
        } else if !message.isEmpty {
            do { try await Listing.print(message + "\n") } catch { status = root.exitCode(for: error) }
        }
        Foundation.exit(status.rawValue)
    }
}
