import ArgumentParser
import FetchImport
import FetchSched
import FetchTrace

/// How the files of `import` are to be read.
struct ImportReadingOptions: ParsableArguments {
    // An offset may start with a minus sign, like an option.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The device's time zone: a name such as Europe/Berlin, or an offset such as +02:00 (default: the offsets in the file's times, or UTC).",
            valueName: "zone"))
    var zone: ZoneArgument?

    @Option(
        help: ArgumentHelp(
            "With --from csv, the columns: time=COLUMN,app=COLUMN and any of duration=, end=, device=. "
                + "A+B joins a date and a time.", valueName: "map"))
    var map: String?

    @Option(
        help: "With --from csv, the unit of bare numbers in durations (default: seconds).")
    var durationUnit: DurationUnit?

    @Option(
        help: ArgumentHelp(
            "Order of numbers in dates: mdy, dmy or ymd (default: detected).", valueName: "order"))
    var dateOrder: DateOrder?

    @Flag(help: "End at the first bad row (default: omit bad rows, up to one in a hundred, and list them).")
    var strict = false

    @Option(
        help: ArgumentHelp(
            "Omit launches before this time: seconds since 1970, or ISO 8601 with an offset.",
            valueName: "time"))
    var since: String?

    @Option(help: ArgumentHelp("Omit launches after this time.", valueName: "time"))
    var until: String?

    func validate() throws {
        if let map {
            do {
                _ = try ColumnMap(map)
            } catch {
                throw ValidationError("--map: found \(error.found), expected \(error.expected).")
            }
        }
        for (name, text) in [("--since", since), ("--until", until)] {
            guard let text else { continue }
            do {
                _ = try moment(text)
            } catch {
                throw ValidationError("\(name): found \(error.found), expected \(error.expected).")
            }
        }
        if period.isEmpty { throw ValidationError("--since must not be after --until.") }
    }

    var deviceZone: ZoneRule { zone?.rule ?? .utc }

    /// Settings for the readers of formats.
    var settings: ReadingSettings {
        var settings = ReadingSettings()
        settings.zone = deviceZone
        settings.durationUnit = durationUnit
        settings.dateOrder = dateOrder
        settings.isStrict = strict
        settings.columns = map.flatMap { try? ColumnMap($0) } ?? ColumnMap()
        return settings
    }

    /// When launches count.
    var period: Range<FetchTime> {
        let first = since.flatMap { try? moment($0) } ?? .distantPast
        let last = until.flatMap { try? moment($0) } ?? .distantFuture
        return first..<max(first, last)
    }

    /// The moment of a text, which may be a day alone: then the start of the day, where the device was.
    private func moment(_ text: String) throws(TimeTextError) -> FetchTime {
        guard text.utf8.count == 10, let wall = try? FetchTime(traceText: text + "T00:00:00Z") else {
            return try FetchTime(traceText: text)
        }
        return deviceZone.instant(wall: wall.milliseconds)
    }
}

struct ZoneArgument: ExpressibleByArgument {
    var rule: ZoneRule

    init?(argument: String) {
        guard let rule = ZoneRule(argument) else { return nil }
        self.rule = rule
    }
}

extension DateOrder: ExpressibleByArgument {}
extension DurationUnit: ExpressibleByArgument {}

/// Which apps a trace gets, and how they are called.
struct ImportAppOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Also omit apps of this name; * and ? are wildcards. Home screens, the lock screen and system "
                + "dialogues are always omitted.", valueName: "pattern"))
    var exclude: [String] = []

    @Option(
        help: ArgumentHelp("Keep apps of this name in any case.", valueName: "pattern"))
    var include: [String] = []

    @Option(help: ArgumentHelp("Name of the device in the trace.", valueName: "name"))
    var device: String?

    func validate() throws {
        if device?.isEmpty == true { throw ValidationError("--device must not be empty.") }
        if let device, !isTraceName(device) {
            throw ValidationError("--device must not have control characters.")
        }
    }

    var selection: AppSelection {
        AppSelection(included: include.map { NameGlob($0) }, excluded: exclude.map { NameGlob($0) })
    }
}

/// Where the content of an imported trace comes from.
struct ImportContentOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Read content from this CSV file: columns source, time and optionally bytes (default: synthetic content).",
            valueName: "file"),
        completion: .file(extensions: ["csv"]))
    var updates: String?

    @Flag(help: "Add no content.")
    var noContent = false

    @Option(help: ArgumentHelp("Random seed.", valueName: "n"))
    var seed: UInt64 = 1

    func validate() throws {
        if updates != nil, noContent {
            throw ValidationError("--updates and --no-content exclude each other.")
        }
    }

    func source() throws -> ContentSource {
        if noContent { return .none }
        guard let updates else { return .synthetic(seed: seed) }
        return .paired(try RecordedUpdates(InputText(path: updates)), seed: seed)
    }
}
