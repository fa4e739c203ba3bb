import FetchReport
import FetchSim
import FetchTrace
import FetchCommandLine

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
        let curves = ReportData.Chapter.curves(of: bench)
        let progress = Progress("report", total: curves.work, unit: "events", isQuiet: isQuiet)
        defer { progress.end() }
        let drawn = try await curves.run(jobs: jobs) { progress.advance($0) }
        chapters.append(ReportData.Chapter(of: bench, reports, curves: drawn))
    }

    func commit(rules: SimulationRules) throws {
        try file.deliver(
            HTMLReport.text(
                chapters, version: Fetchsched.configuration.version, command: command, rules: rules))
    }

    func abandon() { file.abandon() }
}
