import FetchTrace

extension ReportSection {
    static let reproduce = ReportSection(id: "reproduce", title: "Reproduce this report") { context in
        guard let main = context.chapter.main else { return Parts.nothing("Nothing was compared.") }
        let values = context.chapter.reports.reduce(into: [Double]()) {
            if !$0.contains($1.valueJoules) { $0.append($1.valueJoules) }
        }
        let entries: [(String, String)] = [
            ("version", context.data.version), ("trace", escaped(main.trace)),
            (
                "provenance",
                escaped(
                    ProvenanceText.text(main.provenance, devices: main.devices) ?? "not said by the trace")
            ),
            ("trace digest", hexadecimal(main.traceDigest, digits: 16)), ("events", "\(main.events)"),
            ("devices", "\(main.devices)"),
            ("radios", context.chapter.radios.joined(separator: ", ")),
            ("value of a fresh launch", values.map { Figures.plain($0) }.joined(separator: ", ") + " J"),
            (
                "warm-up",
                "\(Figures.plain(context.data.rules.warmup.seconds / 86_400)) days, at most a third of the trace; here "
                    + "\(Figures.plain(main.warmupDays, decimals: 1))"
            ),
            ("seed", "\(main.seed); the n-th device, from 0, has that plus n"),
            ("policies", main.policies.map(\.policy).joined(separator: ", ")),
        ]
        return Parts.paragraph(
            "This command gives equal bytes on any machine and with any number of workers.")
            + element("pre", [:], element("code", text: escaped(context.data.command)))
            + element(
                "dl", [:],
                entries.flatMap { [element("dt", text: $0.0), element("dd", text: $0.1)] })
    }
}
