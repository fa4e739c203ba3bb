import FetchSched

/// The changes of one app's origin: a log-normal renewal process in the origin's operational time, and bursts.
///
/// Nothing here depends on the user.
struct OriginProcess: Sendable {
    /// One change.
    struct Change: Sendable {
        /// Seconds from the start of the trace, whole.
        let time: Double
        /// What a fetch of it transfers, in bytes.
        let bytes: Int64
    }

    /// Smallest update in bytes.
    private static let smallestUpdate = 500.0
    /// Largest update in bytes.
    private static let largestUpdate = 20_000_000.0

    private let app: DeviceModel.App
    private let content: SourceParameters
    private let calendar: LocalCalendar
    private var sampler: Sampler

    /// Makes the process; the sampler is its own.
    init(app: DeviceModel.App, content: SourceParameters, calendar: LocalCalendar, sampler: Sampler) {
        self.app = app
        self.content = content
        self.calendar = calendar
        self.sampler = sampler
    }

    /// All changes of the trace, in order of time, no two in the same second.
    mutating func changes() -> [Change] {
        guard app.changesPerDay > 0 else { return [] }
        let curve = changeCurve()
        var times: [Double] = []
        // The trace starts in the middle of a gap.
        var gap = sampler.unit() * sampler.unitMeanLogNormal(sigma: content.gapSigma)
        var now = 0.0
        while let next = curve.advance(from: now, by: gap) {
            times.append(next)
            now = next
            if sampler.chance(content.burstShare) {
                var moment = next
                while sampler.chance(content.burstLength / (1 + content.burstLength)) {
                    moment += sampler.exponential(mean: content.burstGap)
                    if moment < curve.end { times.append(moment) }
                }
                now = Swift.min(moment, curve.end)
            }
            gap = sampler.unitMeanLogNormal(sigma: content.gapSigma)
        }
        var changes: [Change] = []
        for time in times.map({ $0.rounded(.down) }).sorted() where time != changes.last?.time {
            let drawn = sampler.logNormal(median: app.sizeMedian, sigma: content.sizeSpreadWithin)
            let bytes = Swift.max(OriginProcess.smallestUpdate, Swift.min(OriginProcess.largestUpdate, drawn))
            changes.append(Change(time: time, bytes: Int64(bytes)))
        }
        return changes
    }

    private func changeCurve() -> RateCurve {
        let burstFactor = 1 + content.burstShare * content.burstLength
        let perSecond = app.changesPerDay / 86_400 / burstFactor
        let day = app.rhythm.slots().map { $0 * perSecond }
        var rates: [Double] = []
        rates.reserveCapacity(calendar.days * day.count)
        for number in 0..<calendar.days {
            let isWeekend = calendar.isWeekend(number)
            rates += isWeekend ? day.map { $0 * content.weekendFactor } : day
        }
        return RateCurve(rates: rates)
    }
}
