import FetchReport
import FetchSim
import FetchTrace
import FetchOptions

/// The file of `bench --report`: the comparison as one HTML page, with the runs that only it needs.
final class ReportFile {
    private let file: AtomicFile
    private let command: String
    private var chapters: [ReportData.Chapter] = []

    /// Makes a file that appears when it is complete; `-` is standard output.
    ///
    /// - Parameter command: what to type to get the report again.
    init(path: String, command: String) throws {
        file = try AtomicFile(path: path)
        self.command = command
    }

    /// Runs what the report shows of a trace beyond `reports`, the result of `bench`.
    func add(_ bench: Bench, _ reports: [BenchReport], jobs: Int, isQuiet: Bool) async throws {
        let progress = Progress(
            "report", total: ReportData.Chapter.work(bench), unit: "events", isQuiet: isQuiet)
        defer { progress.end() }
        chapters.append(
            try await ReportData.Chapter(of: bench, reports, jobs: jobs) { progress.advance($0) })
    }

    func commit(rules: SimulationRules) throws {
        try file.deliver(
            HTMLReport.text(
                chapters, version: Fetchsched.configuration.version, command: command, rules: rules))
    }

    func abandon() { file.abandon() }
}
