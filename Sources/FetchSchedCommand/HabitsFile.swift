import FetchReport
import FetchTrace
import Foundation

/// Habits in a JSON file.
enum HabitsFile {
    /// Reads the habits at `path`.
    ///
    /// - Throws: a ``Failure`` with status 66 if it cannot be read, 65 if it holds no habits, a key too many, or a
    ///   number that makes no sense.
    static func read(_ path: String) throws -> Habits {
        let habits: Habits = try ProfileFile.read(
            path, kind: "habits file", like: GeneratorPreset.available.first?.habits
        ) { $0.fault }
        // A key that is misspelt may be one that can be left out.
        guard let data = FileManager.default.contents(atPath: path),
            let found = try? JSONDecoder().decode(JSONTree.self, from: data)
        else { throw Failure(status: 66, "\(path): error: cannot read the habits file") }
        if let key = found.firstKey(notIn: try tree(habits)) {
            throw Failure(status: 65, "\(path): error: \"\(key)\" is no key of a habits file")
        }
        return habits
    }

    /// The text of a file: keys in order, lists of numbers on one line.
    static func text(_ habits: Habits) throws -> String {
        try tree(habits).text(indent: 0) + "\n"
    }

    private static func tree(_ habits: Habits) throws -> JSONTree {
        try JSONDecoder().decode(JSONTree.self, from: JSONEncoder().encode(habits))
    }
}

/// Any JSON, to compare keys and to write it for people.
indirect enum JSONTree: Codable {
    case object([String: JSONTree])
    case array([JSONTree])
    case number(Double)
    case text(String)
    case flag(Bool)
    case null

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let flag = try? value.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let items = try? value.decode([JSONTree].self) {
            self = .array(items)
        } else {
            self = .object(try value.decode([String: JSONTree].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .object(let members): try value.encode(members)
        case .array(let items): try value.encode(items)
        case .number(let number): try value.encode(number)
        case .text(let text): try value.encode(text)
        case .flag(let flag): try value.encode(flag)
        case .null: try value.encodeNil()
        }
    }

    /// What is at that key or place.
    func member(_ key: any CodingKey) -> JSONTree? {
        switch self {
        case .object(let members): members[key.stringValue]
        case .array(let items): key.intValue.flatMap { items.indices.contains($0) ? items[$0] : nil }
        default: nil
        }
    }

    /// The path of the first key that the other tree does not have.
    func firstKey(notIn other: JSONTree) -> String? {
        switch (self, other) {
        case (.object(let members), .object(let known)):
            for (key, member) in members.sorted(by: { $0.key < $1.key }) {
                // Null is how some say that an optional key is left out.
                if case .null = member { continue }
                guard let match = known[key] else { return key }
                if let deeper = member.firstKey(notIn: match) { return "\(key).\(deeper)" }
            }
            return nil
        case (.array(let items), .array(let known)):
            for (index, (item, match)) in zip(items, known).enumerated() {
                if let deeper = item.firstKey(notIn: match) { return "\(index).\(deeper)" }
            }
            return nil
        default: return nil
        }
    }

    private var isShort: Bool {
        switch self {
        case .object: false
        case .array(let items): items.allSatisfy { if case .array = $0 { false } else { $0.isShort } }
        default: true
        }
    }

    /// The text, lists of plain values on lines of at most 96 characters.
    func text(indent: Int) -> String {
        let margin = String(repeating: " ", count: indent + 2)
        let end = String(repeating: " ", count: indent)
        switch self {
        case .object(let members):
            let lines = members.sorted { $0.key < $1.key }.map { key, member in
                "\(margin)\(JSON.quoted(key)): \(member.text(indent: indent + 2))"
            }
            return lines.isEmpty ? "{}" : "{\n" + lines.joined(separator: ",\n") + "\n\(end)}"
        case .array(let items):
            if items.isEmpty { return "[]" }
            let parts = items.map { $0.text(indent: indent + 2) }
            guard isShort else {
                return "[\n" + parts.map { margin + $0 }.joined(separator: ",\n") + "\n\(end)]"
            }
            return JSONTree.wrapped(parts, margin: margin, end: end)
        case .number(let number):
            return number == number.rounded() && number.magnitude < 1e15 ? "\(Int64(number))" : "\(number)"
        case .text(let text): return JSON.quoted(text)
        case .flag(let flag): return flag ? "true" : "false"
        case .null: return "null"
        }
    }

    private static func wrapped(_ parts: [String], margin: String, end: String) -> String {
        let line = "[" + parts.joined(separator: ", ") + "]"
        if line.count + margin.count <= 72 { return line }
        var lines: [String] = []
        var current = ""
        for part in parts {
            if !current.isEmpty, margin.count + current.count + part.count + 3 > 96 {
                lines.append(margin + current + ",")
                current = ""
            }
            current += (current.isEmpty ? "" : ", ") + part
        }
        return "[\n" + (lines + [margin + current]).joined(separator: "\n") + "\n\(end)]"
    }
}
