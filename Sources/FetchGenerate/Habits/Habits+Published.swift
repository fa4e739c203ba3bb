import FetchSched

/// Habits from published facts; `Datasets/README.md` names the sources, and says what is chosen.
extension Habits {
    /// An ordinary user: about 49 launches a day in 17 sessions, 70 apps in four weeks.
    static func ordinary(_ rhythm: PublishedRhythm, daySpread: Double = 0.25) -> Habits {
        Habits(
            basis: Basis(source: "publications, see Datasets/README.md", devices: 0, days: 0),
            users: UserHabits([
                .sessions: 0.15, .sessionLength: 0.2, .apps: 0.08, .favourite: 0.07, .useLength: 0.15,
                .content: 0.15, .dayCosine: 0.1, .daySine: 0.1, .halfDayCosine: 0.1, .halfDaySine: 0.1,
                .thirdDayCosine: 0.1, .thirdDaySine: 0.1,
            ]),
            sessions: SessionHabits(
                perDay: 22.5, rhythm: rhythm.sessions(daySpread: daySpread),
                continuation: [0.5, 0.6, 0.66, 0.7, 0.74, 0.78],
                pauses: QuantileCurve(logNormalMedian: 3, sigma: 1.1),
                lengths: QuantileCurve(logNormalMedian: 32, sigma: 1.15), lengthSpread: 0.4),
            apps: .published, choice: .published, content: .published, surroundings: SurroundingHabits())
    }
}

extension AppHabits {
    /// Apps of which the first is the most used one by far, and most are in use for a while only.
    static let published = AppHabits(
        used: 80, unused: 0.1, horizonDays: 28,
        popularity: [
            0.4, 0.125, 0.08, 0.06, 0.048, 0.04, 0.028, 0.021, 0.0145, 0.0108, 0.0078, 0.0056, 0.0039, 0.0028,
            0.002, 0.0014, 0.001, 0.0008, 0.0006,
        ],
        popularityTail: 1, interestSpread: [0.3, 0.8, 1.8], interestMemory: 0.75, keptDays: [3_000, 400, 60],
        hourSpread: 0.75, neverShare: 0.12)
}

extension ChoiceHabits {
    /// What the order of apps tells on real phones: recency, few strong successors, rarely the same app again.
    static let published = ChoiceHabits(
        first: Situation(
            recency: [0.2, 0.3, 0, -0.1, -0.2, -0.3, -0.3, -0.4, -0.5, -0.9], unopened: -0.4,
            successorSpread: 1, pairSpread: 0.3),
        within: Situation(
            recency: [-2, 0.9, 0.5, 0.3, 0.1, 0, -0.1, -0.2, -0.4, -0.9], unopened: -0.8,
            successorSpread: 1.6, pairSpread: 0.8))
}

extension ContentHabits {
    /// Origins of which those of popular apps change some times a day, and few many times.
    public static let published = ContentHabits(
        rates: [
            Rate(rank: 1, online: 1, perDay: 36, spread: 0.4),
            Rate(rank: 2, online: 0.95, perDay: 24, spread: 0.8),
            Rate(rank: 4, online: 0.9, perDay: 13, spread: 1),
            Rate(rank: 7, online: 0.8, perDay: 3, spread: 1.1),
            Rate(rank: 13, online: 0.6, perDay: 1, spread: 1.1),
            Rate(rank: 25, online: 0.4, perDay: 0.3, spread: 1.1),
        ],
        fastest: 60,
        rhythm: RhythmHabits(
            weekdayHours: DayRhythm.origins.halfHours, weekendHours: DayRhythm.origins.halfHours,
            weekdays: [1.07, 1.07, 1.07, 1.07, 1.07, 0.825, 0.825],
            gaps: QuantileCurve(unitWeibullShape: 0.85), daySpread: 0.2, dayMemory: 0.3),
        gapVariety: 0.3, daySpreadVariety: 0.8, hourSpread: 0.5, sizeMedian: 150_000, sizeSpreadBetween: 0.8,
        sizeSpreadWithin: 0.7)

    /// Rates of someone who follows the news: the popular apps' origins change every few minutes of the day.
    static let newsRates = [
        Rate(rank: 1, online: 1, perDay: 90, spread: 0.5),
        Rate(rank: 4, online: 0.95, perDay: 50, spread: 0.8),
        Rate(rank: 7, online: 0.8, perDay: 15, spread: 1), Rate(rank: 13, online: 0.6, perDay: 4, spread: 1),
        Rate(rank: 25, online: 0.4, perDay: 1, spread: 1),
    ]

    /// The same origins at other rates, the fastest as well.
    func slower(by factor: Double, fastest: Double? = nil) -> ContentHabits {
        var copy = self
        copy.rates = rates.map {
            Rate(rank: $0.rank, online: $0.online, perDay: $0.perDay * factor, spread: $0.spread)
        }
        copy.fastest = fastest ?? self.fastest * factor
        return copy
    }
}

extension DayRhythm {
    /// Most origins are awake in the day.
    ///
    /// Source: on 54 public pages the night from 0 to 6 h has about half of the mean rate.
    static let origins = DayRhythm(floor: 0.35, peaks: [Peak(hour: 14, width: 4, height: 1)])

    /// The intensity of each half hour, with mean 1.
    var halfHours: [Double] {
        let raw = (0..<RhythmHabits.slots).map { height(at: (Double($0) + 0.5) / 2) }
        let mean = raw.reduce(0, +) / Double(raw.count)
        return raw.map { $0 / mean }
    }
}
