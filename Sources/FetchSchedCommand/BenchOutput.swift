import ArgumentParser
import FetchReport
import FetchSim

/// How the result of `bench` is printed; `merge` prints it the same.
struct BenchOutput {
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case table, csv, json
    }

    var format: Format
    var summary: Bool
    var columns: ColumnList?
    var at: Double?
    /// Whether CSV has a line for each device.
    var isPerDevice = false
    /// The apps that are printed in place of the whole; empty for none.
    var apps: [String] = []
    /// The command that gives the figures, for JSON, which says how it is printed.
    var command: String
    var emphasis: (String) -> String

    /// Rejects options of output that do not go together.
    static func validate(format: Format, summary: Bool, columns: ColumnList?, curve: Bool) throws {
        if summary, format != .table { throw ValidationError("--summary goes with --format table.") }
        if let columns {
            if format != .table || summary || curve {
                throw ValidationError("--columns goes with --format table, without --summary and --curve.")
            }
            _ = try columns.columns()
        }
    }

    /// Rejects values of `--at` out of range.
    static func validate(at: Double?) throws {
        guard let at, !CurveReport.levels.contains(at) else { return }
        let levels = CurveReport.levels.map { Figures.plain($0) }.joined(separator: ", ")
        throw ValidationError("--at: found \(Figures.plain(at)), expected one of \(levels).")
    }

    /// The comparisons of each trace, and the same under other power profiles.
    func text(_ reports: [[BenchReport]], _ others: [[BenchReport]]) throws -> String {
        switch format {
        case .json: return JSONReport.text(reports.flatMap { $0 }, from: source)
        case .csv where isPerDevice: return CSVReport.perDevice(reports.flatMap { $0 })
        case .csv: return CSVReport.text(reports.flatMap { $0 })
        case .table where !apps.isEmpty:
            return reports.map { AppTableReport.text($0, apps: apps, emphasis: emphasis) }.joined(
                separator: "\n")
        case .table:
            let overview = SummaryReport.text(reports, emphasis: emphasis)
            if summary { return overview }
            let columns = try columns?.columns() ?? ReportColumns.usual
            let tables = zip(reports, others).map {
                TableReport.text($0, columns: columns, others: $1, emphasis: emphasis)
            }
            return (tables + (reports.count > 1 ? [overview] : [])).joined(separator: "\n")
        }
    }

    private var source: ReportSource {
        ReportSource(
            version: Fetchsched.configuration.version,
            command: command + " --format json" + (isPerDevice ? " --per-device" : ""))
    }

    func text(_ curves: [CurveReport]) -> String {
        switch format {
        case .json: CurveJSONReport.text(curves, from: source)
        case .table where summary: CurveSummaryReport.text(curves, level: at ?? 0.9, emphasis: emphasis)
        case .csv: CurveCSVReport.text(curves)
        case .table: CurveTableReport.text(curves, emphasis: emphasis)
        }
    }
}
