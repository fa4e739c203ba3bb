/// The hours of some kinds of users, by their peaks (hour, width, height); all are chosen.
struct PublishedRhythm: Sendable {
    /// Monday to Friday.
    let weekday: DayRhythm
    /// Saturday and Sunday.
    let weekend: DayRhythm
    /// Activity on weekends relative to weekdays.
    let weekendFactor: Double

    /// Works from nine to five and travels there: alarm, commute, lunch, commute, evening.
    static let commuter = PublishedRhythm(
        weekday: DayRhythm(
            floor: 0.05, (7.0, 0.4, 1.2), (8.1, 0.4, 2.4), (12.5, 0.5, 1.6), (15.0, 2.5, 0.35),
            (17.7, 0.5, 2.0), (20.8, 1.2, 1.3)),
        weekend: DayRhythm(floor: 0.04, (10.0, 1.3, 1.2), (14.5, 2.5, 0.8), (21.2, 1.6, 1.2)),
        weekendFactor: 0.8)

    /// Lectures at changing hours and late evenings; weekends are hardly different.
    static let student = PublishedRhythm(
        weekday: DayRhythm(floor: 0.14, (11.0, 2.5, 0.9), (16.0, 2.9, 0.9), (22.5, 2.5, 1.2)),
        weekend: DayRhythm(floor: 0.14, (14.0, 3.3, 0.9), (23.5, 2.5, 1.3)),
        weekendFactor: 1.05)

    /// Works from ten in the evening to six in the morning and sleeps until the afternoon.
    static let nightShift = PublishedRhythm(
        weekday: DayRhythm(
            floor: 0.03, (0.5, 0.8, 1.6), (3.3, 0.8, 2.0), (6.4, 0.6, 1.8), (16.5, 1.3, 1.2),
            (21.0, 0.8, 1.5)),
        weekend: DayRhythm(floor: 0.04, (1.5, 2.0, 1.0), (19.0, 3.0, 1.0)),
        weekendFactor: 0.9)

    /// The night worker's week on days.
    static let earlyShift = PublishedRhythm(
        weekday: DayRhythm(floor: 0.04, (5.2, 0.5, 1.3), (9.5, 0.5, 1.2), (14.5, 0.8, 1.6), (19.5, 1.5, 1.2)),
        weekend: nightShift.weekend, weekendFactor: 0.9)

    /// Active through the day and evening without sharp peaks.
    static let allDay = PublishedRhythm(
        weekday: DayRhythm(floor: 0.05, (8.5, 1.0, 0.9), (13.0, 2.5, 1.0), (20.0, 2.2, 1.2)),
        weekend: DayRhythm(floor: 0.05, (11.0, 2.0, 1.0), (19.5, 3.0, 1.0)),
        weekendFactor: 0.95)

    /// Rises late, works in the evening.
    static let lateStarter = PublishedRhythm(
        weekday: DayRhythm(floor: 0.04, (10.5, 0.6, 1.6), (15.0, 0.8, 1.8), (23.2, 1.0, 2.0)),
        weekend: DayRhythm(floor: 0.04, (12.5, 1.5, 1.2), (23.5, 1.5, 1.2)),
        weekendFactor: 1.1)

    /// Relative activity of each weekday, with mean 1.
    var weekdays: [Double] {
        let mean = (5 + 2 * weekendFactor) / 7
        return (0..<7).map { ($0 < 5 ? 1 : weekendFactor) / mean }
    }

    /// When sessions start.
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
