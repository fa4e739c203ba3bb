import ArgumentParser
import FetchReport
import FetchTrace
import Foundation

/// The command `fetchsched`. A new verb is one file and one line in `subcommands`.
@main
struct Fetchsched: AsyncParsableCommand {
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "fetchsched",
        abstract: "Decides when apps fetch their content in the background, and measures how well.",
        discussion: """
            EXAMPLES
              fetchsched bench Datasets/commuter.csv
              fetchsched bench trace.csv --value 5,20,100 --radio lte,wifi --format json
              fetchsched merge 1.partial 2.partial --format json
              fetchsched explain trace.csv --at 2024-01-20T07:30:00+01:00 --app mail
              fetchsched simulate Datasets/news.csv --device d0 --day -2
              fetchsched forecast Datasets/commuter.csv
              fetchsched compare phone.csv twin.csv
              fetchsched tune Datasets/*.csv --study tune.study --output tuned.txt
              fetchsched generate --preset student --devices 2 --output student.csv
              fetchsched fit phone.csv --output habits.json

            EXIT STATUS
              0 done; 1 two traces are not alike (compare); 64 wrong usage; 65 bad data; 66 a file cannot be \
            read; 69 a policy's program failed; 73 a file cannot be written; 130 interrupted.
            """,
        version: "fetchsched \(version)",
        subcommands: [
            BenchCommand.self, MergeCommand.self, ExplainCommand.self, ForecastCommand.self,
            SimulateCommand.self, CompareCommand.self, TuneCommand.self, GenerateCommand.self,
            FitCommand.self, ImportCommand.self, PoliciesCommand.self,
            RadiosCommand.self, PowerProfilesCommand.self, PresetsCommand.self, TuneAskCommand.self,
            TuneMeasureCommand.self, TuneTellCommand.self,
        ])

    /// Runs the verb that the arguments name. One that there is not is said here, with the nearest that there are.
    static func main() async {
        StandardStreams.prepare()
        let arguments = joinedVerbs(Array(CommandLine.arguments.dropFirst()))
        if let unknown = unknownVerb(in: arguments) {
            let names = configuration.subcommands.map { $0.configuration }.filter { $0.shouldDisplay }
                .compactMap { $0.commandName }
            Terminal.say(
                "Error: found no verb '\(unknown)', expected \(NameHint.text(for: unknown, among: names))\n"
                    + "Usage: fetchsched <subcommand>\n  See 'fetchsched --help' for more information.")
            exit(withError: ExitCode(64))
        }
        await runVerb(arguments)
    }

    /// A verb of two words is one command. It is no subcommand of the other: that takes paths, which could be such words.
    private static func joinedVerbs(_ arguments: [String]) -> [String] {
        let first = arguments.first == "help" ? 1 : 0
        guard arguments.count > first + 1 else { return arguments }
        let joined = arguments[first] + "-" + arguments[first + 1]
        guard ["tune-ask", "tune-measure", "tune-tell"].contains(joined) else { return arguments }
        return arguments[..<first] + [joined] + arguments[(first + 2)...]
    }

    /// The word in the place of a verb that is none.
    private static func unknownVerb(in arguments: [String]) -> String? {
        let isAskedFor = arguments.first == "help"
        guard let word = isAskedFor ? arguments.dropFirst().first : arguments.first, !word.hasPrefix("-")
        else {
            return nil
        }
        let isKnown = configuration.subcommands.contains { $0.configuration.commandName == word }
        return isKnown || (word == "help" && !isAskedFor) ? nil : word
    }

    /// What the library's own `main` does, and then says so if the words asked for cannot be written.
    private static func runVerb(_ arguments: [String]) async {
        do {
            var command = try await asyncParseAsRoot(arguments)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            await end(error)
        }
    }

    /// Ends the process as `error` says: also a wish for help is one.
    private static func end(_ error: any Error) async -> Never {
        var status = exitCode(for: error)
        let message = fullMessage(for: error)
        if status != .success {
            if !message.isEmpty { Terminal.say(message) }
        } else if !message.isEmpty {
            do { try await Listing.print(message + "\n") } catch { status = exitCode(for: error) }
        }
        Foundation.exit(status.rawValue)
    }
}
