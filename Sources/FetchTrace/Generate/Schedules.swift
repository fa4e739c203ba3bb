extension Schedule {
    private typealias Peak = DayRhythm.Peak

    /// Works from nine to five and travels there: alarm, timetable, lunch, timetable, evening.
    static let commuter = Schedule(
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
        weekendFactor: 0.8,
        habits: [
            Habit(app: 0, hour: 6.8, jitterMinutes: 4, probability: 0.92),
            Habit(app: 1, hour: 7.7, jitterMinutes: 6, probability: 0.85),
            Habit(app: 2, hour: 8.0, jitterMinutes: 8, probability: 0.8),
            Habit(app: 1, hour: 17.4, jitterMinutes: 10, probability: 0.75),
            Habit(app: 3, hour: 20.2, jitterMinutes: 15, probability: 0.7, onWeekends: true),
        ])

    /// Lectures at changing hours and late evenings; weekends are hardly different.
    static let student = Schedule(
        weekday: DayRhythm(
            floor: 0.12,
            peaks: [
                Peak(hour: 11.0, width: 2.0, height: 0.9), Peak(hour: 16.0, width: 2.5, height: 0.9),
                Peak(hour: 22.5, width: 2.0, height: 1.2),
            ]),
        weekend: DayRhythm(
            floor: 0.12,
            peaks: [Peak(hour: 14.0, width: 3.0, height: 0.9), Peak(hour: 23.5, width: 2.0, height: 1.3)]),
        weekendFactor: 1.05,
        habits: [Habit(app: 0, hour: 8.5, jitterMinutes: 50, probability: 0.5)])

    /// Works from ten in the evening to six in the morning and sleeps until the afternoon.
    static let nightShift = Schedule(
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
        weekendFactor: 0.9,
        habits: [
            Habit(app: 0, hour: 15.0, jitterMinutes: 10, probability: 0.85),
            Habit(app: 1, hour: 21.3, jitterMinutes: 8, probability: 0.85),
            Habit(app: 1, hour: 6.2, jitterMinutes: 10, probability: 0.8),
        ])

    /// The night worker's week on days.
    static let earlyShift = Schedule(
        weekday: DayRhythm(
            floor: 0.04,
            peaks: [
                Peak(hour: 5.2, width: 0.5, height: 1.3), Peak(hour: 9.5, width: 0.5, height: 1.2),
                Peak(hour: 14.5, width: 0.8, height: 1.6), Peak(hour: 19.5, width: 1.5, height: 1.2),
            ]),
        weekend: nightShift.weekend,
        weekendFactor: 0.9,
        habits: [
            Habit(app: 0, hour: 4.8, jitterMinutes: 5, probability: 0.95),
            Habit(app: 1, hour: 14.2, jitterMinutes: 8, probability: 0.8),
        ])

    /// Active through the day and evening without sharp peaks.
    static let allDay = Schedule(
        weekday: DayRhythm(
            floor: 0.05,
            peaks: [
                Peak(hour: 8.5, width: 1.0, height: 0.9), Peak(hour: 13.0, width: 2.5, height: 1.0),
                Peak(hour: 20.0, width: 2.2, height: 1.2),
            ]),
        weekend: DayRhythm(
            floor: 0.05,
            peaks: [Peak(hour: 11.0, width: 2.0, height: 1.0), Peak(hour: 19.5, width: 3.0, height: 1.0)]),
        weekendFactor: 0.95,
        habits: [Habit(app: 0, hour: 7.5, jitterMinutes: 12, probability: 0.7)])

    /// A new life: rises late, works in the evening, has other habits.
    static let lateStarter = Schedule(
        weekday: DayRhythm(
            floor: 0.04,
            peaks: [
                Peak(hour: 10.5, width: 0.6, height: 1.6), Peak(hour: 15.0, width: 0.8, height: 1.8),
                Peak(hour: 23.2, width: 1.0, height: 2.0),
            ]),
        weekend: DayRhythm(
            floor: 0.04,
            peaks: [Peak(hour: 12.5, width: 1.5, height: 1.2), Peak(hour: 23.5, width: 1.5, height: 1.2)]),
        weekendFactor: 1.1,
        habits: [
            Habit(app: 0, hour: 9.8, jitterMinutes: 6, probability: 0.85, onWeekends: true),
            Habit(app: 1, hour: 14.6, jitterMinutes: 8, probability: 0.8),
            Habit(app: 2, hour: 22.8, jitterMinutes: 12, probability: 0.75, onWeekends: true),
        ])
}
