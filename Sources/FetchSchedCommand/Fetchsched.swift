import ArgumentParser
import FetchCommandLine

/// The command `fetchsched`. A new verb is one file and one line in `subcommands`.
@main
struct Fetchsched: AsyncParsableCommand {
    static let version = CommandRoot.version

    static let configuration = CommandConfiguration(
        commandName: "fetchsched",
        abstract:
            "Adaptive background-fetch scheduling: compare policies, explain decisions, tune parameters.",
        discussion: """
            EXAMPLES
              fetchsched bench Datasets/commuter.csv
              fetchsched bench trace.csv --value 5,20,100 --radio lte,wifi --format json
              fetchsched merge 1.partial 2.partial --format json
              fetchsched explain trace.csv --at 2024-01-20T07:30:00+01:00 --app mail
              fetchsched simulate Datasets/news.csv --device d0 --day -2
              fetchsched tune Datasets/*.csv --study tune.study --output tuned.txt
              fetchsched poll --state poller.state --requests 1200 sources < urls.txt
              fetchsched generate --preset student --devices 2 --output student.csv

            EXIT STATUS
              0 done; 64 wrong usage; 65 bad data; 66 a file cannot be read; 69 a policy's program failed; 73 a file \
            cannot be written; 130 interrupted.
            """,
        version: "fetchsched \(version)",
        subcommands: [
            BenchCommand.self, MergeCommand.self, ExplainCommand.self, SimulateCommand.self, TuneCommand.self,
            GenerateCommand.self, ImportCommand.self, ListCommand.self, PollCommand.self, TuneAskCommand.self,
            TuneMeasureCommand.self, TuneTellCommand.self,
        ])

    static func main() async {
        await CommandRoot.run(Fetchsched.self, joined: ["tune-ask", "tune-measure", "tune-tell"])
    }
}
