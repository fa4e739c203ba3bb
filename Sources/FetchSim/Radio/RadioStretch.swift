/// A stretch of time in which a radio was not asleep, at a constant power.
package struct RadioStretch: Hashable, Sendable {
    package enum Phase: String, CaseIterable, Hashable, Sendable {
        /// Waking from sleep or from a low-power stage.
        case promotion
        case active
        /// Waiting in the tail for another activity.
        case tail
    }

    package let phase: Phase
    /// Start, in seconds since the beginning of the trace.
    package let start: Double
    /// End, in seconds since the beginning of the trace.
    package internal(set) var end: Double
    package let watts: Double

    package var joules: Double { watts * (end - start) }

    /// The part of it within `range`; nil if there is none.
    package func clipped(to range: ClosedRange<Double>) -> RadioStretch? {
        let from = max(start, range.lowerBound)
        let to = min(end, range.upperBound)
        return from < to ? RadioStretch(phase: phase, start: from, end: to, watts: watts) : nil
    }
}

extension [RadioStretch] {
    package var joules: Double { reduce(0) { $0 + $1.joules } }

    /// When a radio was on, whatever it was doing: stretches that touch are one. In order of time, as they are.
    package var on: [ClosedRange<Double>] {
        var spans: [ClosedRange<Double>] = []
        for stretch in self {
            if let last = spans.last, stretch.start <= last.upperBound {
                spans[spans.count - 1] = last.lowerBound...Swift.max(last.upperBound, stretch.end)
            } else {
                spans.append(stretch.start...stretch.end)
            }
        }
        return spans
    }

    package func on(beyond other: [RadioStretch]) -> [ClosedRange<Double>] {
        let taken = other.on
        var rest: [ClosedRange<Double>] = []
        var first = 0
        for span in on {
            while first < taken.count, taken[first].upperBound <= span.lowerBound { first += 1 }
            var from = span.lowerBound
            var index = first
            while index < taken.count, taken[index].lowerBound < span.upperBound {
                if taken[index].lowerBound > from { rest.append(from...taken[index].lowerBound) }
                from = Swift.max(from, taken[index].upperBound)
                index += 1
            }
            if from < span.upperBound { rest.append(from...span.upperBound) }
        }
        return rest
    }
}
