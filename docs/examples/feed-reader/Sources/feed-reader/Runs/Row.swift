import Foundation

/// A line of the table.
struct Row: Sendable {
    let name: String
    let count: Site.Count
    let seen: Seen

    static func print(_ rows: [Row]) {
        let head = ["", "requests", "304", "failed", "fresh", "missing for"]
        let lines = rows.map { row in
            [
                row.name, "\(row.count.requests)",
                tenths(100 * Double(row.count.unchanged) / Double(max(1, row.count.requests))) + " %",
                "\(row.count.failed)", tenths(row.seen.freshShare) + " %",
                tenths(row.seen.meanMinutes) + " min",
            ]
        }
        for line in [head] + lines {
            var text = ""
            for (place, cell) in line.enumerated() {
                let width = (place == 0 ? lines.map { $0[0].count } : [head[place].count, 9]).max() ?? 0
                let gap = String(repeating: " ", count: max(0, width - cell.count))
                text += place == 0 ? cell + gap : "  " + gap + cell
            }
            Swift.print(text)
        }
    }

    private static func tenths(_ value: Double) -> String { String(format: "%.1f", value) }
}

/// Says something at once, also into a pipe.
func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

/// Writes to standard error.
func complain(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
