/// The scores of one device, or of several.
struct ForecastTally: Sendable {
    /// Time scored, in days.
    var days = 0.0
    /// Launches scored.
    var launches = 0
    /// The figures, day by day.
    var dayLog = DayLog()
    /// The probabilities given every half hour, in the order of ``ForecastFigure/spans``.
    var halfHours = [ReliabilityTally](repeating: ReliabilityTally(), count: ForecastFigure.spans.count)
    /// The probabilities given after free moments.
    var moments = [ReliabilityTally](repeating: ReliabilityTally(), count: ForecastFigure.spans.count)
    /// The probabilities of an answer given after notifications, in the order of ``ForecastFigure/answerSpans``.
    var answers = [ReliabilityTally](
        repeating: ReliabilityTally(), count: ForecastFigure.answerSpans.count)

    /// Counts what another device has.
    mutating func add(_ other: ForecastTally) {
        days += other.days
        launches += other.launches
        dayLog.append(other.dayLog)
        for index in halfHours.indices { halfHours[index].add(other.halfHours[index]) }
        for index in moments.indices { moments[index].add(other.moments[index]) }
        for index in answers.indices { answers[index].add(other.answers[index]) }
    }
}
