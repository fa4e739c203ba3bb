import FetchSched

/// The changes of one app's origin: a renewal process in the origin's operational time.
///
/// Nothing here depends on the user.
package struct OriginProcess: Sendable {
    /// One change; its time is in whole seconds from the start of the trace.
    package typealias Change = SyntheticContent.Change

    /// Smallest and largest update in bytes.
    private static let sizes = 500.0...20_000_000.0

    private let origin: UserModel.Origin
    private let content: ContentHabits
    private let calendar: LocalCalendar
    private var sampler: Sampler

    /// Makes the process; the sampler is its own.
    package init(
        origin: UserModel.Origin, content: ContentHabits, calendar: LocalCalendar, sampler: Sampler
    ) {
        self.origin = origin
        self.content = content
        self.calendar = calendar
        self.sampler = sampler
    }

    /// All changes of the trace, in order of time, no two in the same second.
    package mutating func changes() -> [Change] {
        guard origin.own.perDay > 0 else { return [] }
        let curve = ActivityCurve.draw(
            content.rhythm, own: origin.own, calendar: calendar, sampler: &sampler
        ).curve
        let power = origin.gapPower
        let gaps = QuantileCurve(content.rhythm.gaps.values.map { PortableMath.power($0, power) })
        let gapMean = gaps.mean
        var changes: [Change] = []
        // The trace starts in the middle of a gap.
        var gap = sampler.unit() * sampler.draw(gaps) / gapMean
        var now = 0.0
        while let next = curve.advance(from: now, by: gap) {
            now = next
            let drawn = sampler.logNormal(median: origin.sizeMedian, sigma: content.sizeSpreadWithin)
            let bytes = drawn.bounded(to: OriginProcess.sizes)
            let second = next.rounded(.down)
            if second != changes.last?.time { changes.append(Change(time: second, bytes: Int64(bytes))) }
            gap = sampler.draw(gaps) / gapMean
        }
        return changes
    }
}
