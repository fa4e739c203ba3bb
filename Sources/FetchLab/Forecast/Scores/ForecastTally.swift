import FetchTrace
import FetchSim

/// All scores of one device, or of several.
struct ForecastTally: Sendable {
    /// Time scored, in days.
    var days = 0.0
    /// In the order of ``Forecaster/when``.
    var when = [PointProcessTally](repeating: PointProcessTally(), count: Forecaster.when.count)
    /// In the order of ``Forecaster/which``.
    var which = [NextAppTally](repeating: NextAppTally(), count: Forecaster.which.count)
    /// Questions asked at whole half hours, in the order of ``HorizonTally/spans``.
    var horizons = [HorizonTally](repeating: HorizonTally(), count: HorizonTally.spans.count)
    /// The same asked after free moments.
    var moments = [HorizonTally](repeating: HorizonTally(), count: HorizonTally.spans.count)
    /// In the order of ``Forecaster/content``.
    var content = [ChanceTally](repeating: ChanceTally(), count: Forecaster.content.count)
    /// The main figures of the mixture, day by day.
    var dayLog = DayLog()
    /// By week of the trace; those of the warm-up are empty.
    var weeks: [WeekTally] = []

    /// Counts what another device has.
    mutating func add(_ other: ForecastTally) {
        days += other.days
        for index in when.indices { when[index].add(other.when[index]) }
        for index in which.indices { which[index].add(other.which[index]) }
        for index in horizons.indices { horizons[index].add(other.horizons[index]) }
        for index in moments.indices { moments[index].add(other.moments[index]) }
        for index in content.indices { content[index].add(other.content[index]) }
        dayLog.append(other.dayLog)
        for (index, week) in other.weeks.enumerated() { inWeek(index) { $0.add(week) } }
    }

    /// Changes a week's scores; makes room for it if it is new.
    mutating func inWeek(_ week: Int, _ change: (inout WeekTally) -> Void) {
        while weeks.count <= week { weeks.append(WeekTally()) }
        change(&weeks[week])
    }
}
