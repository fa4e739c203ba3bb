import FetchSim
import FetchTrace

/// `fetchsched-bench/1`, with the keys in the order of the contract; several comparisons are an array.
package enum JSONReport {
    package static func text(_ reports: [BenchReport], from source: ReportSource) -> String {
        JSON.oneOrSeveral(reports.map { object($0, source) })
    }

    private static func object(_ report: BenchReport, _ source: ReportSource) -> JSON {
        let fields: KeyValuePairs<String, JSON> = [
            "format": .text("fetchsched-bench/1"), "trace": .text(report.trace),
            "radio": .text(report.radio), "powerProfile": .text(report.powerProfile),
            "staleHalfLifeSeconds": .number(report.staleHalfLife.seconds),
            "valueJoules": .number(report.valueJoules), "devices": .whole(report.devices),
            "days": .number(report.days), "warmupDays": .number(report.warmupDays),
            "events": .whole(report.events), "seed": .whole(report.seed), "version": .text(source.version),
            "command": .text(source.command),
            "traceDigest": .text(hexadecimal(report.traceDigest, digits: 16)),
            "provenance": ProvenanceText.json(report.provenance), "policies": .rows(report.policies.map(row)),
            "paired": PairedText.json(report.paired),
        ]
        let devices = report.perDevice.isEmpty ? [] : [("perDevice", JSON.rows(report.perDevice.map(device)))]
        return .object(fields.map { ($0, $1) } + devices)
    }

    private static func device(_ device: DeviceResult) -> JSON {
        .object([
            "device": .text(device.device), "days": .number(device.days),
            "warmupDays": .number(device.warmupDays), "events": .whole(device.events),
            "traceDigest": .text(hexadecimal(device.traceDigest, digits: 16)),
            "provenance": .list(device.provenance.map { .text($0.text) }),
            "policies": .list(device.policies.map(row)),
        ])
    }

    private static func row(_ result: PolicyResult) -> JSON {
        var fields = [("policy", JSON.text(result.policy))]
        var group: [(String, JSON)] = []
        for (index, column) in ReportColumns.all.enumerated() {
            let parts = column.key.split(separator: ".").map(String.init)
            let value = JSON.number(column.figure(result))
            guard parts.count == 2 else {
                fields.append((parts[0], value))
                continue
            }
            group.append((parts[1], value))
            // The group ends where the next column does not belong to it.
            let next = index + 1 < ReportColumns.all.count ? ReportColumns.all[index + 1].key : ""
            if !next.hasPrefix(parts[0] + ".") {
                fields.append((parts[0], .object(group)))
                group = []
            }
        }
        if !result.apps.isEmpty {
            fields.append(
                (
                    "apps",
                    .list(
                        result.apps.map { app in
                            .object(
                                [("app", .text(app.app))]
                                    + AppColumns.all.map { ($0.key, .number($0.figure(app))) })
                        })
                ))
        }
        return .object(fields)
    }
}
