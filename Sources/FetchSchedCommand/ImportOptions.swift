import ArgumentParser
import FetchImport
import FetchSched
import FetchTrace
import FetchOptions

/// How the files of `import` are to be read.
struct ImportReadingOptions: ParsableArguments {
    // An offset may begin with a minus sign, like an option.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The device's time zone: a name such as Europe/Berlin, or an offset such as +02:00 (default: UTC).",
            valueName: "zone"))
    var zone: ZoneArgument?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Zone of local times in the files, if it is not the device's (default: --zone).",
            valueName: "zone"))
    var timesIn: ZoneArgument?

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

    /// Where the device is.
    var deviceZone: ZoneRule { zone?.rule ?? .utc }

    /// What the readers of formats get to know.
    var settings: ReadingSettings {
        var settings = ReadingSettings()
        settings.zone = timesIn?.rule ?? deviceZone
        settings.durationUnit = durationUnit
        settings.dateOrder = dateOrder
        settings.columns = map.flatMap { try? ColumnMap($0) } ?? ColumnMap()
        return settings
    }

    /// When launches count.
    var period: Range<Instant> {
        let first = since.flatMap { try? moment($0) } ?? .distantPast
        let last = until.flatMap { try? moment($0) } ?? .distantFuture
        return first..<max(first, last)
    }

    /// The moment of a text, which may be a day alone: then its begin, where the device was.
    private func moment(_ text: String) throws(TimeTextError) -> Instant {
        guard text.utf8.count == 10, let wall = try? Instant(traceText: text + "T00:00:00Z") else {
            return try Instant(traceText: text)
        }
        return deviceZone.instant(wall: wall.milliseconds)
    }
}

/// A time zone as an argument.
struct ZoneArgument: ExpressibleByArgument {
    var rule: ZoneRule

    init?(argument: String) {
        guard let rule = ZoneRule(argument) else { return nil }
        self.rule = rule
    }
}

extension DateOrder: ExpressibleByArgument {}
extension DurationUnit: ExpressibleByArgument {}
extension Pairing.Order: ExpressibleByArgument {}

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

    @Option(
        help: ArgumentHelp(
            "An app that returns within this time, with no other app in between, counts as one launch.",
            valueName: "seconds"))
    var merge = 5.0

    @Option(
        help: ArgumentHelp(
            "Interval of apps of this name: minimum, never, or seconds; the last match counts.",
            valueName: "app=interval"))
    var interval: [AppInterval] = []

    @Option(help: ArgumentHelp("Interval of all other apps.", valueName: "interval"))
    var defaultInterval = IntervalArgument(interval: .minimum)

    @Option(help: ArgumentHelp("Name of the device in the trace.", valueName: "name"))
    var device: String?

    @Flag(help: "Rename apps to app01, app02 and so on, the most launched first.")
    var anonymize = false

    func validate() throws {
        guard 0...86_400 ~= merge else { throw ValidationError("--merge must be 0 to 86400 seconds.") }
        if device?.isEmpty == true { throw ValidationError("--device must not be empty.") }
    }

    var selection: AppSelection {
        AppSelection(included: include.map { NameGlob($0) }, excluded: exclude.map { NameGlob($0) })
    }

    var gap: TimeSpan { .seconds(merge) }

    var rules: [TraceBuilder.IntervalRule] {
        interval.map { TraceBuilder.IntervalRule(apps: $0.apps, interval: $0.interval) }
    }

    /// Throws if an interval is for an app that the log does not have.
    func expectKnown(_ names: [String], file: String) throws {
        for rule in interval where !names.contains(where: { rule.apps.matches($0) }) {
            let pattern = rule.apps.pattern
            throw Failure(
                status: 64,
                "\(file): error: found no app \(quoted(pattern)) for --interval, expected "
                    + NameHint.text(for: pattern, among: names))
        }
    }
}

/// `minimum`, `never`, or a number of seconds.
struct IntervalArgument: ExpressibleByArgument {
    var interval: FetchInterval

    init(interval: FetchInterval) { self.interval = interval }

    init?(argument: String) {
        switch argument {
        case "minimum": interval = .minimum
        case "never": interval = .never
        default:
            guard argument.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
                let seconds = Double(argument), seconds >= 0.001, seconds <= 1e9
            else { return nil }
            interval = .custom(.seconds(seconds))
        }
    }

    var defaultValueDescription: String { "minimum" }
}

/// `APP=INTERVAL`.
struct AppInterval: ExpressibleByArgument {
    var apps: NameGlob
    var interval: FetchInterval

    init?(argument: String) {
        guard let sign = argument.lastIndex(of: "="), sign > argument.startIndex,
            let value = IntervalArgument(argument: String(argument[argument.index(after: sign)...]))
        else { return nil }
        apps = NameGlob(String(argument[..<sign]))
        interval = value.interval
    }
}

/// `APP=SOURCE`.
struct AppSource: ExpressibleByArgument {
    var app: String
    var source: String

    init?(argument: String) {
        let sides = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard sides.count == 2, !sides[0].isEmpty, !sides[1].isEmpty else { return nil }
        app = String(sides[0])
        source = String(sides[1])
    }
}

/// Where the content of an imported trace comes from.
struct ImportContentOptions: ParsableArguments {
    @Flag(help: "Add content from the generator's model (the default without --updates).")
    var syntheticContent = false

    @Option(
        help: ArgumentHelp(
            "Read content from this CSV file: columns source, time and optionally bytes.",
            valueName: "file"),
        completion: .file(extensions: ["csv"]))
    var updates: String?

    @Flag(help: "Add no content.")
    var noContent = false

    @Option(
        help: ArgumentHelp(
            "Give this app this source of --updates; --pair-by pairs the others.", valueName: "app=source")
    )
    var pair: [AppSource] = []

    @Option(
        help: ArgumentHelp(
            "How other apps get a source: shuffle (at random), or rank (the most launched app gets the source "
                + "with the most updates).", valueName: "way"))
    var pairBy = Pairing.Order.shuffle

    @Option(help: ArgumentHelp("Random seed.", valueName: "n"))
    var seed: UInt64 = 1

    func validate() throws {
        if [syntheticContent, updates != nil, noContent].count(where: { $0 }) > 1 {
            throw ValidationError("--synthetic-content, --updates and --no-content exclude each other.")
        }
        if !pair.isEmpty && updates == nil { throw ValidationError("--pair needs --updates.") }
        if let twice = Dictionary(grouping: pair, by: \.app).filter({ $0.value.count > 1 }).keys.min() {
            throw ValidationError("--pair names the app '\(twice)' twice.")
        }
    }

    /// The content; reads the file of updates.
    func source(for apps: [String], file: String) throws -> ContentSource {
        if noContent { return .none }
        guard let updates else { return .synthetic(seed: seed) }
        let recorded = try RecordedUpdates(InputText(path: updates))
        let sources = recorded.sources.map(\.name)
        for pair in pair {
            guard apps.contains(pair.app) else {
                throw Failure(
                    status: 64,
                    "\(file): error: found no app \(quoted(pair.app)) for --pair, expected "
                        + NameHint.text(for: pair.app, among: apps))
            }
            guard sources.contains(pair.source) else {
                throw Failure(
                    status: 64,
                    "\(updates): error: found no source \(quoted(pair.source)) for --pair, expected "
                        + NameHint.text(for: pair.source, among: sources))
            }
        }
        let named = Dictionary(uniqueKeysWithValues: pair.map { ($0.app, $0.source) })
        return .paired(recorded, Pairing(named: named, order: pairBy, seed: seed))
    }
}
