import FetchSched
import FetchTrace
import Foundation
import FetchGenerate

package enum HabitsFile {
    package static func read(_ path: String) throws -> Habits {
        try ProfileFile.read(path, kind: "habits file", like: GeneratorPreset.all.first?.habits) { $0.fault }
    }

    /// The text of a file: keys in order, numbers of four digits, since the rest is noise.
    package static func text(_ habits: Habits) throws -> String {
        try JSONValue(encoding: habits).lines(indent: "") + "\n"
    }
}

extension JSONValue {
    /// The text, each member of an object and each long item of a list on a line of its own.
    fileprivate func lines(indent: String) -> String {
        let margin = indent + "  "
        switch content {
        case .object(let members):
            let lines = members.sorted { $0.key < $1.key }.map { key, member in
                "\(margin)\(JSON.quoted(key)): \(member.lines(indent: margin))"
            }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
        case .list(let items):
            let parts = items.map { $0.lines(indent: margin) }
            let line = "[" + parts.joined(separator: ", ") + "]"
            if line.utf8.count <= 400, !line.contains("\n") { return line }
            return "[\n" + parts.map { margin + $0 }.joined(separator: ",\n") + "\n\(indent)]"
        case .text(let text): return JSON.quoted(text)
        case .truth(let value): return "\(value)"
        case .null, .damaged: return "null"
        case .whole, .real: return JSON.shortest((number ?? 0).fourDigits).text
        }
    }
}

extension Double {
    /// The nearest number with four significant digits.
    fileprivate var fourDigits: Double {
        guard self != 0 else { return 0 }
        let exponent = Int((PortableMath.log(magnitude) / PortableMath.log(10)).rounded(.down))
        var scale = 1.0
        for _ in 0..<min(20, (3 - exponent).magnitude) { scale *= 10 }
        return exponent <= 3 ? (self * scale).rounded() / scale : (self / scale).rounded() * scale
    }
}
