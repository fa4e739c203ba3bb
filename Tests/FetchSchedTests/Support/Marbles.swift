import FetchSched
import Foundation
import Testing

/// A marble diagram: a drawing of what happens when, which a test reads, plays and compares.
///
///     min    0    10   20   30
///     push   a  a    b
///     given  a  a  -----b
///
/// The first line is the ruler: a unit (`ms`, `s`, `min`, `h` or `d`), then moments, each standing with its first
/// digit where it is. At least two are needed; they tell how long a column is. Every other line is a lane: a name,
/// then marks, one character each, at the columns of their moments. Spaces, `-` and `|` only draw. Two lines of the
/// same name are one lane, for what happens at the same moment.
///
/// Some lanes are told to a host, the others are its answers. ``play(answers:_:)`` goes through the drawing column by
/// column and compares the answers with those drawn, so that the drawing is the test:
///
///     try Marbles(drawing, documentedIn: "FetchSched.docc/BackgroundRules.md").play(answers: ["given"]) { moment in
///         for mark in moment.marks { ... }
///         return [Marbles.Mark("given", "a")]
///     }
struct Marbles {
    /// One character of a lane.
    struct Mark: Equatable {
        let lane: String
        let symbol: Character

        init(_ lane: String, _ symbol: Character) {
            self.lane = lane
            self.symbol = symbol
        }
    }

    /// One column of the drawing.
    struct Moment {
        let time: Instant
        /// What the host is told, in the order of the lines.
        let marks: [Mark]
    }

    /// What cannot be read.
    struct DrawingError: Error, CustomStringConvertible {
        let description: String
    }

    private struct Line {
        let name: String
        var marks: [(column: Int, symbol: Character)]
    }

    private let ruler: String
    private let lines: [Line]
    private let columns: ClosedRange<Int>
    private let begin: Instant
    private let step: TimeSpan

    /// Reads a drawing; moment 0 of its ruler is `zero`.
    init(_ drawing: String, zero: Instant = .monday) throws {
        var texts = drawing.split(separator: "\n").map { Array(String($0)) }
        guard !texts.isEmpty else { throw DrawingError(description: "an empty drawing; begin with a ruler") }
        let ruler = texts.removeFirst()
        let (unit, numbers) = try Self.readRuler(ruler)
        self.ruler = String(ruler)
        let first = numbers[0]
        let width = numbers[1].column - first.column
        let span = unit * Int64(numbers[1].value - first.value)
        guard span > .zero, span.milliseconds % Int64(width) == 0 else {
            throw DrawingError(
                description: "a column of '\(String(ruler))' is no whole number of milliseconds")
        }
        let step = TimeSpan(milliseconds: span.milliseconds / Int64(width))
        for number in numbers
        where unit * Int64(number.value - first.value) != step * Int64(number.column - first.column) {
            throw DrawingError(
                description: "\(number.value) does not stand at its place in '\(String(ruler))'")
        }
        lines = try texts.map { try Self.readLane($0, from: first.column) }
        columns = first.column...texts.map { $0.count - 1 }.reduce(numbers.last?.column ?? first.column, max)
        begin = zero + unit * Int64(first.value)
        self.step = step
    }

