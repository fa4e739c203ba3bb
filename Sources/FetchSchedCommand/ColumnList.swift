import ArgumentParser
import FetchReport
import FetchTrace
import FetchCommandLine

/// The columns of a table for people, by key or short name; `all`, or `help` for the list of them. What is wrong with it
/// is said by ``columns()``.
struct ColumnList: ExpressibleByArgument {
    private let text: String

    init?(argument: String) { text = argument }

    var isHelp: Bool { text == "help" }

    func columns() throws -> [ReportColumn] {
        if text == "all" { return ReportColumns.fetches }
        var columns: [ReportColumn] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let name = String(part.filter { $0 != " " })
            guard let column = ReportColumns.named(name) else {
                let names = ReportColumns.all.map(\.shortName) + ReportColumns.all.map(\.key)
                throw ValidationError(
                    "--columns: found no column '\(printable(name))', expected \(NameHint.text(for: name, among: names)) "
                        + "(see 'fetchsched bench --columns help')")
            }
            if !columns.contains(where: { $0.key == column.key }) { columns.append(column) }
        }
        return columns
    }
}
