/// The signs of which lanes are made.
package struct LaneMarks: Hashable, Sendable {
    var fresh, stale, freshAndStale: Character
    var fetched, missed, fetchedAndMissed, pending: Character
    var newData, noData, newAndNoData, failed: Character
    /// How much of a cell's time the radio was on, from a little to all of it.
    var levels: [Character]
    var nothing: Character

    package static let unicode = LaneMarks(
        fresh: "●", stale: "○", freshAndStale: "◐", fetched: "+", missed: "-", fetchedAndMissed: "±",
        pending: "?", newData: "◆", noData: "◇", newAndNoData: "◈", failed: "✕",
        levels: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"], nothing: "·")

    package static let ascii = LaneMarks(
        fresh: "o", stale: "x", freshAndStale: "8", fetched: "+", missed: "-", fetchedAndMissed: "#",
        pending: "?", newData: "N", noData: "0", newAndNoData: "B", failed: "!",
        levels: [".", ":", "|", "#"], nothing: " ")
}

/// A line of cells, each of which stands for the same length of time.
struct TextLane {
    /// From when to when, in seconds.
    let start: Double
    let end: Double
    let cells: Int

    /// The cell that a time falls into; nil outside.
    func cell(_ seconds: Double) -> Int? {
        guard end > start, seconds >= start, seconds <= end else { return nil }
        return min(cells - 1, Int((seconds - start) / (end - start) * Double(cells)))
    }

    /// A line with the sign that `mark` gives for what falls into each cell.
    func line<T>(
        _ items: [T], at time: (T) -> Double, nothing: Character, mark: ([T]) -> Character
    ) -> String {
        var content = [[T]](repeating: [], count: cells)
        for item in items {
            if let cell = cell(time(item)) { content[cell].append(item) }
        }
        return String(content.map { $0.isEmpty ? nothing : mark($0) })
    }

    /// A line that shows how much of each cell's time lies in `spans`.
    func line(_ spans: [ClosedRange<Double>], levels: [Character], nothing: Character) -> String {
        var covered = [Double](repeating: 0, count: cells)
        let length = (end - start) / Double(max(1, cells))
        guard length > 0 else { return String(repeating: nothing, count: cells) }
        for span in spans {
            guard let first = cell(max(span.lowerBound, start)), let last = cell(min(span.upperBound, end)),
                first <= last
            else { continue }
            for index in first...last {
                let from = start + Double(index) * length
                covered[index] += max(0, min(span.upperBound, from + length) - max(span.lowerBound, from))
            }
        }
        return String(
            covered.map { seconds in
                let share = seconds / length
                guard share > 1e-9 else { return nothing }
                return levels[min(levels.count - 1, Int(share * Double(levels.count)))]
            })
    }
}
