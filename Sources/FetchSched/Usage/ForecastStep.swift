/// Time as forecasts read it, in steps of ten minutes: so one answer serves the next question, whichever comes first.
enum ForecastStep {
    private static let length: Int64 = 600_000

    /// The step in which `moment` lies.
    @inline(__always)
    static func of(_ moment: Instant) -> Int64 { moment.milliseconds / length }

    /// The first step whose moment is not before `moment`.
    @inline(__always)
    static func after(_ moment: Instant) -> Int64 {
        let step = moment.milliseconds / length
        return step * length < moment.milliseconds ? step + 1 : step
    }

    /// The moment as which all of a step is read.
    static func moment(_ step: Int64) -> Instant {
        let (milliseconds, overflow) = step.multipliedReportingOverflow(by: length)
        return overflow ? .distantPast : Instant(milliseconds: milliseconds)
    }
}
