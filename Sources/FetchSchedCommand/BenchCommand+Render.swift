import FetchReport
import FetchSim

/// What `bench` prints.
extension BenchCommand {
    func render(_ reports: [[BenchReport]], _ others: [[BenchReport]]) throws -> String {
        let all = reports.flatMap { $0 }
        let emphasis = runOptions.emphasis
        switch format {
        case .json: return JSONReport.text(all)
        case .csv: return app.isEmpty ? CSVReport.text(all) : AppCSVReport.text(all)
        case .table where !app.isEmpty:
            return reports.map { AppTableReport.text($0, apps: app, emphasis: emphasis) }
                .joined(separator: "\n")
        case .table:
            let overview = SummaryReport.text(reports, emphasis: emphasis)
            if summary { return overview }
            let columns = try columns?.columns() ?? ReportColumn.usual
            let tables = zip(reports, others).map {
                TableReport.text($0, columns: columns, others: $1, emphasis: emphasis)
            }
            return (tables + (reports.count > 1 ? [overview] : [])).joined(separator: "\n")
        }
    }
}
