import Foundation
import Synchronization

/// Progress with rate and time left on standard error: a bar on a terminal, else a line a minute.
///
///     bench  [##########..........]  52 %  3.1 M events/s  2 s left
package final class Progress: Sendable {
    private let label: String
    private let unit: String
    private let total: Int
    private let isQuiet: Bool
    private let start = ContinuousClock.now
    private let state = Mutex(State())

    private struct State {
        var done = 0
        var drawn: ContinuousClock.Instant?
    }

    package init(_ label: String, total: Int, unit: String, isQuiet: Bool) {
        self.label = label
        self.unit = unit
        self.total = max(1, total)
        self.isQuiet = isQuiet
    }

    /// Counts work as done, and draws the bar at most ten times a second.
    package func advance(_ work: Int) {
        state.withLock { state in
            state.done += work
            guard !isQuiet else { return }
            let now = ContinuousClock.now
            guard Terminal.errorIsTerminal else {
                guard now - (state.drawn ?? start) >= .seconds(60) else { return }
                state.drawn = now
                return Terminal.say(line(state.done, elapsed: now - start))
            }
            // Short work is done before a bar would be of use.
            if now - start < .milliseconds(300) { return }
            if let drawn = state.drawn, now - drawn < .milliseconds(100) { return }
            state.drawn = now
            Terminal.sayRaw("\r\u{1B}[K" + line(state.done, elapsed: now - start))
        }
    }

    package func end() {
        state.withLock { state in
            if state.drawn != nil, Terminal.errorIsTerminal { Terminal.sayRaw("\r\u{1B}[K") }
            state.drawn = nil
        }
    }

    private func line(_ done: Int, elapsed: Duration) -> String {
        let part = min(1, Double(done) / Double(total))
        let filled = Int(part * 20)
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: 20 - filled)
        let seconds = elapsed / .seconds(1)
        let rate = seconds > 0 ? Double(done) / seconds : 0
        let left = part > 0 ? seconds * (1 - part) / part : 0
        return
            "\(label)  [\(bar)]  \(Int(part * 100)) %  \(Self.short(rate)) \(unit)/s  \(Int(left.rounded(.up))) s left"
    }

    private static func short(_ rate: Double) -> String {
        switch rate {
        case 1e6...: String(format: "%.1f M", rate / 1e6)
        case 1e3...: String(format: "%.0f k", rate / 1e3)
        default: String(format: "%.0f", rate)
        }
    }
}
