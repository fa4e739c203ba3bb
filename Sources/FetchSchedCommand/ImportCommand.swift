import ArgumentParser
import FetchImport
import FetchReport
import FetchTrace
import Foundation
import FetchCommandLine

struct ImportCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Convert an app-usage log to a trace: Android's usage statistics, ActivityWatch, CSV.",
        discussion: """
            A log says when apps were opened. It does not say when their content changed, so import adds \
            content: synthetic, or from the recorded updates of other sources. 'provenance' lines of the \
            trace, a line on standard error and every table say which. Several files are parts of one log; what they have in \
            common counts once. docs/import.md describes the formats and how to get them.

            EXAMPLES
              adb shell dumpsys usagestats > usage.txt
              fetchsched import usage.txt --from usagestats --zone Europe/Berlin
              fetchsched import mon.txt tue.txt --from usagestats -o week.csv
              fetchsched import aw.json --from activitywatch | fetchsched bench -
              fetchsched import AUM_V4.csv --from digital-wellbeing-csv
              fetchsched import log.csv --from csv --map time=start,app=name,end=stop
              fetchsched import usage.txt --from usagestats --updates feeds.csv
            """)

    @Argument(help: "The files of one log; - is standard input.", completion: .file())
    var files: [String]

    @Option(
        help: ArgumentHelp(
            "Format of the files: "
                + ImportFormat.all.map { "\($0.name) (\($0.summary))" }
                .joined(separator: "; ") + ".",
            valueName: "format"),
        completion: .list(ImportFormat.all.map(\.name)))
    var from: String

    @OptionGroup(title: "Reading")
    var reading: ImportReadingOptions

    @OptionGroup(title: "Apps")
    var apps: ImportAppOptions

    @OptionGroup(title: "Content")
    var content: ImportContentOptions

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Output file; - is standard output.", valueName: "file"),
        completion: .file(extensions: ["csv"]))
    var output = "-"

    @Flag(name: [.short, .long], help: "Print errors only.")
    var quiet = false

    func validate() throws {
        guard ImportFormat.named(from) != nil else {
            let known = ImportFormat.all.map(\.name).joined(separator: ", ")
            throw ValidationError("There is no format '\(printable(from))'; there are \(known).")
        }
        let inputs = files + (content.updates.map { [$0] } ?? [])
        try RunOptions.expectOneStandardInput(inputs)
        try DistinctFiles.expect(inputs: inputs, outputs: [("--output", output)])
        if (from == ImportFormat.columnMap.name) != (reading.map != nil) {
            throw ValidationError("--from csv needs --map, and no other format does.")
        }
        if reading.durationUnit != nil, reading.map == nil {
            throw ValidationError("--duration-unit needs --from csv.")
        }
    }

    func perform() throws {
        guard let format = ImportFormat.named(from) else { return }
        var inputs: [InputText] = []
        for path in files { inputs.append(try InputText(path: path)) }
        let name = printable(inputs[0].name)
        let source = inputs.count == 1 ? name : "\(name) and \(inputs.count - 1) more"
        let log = try format.read(inputs, reading.settings)
        let launches = LaunchLog(log, selection: apps.selection, period: reading.period)
        try launches.check(file: source, format: format)

        var builder = TraceBuilder()
        builder.zone = reading.zone?.rule
        builder.deviceName = apps.device
        builder.content = try content.source()
        let trace = builder.trace(of: launches)

        let file = try AtomicFile(path: output)
        defer { file.abandon() }
        var writer = TraceWriter(to: file)
        for event in trace.events { try writer.write(event, names: trace.names) }
        try writer.finish()
        try file.commit()
        if !quiet { say(source, launches, trace) }
    }

    private func say(_ source: String, _ launches: LaunchLog, _ trace: TraceBuilder.Result) {
        let summary = launches.summary
        if reading.zone == nil {
            Terminal.say(
                launches.hasOffsets
                    ? "\(source): note: without --zone, the offsets in the times set the zone"
                    : "\(source): note: without --zone, local time is taken to be UTC")
        }
        Terminal.say(
            "\(source): \(Count.text(summary.records, "event")), \(Count.text(summary.launches, "launch", "es")) of "
                + "\(Count.text(summary.apps, "app")) over \(Count.decimal(summary.days)) days; "
                + "\(Count.text(summary.duplicates, "duplicate")) dropped, "
                + "\(Count.text(summary.merged, "use")) merged with the one before")
        say(source, summary.bad)
        if !summary.leftOut.isEmpty {
            let names = summary.leftOut.map { "\(quoted($0.name)) (\(Count.grouped($0.uses)))" }
            Terminal.say("\(source): left out: \(Wrapped.few(names, most: 5))")
        }
        if summary.notifications + summary.notificationsLeftOut > 0 {
            let others = summary.notificationsLeftOut
            Terminal.say(
                "\(source): \(Count.text(summary.notifications, "notification")) as 'push' events"
                    + (others > 0 ? "; \(Count.grouped(others)) left out, of other apps or times" : "")
            )
        }
        for oddity in summary.oddities { Terminal.say("\(source): note: \(oddity)") }
        if trace.appsBeyondContent > 0 {
            Terminal.say(
                "\(source): note: content for the \(Count.grouped(TraceBuilder.mostWithContent)) apps of a device with the most "
                    + "launches, and none for \(Count.grouped(trace.appsBeyondContent)); are these names of apps?"
            )
        }
        guard let label = trace.label else {
            Terminal.say("\(source): note: no content, so every launch will be fresh")
            return
        }
        Terminal.say(
            "\(source): \(printable(label)): \(Count.text(trace.updates, "update")) of "
                + Count.text(trace.appsWithContent.count, "app"))
    }
}

extension ImportCommand {
    /// Which rows are left out, the first ones with their lines and why.
    private func say(_ source: String, _ bad: BadRows) {
        if bad.count == 0 { return }
        Terminal.say(
            "\(source): left out: \(Count.text(bad.count, "bad row")), see --strict"
                + (bad.count > bad.errors.count ? "; the first \(bad.errors.count):" : ":"))
        for error in bad.errors {
            let place = [error.line, error.column].compactMap { $0 }.map { ":\($0)" }.joined()
            Terminal.say(
                "\(escaped(error.file))\(place): left out: found \(error.found), expected \(error.expected ?? "else")"
            )
        }
    }
}

private enum Count {
    /// The number and what is counted, as in `1,234 launches`.
    static func text(_ number: Int, _ noun: String, _ plural: String = "s") -> String {
        "\(grouped(number)) \(noun)\(number == 1 ? "" : plural)"
    }

    /// The number with a comma before every third digit.
    static func grouped(_ number: Int) -> String {
        var result = ""
        for (index, digit) in String(number.magnitude).reversed().enumerated() {
            if index > 0, index % 3 == 0 { result.append(",") }
            result.append(digit)
        }
        return (number < 0 ? "-" : "") + String(result.reversed())
    }

    /// A number of 0 or more with one decimal.
    static func decimal(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return "\(grouped(tenths / 10)).\(tenths % 10)"
    }
}