    /// The same, and checks that the documentation in that file of the engine shows the same drawing.
    init(_ drawing: String, documentedIn file: String, zero: Instant = .monday) throws {
        try self.init(drawing, zero: zero)
        let package = (0..<4).reduce(URL(filePath: #filePath)) { path, _ in path.deletingLastPathComponent() }
        let source = try String(
            contentsOf: package.appending(path: "Sources/FetchSched/" + file), encoding: .utf8)
        let comments = source.split(separator: "\n").compactMap { line -> String? in
            let text = line.drop { $0 == " " }
            if text.hasPrefix("///     ") { return String(text.dropFirst(8)) }
            return line.hasPrefix("    ") ? String(line.dropFirst(4)) : nil
        }
        let wanted = drawing.split(separator: "\n").map(String.init)
        guard comments.indices.contains(where: { comments[$0...].starts(with: wanted) }) else {
            throw DrawingError(description: "\(file) does not document this drawing:\n\(drawing)")
        }
    }

    private static func readRuler(
        _ text: [Character]
    ) throws -> (unit: TimeSpan, numbers: [(column: Int, value: Int)]) {
        let units: [String: TimeSpan] = [
            "ms": TimeSpan(milliseconds: 1), "s": .seconds(1), "min": .minutes(1), "h": .hours(1),
            "d": .days(1),
        ]
        let words = text.indices.filter { text[$0] != " " && ($0 == 0 || text[$0 - 1] == " ") }.map { start in
            (column: start, text: String(text[start...].prefix { $0 != " " }))
        }
        let numbers = words.dropFirst().compactMap { word in Int(word.text).map { (word.column, $0) } }
        guard let unit = words.first.flatMap({ units[$0.text] }), numbers.count == words.count - 1,
            numbers.count > 1
        else {
            throw DrawingError(
                description: "'\(String(text))' is no ruler; expected a unit and at least two whole numbers")
        }
        return (unit, numbers)
    }

    private static func readLane(_ text: [Character], from first: Int) throws -> Line {
        let name = String(text.prefix { $0 != " " })
        let marks = text.enumerated().dropFirst(name.count).filter { !" -|".contains($0.element) }
        guard !name.isEmpty, name.count < first, marks.allSatisfy({ $0.offset >= first }) else {
            throw DrawingError(
                description:
                    "'\(String(text))' is no lane; expected a name, then marks from column \(first) on")
        }
        return Line(name: name, marks: marks.map { (column: $0.offset, symbol: $0.element) })
    }

    /// Goes through the drawing and has `host` answer at each column, also where nothing is drawn. Records an issue,
    /// with the drawing as it came out, if the answers are not those of the lanes `answers`.
    func play(
        answers: Set<String>, sourceLocation: SourceLocation = #_sourceLocation,
        _ host: (Moment) throws -> [Mark]
    ) rethrows {
        guard let difference = try difference(answers: answers, host) else { return }
        Issue.record("\(difference)", sourceLocation: sourceLocation)
    }

    /// The drawing as it is and as it came out; nil if they are the same.
    func difference(answers: Set<String>, _ host: (Moment) throws -> [Mark]) rethrows -> String? {
        var found: [(column: Int, mark: Mark)] = []
        for column in columns {
            let time = begin + step * Int64(column - columns.lowerBound)
            let told = marks(at: column).filter { !answers.contains($0.lane) }
            found += try host(Moment(time: time, marks: told)).map { (column, $0) }
        }
        let same = columns.allSatisfy { column in
            answers.union(found.map(\.mark.lane)).allSatisfy { lane in
                marks(at: column).filter { $0.lane == lane }
                    == found.filter { $0.column == column && $0.mark.lane == lane }.map(\.mark)
            }
        }
        guard !same else { return nil }
        let told = lines.filter { !answers.contains($0.name) }
        let expected = drawn(told + lines.filter { answers.contains($0.name) })
        let actual = drawn(told + Self.lanes(of: found))
        return "expected:\n\(expected)\nfound:\n\(actual)"
    }

    private func marks(at column: Int) -> [Mark] {
        lines.flatMap { line in
            line.marks.filter { $0.column == column }.map { Mark(line.name, $0.symbol) }
        }
    }

    /// Lines for marks, as many of each lane as happen at one moment.
    private static func lanes(of found: [(column: Int, mark: Mark)]) -> [Line] {
        var lines: [Line] = []
        for (column, mark) in found {
            let free = lines.firstIndex { line in
                line.name == mark.lane && line.marks.allSatisfy { $0.column != column }
            }
            if let free {
                lines[free].marks.append((column, mark.symbol))
            } else {
                lines.append(Line(name: mark.lane, marks: [(column, mark.symbol)]))
            }
        }
        return lines.sorted { $0.name < $1.name }
    }

    private func drawn(_ lines: [Line]) -> String {
        let texts = lines.map { line in
            let name = line.name.prefix(max(0, columns.lowerBound - 1))
            var text = Array(name) + Array(repeating: " ", count: columns.upperBound + 1 - name.count)
            for mark in line.marks { text[mark.column] = mark.symbol }
            while text.last == " " { text.removeLast() }
            return String(text)
        }
        return ([ruler] + texts).joined(separator: "\n")
    }
}
