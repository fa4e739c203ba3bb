@testable import FetchSched

/// Every stored property of a value, private ones too, one line each: its path and its bits.
struct StateDump {
    private(set) var lines: [String] = []
    private let omitted: Set<String>

    /// - Parameter omitted: paths that are left out, with `[]` for any index.
    init(_ value: Any, omitting omitted: Set<String> = []) {
        self.omitted = omitted
        add(value, "", "")
    }

    /// The first line in which the two differ; nil if none does.
    func difference(to other: StateDump) -> String? {
        for (one, two) in zip(lines, other.lines) where one != two { return "\(one) became \(two)" }
        return lines.count == other.lines.count ? nil : "\(lines.count) became \(other.lines.count) lines"
    }

    private mutating func add(_ value: Any, _ path: String, _ rule: String) {
        if omitted.contains(rule) { return }
        if let number = value as? Double { return lines.append("\(path) \(number.bitPattern)") }
        if let number = value as? Float { return lines.append("\(path) \(number.bitPattern)") }
        if let vector = value as? any SIMD { return lines.append("\(path) \(vector)") }
        if let table = value as? AppTable {
            add(table.indices.map { table.id(of: $0).number }, path + ".numbers", rule + ".numbers")
            add(Array(table.numbers.vacant), path + ".vacant", rule + ".vacant")
            add(table.rows.map { table.app(ofRow: $0) }, path + ".known", rule + ".known")
            add([table.running, table.expired], path + ".fetches", rule + ".fetches")
            return add(table.indices.map { Entry(table, $0) }, path, rule)
        }
        // How a heap has them in order does not matter.
        if let heap = value as? DeadlineHeap { return add((0..<100).map { heap[$0] }, path, rule) }
        let mirror = Mirror(reflecting: value)
        if mirror.children.isEmpty { return lines.append("\(path) \(value)") }
        let isList = mirror.displayStyle == .collection
        if mirror.displayStyle == .optional { lines.append("\(path) some") }
        if mirror.displayStyle == .enum { lines.append("\(path) \(mirror.children.first?.label ?? "")") }
        if isList { lines.append("\(path) \(mirror.children.count)") }
        for (index, child) in mirror.children.enumerated() {
            let label = isList ? "[\(index)]" : "." + (child.label ?? "")
            add(child.value, path + label, rule + (isList ? "[]" : label))
        }
    }
}

/// What a table has of an app.
private struct Entry {
    let basics: AppBasics
    let state: AppState
    let settledFrom: FetchTime
    /// Of a source that was looked at.
    let content: ContentBelief?

    init(_ table: AppTable, _ app: Int) {
        (basics, state, settledFrom) = (table[basics: app], table[app], table.settledFrom(of: app))
        content = state.content.looks > 0 ? state.content : nil
    }
}

extension StateDump {
    /// What a scheduler's snapshot leaves out: working memory, answers that are made anew to the same bits, and what
    /// only simulations and tests set. Whoever adds a property writes it, or says here why not.
    static let schedulerOmits: Set<String> = [
        ".phone.planner", ".score.lastDecision", ".forecast.memo", ".forecast.horizon", ".forecast.learned",
        ".content.hours.pace.version", ".apps[].state.hours.version",
        // Working memory and answers of the next app's model, but for the session that it knows.
        ".forecast.nextApp.parts[].powers", ".forecast.nextApp.parts[].unlaunchedPower",
        ".forecast.nextApp.parts[].sum", ".forecast.nextApp.parts[].version",
        ".forecast.nextApp.features.popularity", ".forecast.nextApp.features.recent",
        ".forecast.nextApp.features.hourly", ".forecast.nextApp.features.unlaunched",
        ".forecast.nextApp.features.cells", ".forecast.nextApp.features.followers",
        ".forecast.nextApp.features.version", ".forecast.nextApp.features.key",
        // Those of sources that were looked at are a part of their own.
        ".apps[].state.content",
    ]

    static let engineOmits: Set<String> = Set(schedulerOmits.map { ".scheduler" + $0 })
}
