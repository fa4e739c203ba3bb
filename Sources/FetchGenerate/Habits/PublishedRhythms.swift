/// The hours of some kinds of users; all are chosen.
struct PublishedRhythm: Sendable {
    /// Monday to Friday.
    let weekday: DayRhythm
    /// Saturday and Sunday.
    let weekend: DayRhythm
    /// Activity on weekends relative to weekdays.
    let weekendFactor: Double

    private typealias Peak = DayRhythm.Peak

    /// Works from nine to five and travels there: alarm, commute, lunch, commute, evening.
    static let commuter = PublishedRhythm(
        weekday: DayRhythm(
            floor: 0.05,
            peaks: [
                Peak(hour: 7.0, width: 0.4, height: 1.2), Peak(hour: 8.1, width: 0.4, height: 2.4),
                Peak(hour: 12.5, width: 0.5, height: 1.6), Peak(hour: 15.0, width: 2.5, height: 0.35),
                Peak(hour: 17.7, width: 0.5, height: 2.0), Peak(hour: 20.8, width: 1.2, height: 1.3),
            ]),
        weekend: DayRhythm(
            floor: 0.04,
            peaks: [
                Peak(hour: 10.0, width: 1.3, height: 1.2), Peak(hour: 14.5, width: 2.5, height: 0.8),
                Peak(hour: 21.2, width: 1.6, height: 1.2),
            ]),
        weekendFactor: 0.8)

    /// Lectures at changing hours and late evenings; weekends are hardly different.
    static let student = PublishedRhythm(
        weekday: DayRhythm(
            floor: 0.14,
            peaks: [
                Peak(hour: 11.0, width: 2.5, height: 0.9), Peak(hour: 16.0, width: 2.9, height: 0.9),
                Peak(hour: 22.5, width: 2.5, height: 1.2),
            ]),
        weekend: DayRhythm(
            floor: 0.14,
            peaks: [Peak(hour: 14.0, width: 3.3, height: 0.9), Peak(hour: 23.5, width: 2.5, height: 1.3)]),
        weekendFactor: 1.05)

    /// Works from ten in the evening to six in the morning and sleeps until the afternoon.
    static let nightShift = PublishedRhythm(
        weekday: DayRhythm(
            floor: 0.03,
            peaks: [
                Peak(hour: 0.5, width: 0.8, height: 1.6), Peak(hour: 3.3, width: 0.8, height: 2.0),
                Peak(hour: 6.4, width: 0.6, height: 1.8), Peak(hour: 16.5, width: 1.3, height: 1.2),
                Peak(hour: 21.0, width: 0.8, height: 1.5),
            ]),
        weekend: DayRhythm(
            floor: 0.04,
            peaks: [Peak(hour: 1.5, width: 2.0, height: 1.0), Peak(hour: 19.0, width: 3.0, height: 1.0)]),
        weekendFactor: 0.9)

    /// The night worker's week on days.
    static let earlyShift = PublishedRhythm(
        weekday: DayRhythm(
            floor: 0.04,
            peaks: [
                Peak(hour: 5.2, width: 0.5, height: 1.3), Peak(hour: 9.5, width: 0.5, height: 1.2),
                Peak(hour: 14.5, width: 0.8, height: 1.6), Peak(hour: 19.5, width: 1.5, height: 1.2),
            ]),
        weekend: nightShift.weekend, weekendFactor: 0.9)

    /// Active through the day and evening without sharp peaks.
    static let allDay = PublishedRhythm(
        weekday: DayRhythm(
            floor: 0.05,
            peaks: [
                Peak(hour: 8.5, width: 1.0, height: 0.9), Peak(hour: 13.0, width: 2.5, height: 1.0),
                Peak(hour: 20.0, width: 2.2, height: 1.2),
            ]),
        weekend: DayRhythm(
            floor: 0.05,
            peaks: [Peak(hour: 11.0, width: 2.0, height: 1.0), Peak(hour: 19.5, width: 3.0, height: 1.0)]),
        weekendFactor: 0.95)

    /// Rises late, works in the evening.
    static let lateStarter = PublishedRhythm(
        weekday: DayRhythm(
            floor: 0.04,
            peaks: [
                Peak(hour: 10.5, width: 0.6, height: 1.6), Peak(hour: 15.0, width: 0.8, height: 1.8),
                Peak(hour: 23.2, width: 1.0, height: 2.0),
            ]),
        weekend: DayRhythm(
            floor: 0.04,
            peaks: [Peak(hour: 12.5, width: 1.5, height: 1.2), Peak(hour: 23.5, width: 1.5, height: 1.2)]),
        weekendFactor: 1.1)

    /// Relative activity of each weekday, with mean 1.
    var weekdays: [Double] {
        let mean = (5 + 2 * weekendFactor) / 7
        return (0..<7).map { ($0 < 5 ? 1 : weekendFactor) / mean }
    }

    /// When sessions begin.
    ///
    /// The hazard of the next session falls with the time since the last (Falaki et al. 2010); the shape is chosen.
    func sessions(daySpread: Double) -> RhythmHabits {
        RhythmHabits(
            weekdayHours: weekday.halfHours, weekendHours: weekend.halfHours, weekdays: weekdays,
            gaps: QuantileCurve(unitWeibullShape: 0.75), daySpread: daySpread, dayMemory: 0.2)
    }

    /// A phase of a life with these hours.
    func phase(cycleDays: Int, from: Double, until: Double, otherFavourites: Bool) -> LifeHabits.Phase {
        var phase = LifeHabits.Phase()
        (phase.cycleDays, phase.from, phase.until) = (cycleDays, from, until)
        (phase.weekdayHours, phase.weekendHours) = (weekday.halfHours, weekend.halfHours)
        phase.otherFavourites = otherFavourites
        return phase
    }
}
