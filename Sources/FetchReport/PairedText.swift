import FetchSim
import FetchTrace

/// The engine compared with each other policy on the same devices, with intervals.
enum PairedText {
    /// A table with a title; nothing for a single device, of which no interval can be said.
    static func lines(_ report: BenchReport, _ emphasis: (String) -> String) -> [String] {
        guard report.devices > 1, let first = report.paired.first else { return [] }
        var table = TextTable(
            headers: [first.policy + " and", "gain: difference", "ratio", "ahead on"],
            units: ["", "J/day", "", "of \(report.devices) devices"])
        let pairs = report.paired.sorted {
            (-($0.difference.value ?? 0), $0.other) > (-($1.difference.value ?? 0), $1.other)
        }
        for pair in pairs {
            table.rows.append([
                pair.other, CurveTableReport.cell(pair.difference, scale: 1),
                CurveTableReport.cell(pair.ratio, scale: 1, decimals: 2), "\(pair.ahead)",
            ])
        }
        table.fit()
        let note = CurveTableReport.fewDevices(report.devices)
        return ["", emphasis("Device by device [95 % bootstrap interval over devices]"), ""] + table.lines()
            + (note.isEmpty ? [] : [""] + note)
    }

    static func json(_ pairs: [PairedGain]) -> JSON {
        .rows(
            pairs.map { pair in
                .object(
                    [("policy", .text(pair.policy)), ("other", .text(pair.other))]
                        + CurveJSONReport.estimate("gainDifferenceJoulesPerDay", pair.difference)
                        + CurveJSONReport.estimate("gainRatio", pair.ratio, interval: "gainRatioInterval95")
                        + [("devicesAhead", .whole(pair.ahead))])
            })
    }
}
