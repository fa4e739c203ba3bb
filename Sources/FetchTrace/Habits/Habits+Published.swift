import FetchSched

extension ContentHabits {
    /// Origins as publications describe them; `Datasets/README.md` names the sources.
    public static let published = ContentHabits(
        rates: [
            Rate(rank: 1, online: 0.8, perDay: 8, spread: 1.3), Rate(rank: 7, online: 0.7, perDay: 5, spread: 1.6),
            Rate(rank: 20, online: 0.5, perDay: 3, spread: 1.8),
        ],
        fastest: 90,
        rhythm: RhythmHabits(
            weekdayHours: DayRhythm(floor: 0.25, peaks: [DayRhythm.Peak(hour: 14, width: 4, height: 1)]).halfHours,
            weekendHours: DayRhythm(floor: 0.25, peaks: [DayRhythm.Peak(hour: 14, width: 4, height: 1)]).halfHours,
            weekdays: [1.07, 1.07, 1.07, 1.07, 1.07, 0.82, 0.82],
            gaps: QuantileCurve(unitWeibullShape: 0.8), daySpread: 0.4, dayMemory: 0.3),
        hourSpread: 0.6, sizeMedian: 150_000, sizeSpreadBetween: 0.8, sizeSpreadWithin: 0.7)
}

extension DayRhythm {
    /// The intensity of each half hour, with mean 1.
    var halfHours: [Double] {
        let raw = (0..<RhythmHabits.slots).map { height(at: (Double($0) + 0.5) / 2) }
        let mean = raw.reduce(0, +) / Double(raw.count)
        return raw.map { $0 / mean }
    }
}
