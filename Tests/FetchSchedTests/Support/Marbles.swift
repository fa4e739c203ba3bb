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
        let time: FetchTime
        /// What the host is told, in the order of the lines.
        let marks: [Mark]
    }

    /// What cannot be read.
    struct DrawingError: Error {
        let description: String

        init(_ description: String) { self.description = description }
    }

    /// In the order of the lines.
    private var marks: [(column: Int, mark: Mark)] = []
    private var columns: ClosedRange<Int>
    private let begin: FetchTime
    private let step: TimeSpan

    /// Reads a drawing that the documentation in that file of the engine must show; moment 0 of its ruler is Monday.
    init(_ drawing: String, documentedIn file: String) throws {
        let lines = drawing.split(separator: "\n").map { Array(String($0)) }
        try Self.check(drawing, isIn: file)
        let (unit, numbers) = try Self.readRuler(lines[0])
        let first = numbers[0]
        let span = unit * Int64(numbers[1].value - first.value)
        step = TimeSpan(milliseconds: span.milliseconds / Int64(numbers[1].column - first.column))
        for number in numbers
        where unit * Int64(number.value - first.value) != step * Int64(number.column - first.column) {
            throw DrawingError("\(number.value) does not stand at its place in\n\(drawing)")
        }
        begin = .monday + unit * Int64(first.value)
        columns = first.column...numbers[numbers.count - 1].column
        for line in lines.dropFirst() {
            let name = String(line.prefix { $0 != " " })
            for (column, symbol) in line.enumerated().dropFirst(name.count) where !" -|".contains(symbol) {
                guard column >= first.column else { throw DrawingError("\(name) has a mark before 0") }
                marks.append((column, Mark(name, symbol)))
                columns = first.column...max(columns.upperBound, column)
            }
        }
    }

    private static func check(_ drawing: String, isIn file: String) throws {
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
            throw DrawingError("\(file) does not document this drawing:\n\(drawing)")
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
        else { throw DrawingError("'\(String(text))' is no ruler: a unit and at least two whole numbers") }
        return (unit, numbers)
    }

    /// Goes through the drawing and has `host` answer at each column, also where nothing is drawn. Records an issue
    /// wherever the answers are not those of the lanes `answers`.
    func play(
        answers: Set<String>, sourceLocation: SourceLocation = #_sourceLocation,
        _ host: (Moment) throws -> [Mark]
    ) rethrows {
        for column in columns {
            let time = begin + step * Int64(column - columns.lowerBound)
            let drawn = marks.filter { $0.column == column }.map(\.mark)
            let found = try host(Moment(time: time, marks: drawn.filter { !answers.contains($0.lane) }))
            for lane in answers.union(found.map(\.lane)) {
                let (one, other) = (found.filter { $0.lane == lane }, drawn.filter { $0.lane == lane })
                #expect(one == other, "\(lane) at \(time)", sourceLocation: sourceLocation)
            }
        }
    }
}
