import FetchSched

/// Habits from published facts; `Datasets/README.md` names the sources, and says what is chosen.
extension Habits {
    /// An ordinary user: about 49 launches a day in 17 sessions, 70 apps in four weeks.
    static func ordinary(_ rhythm: PublishedRhythm, daySpread: Double = 0.25) -> Habits {
        var habits = Habits()
        habits.users = UserHabits([
            .sessions: 0.15, .sessionLength: 0.2, .apps: 0.08, .favourite: 0.07, .useLength: 0.15,
            .content: 0.15,
            .dayCosine: 0.1, .daySine: 0.1, .halfDayCosine: 0.1, .halfDaySine: 0.1, .thirdDayCosine: 0.1,
            .thirdDaySine: 0.1,
        ])
        habits.sessions.rhythm = rhythm.sessions(daySpread: daySpread)
        habits.choice = .published
        return habits
    }
}

extension ChoiceHabits {
    /// Published effects of the order of apps: recency, few strong successors, rarely the same app again.
    static let published: ChoiceHabits = {
        var choice = ChoiceHabits()
        choice.first.recency = [0.2, 0.3, 0, -0.1, -0.2, -0.3, -0.3, -0.4, -0.5, -0.9]
        (choice.first.unopened, choice.first.successorSpread, choice.first.pairSpread) = (-0.4, 1, 0.3)
        choice.within.recency = [-2, 0.9, 0.5, 0.3, 0.1, 0, -0.1, -0.2, -0.4, -0.9]
        (choice.within.unopened, choice.within.successorSpread, choice.within.pairSpread) = (-0.8, 1.6, 0.8)
        return choice
    }()
}

extension ContentHabits {
    /// Rates of someone who follows the news: the popular apps' origins change every few minutes of the day.
    static let newsRates = [
        Rate(rank: 1, online: 1, perDay: 90, spread: 0.5),
        Rate(rank: 4, online: 0.95, perDay: 50, spread: 0.8),
        Rate(rank: 7, online: 0.8, perDay: 15, spread: 1), Rate(rank: 13, online: 0.6, perDay: 4, spread: 1),
        Rate(rank: 25, online: 0.4, perDay: 1, spread: 1),
    ]

    /// A copy with all rates times `factor`, and the fastest at `fastest`.
    func slower(by factor: Double, fastest: Double? = nil) -> ContentHabits {
        var copy = self
        for index in copy.rates.indices { copy.rates[index].perDay *= factor }
        copy.fastest = fastest ?? self.fastest * factor
        return copy
    }
}

extension DayRhythm {
    /// Most origins are awake in the day.
    ///
    /// Source: on 54 public pages the night from 0 to 6 h has about half of the mean rate.
    static let origins = DayRhythm(floor: 0.35, (hour: 14, width: 4, height: 1))

    /// The intensity of each half hour, with mean 1.
    var halfHours: [Double] {
        let raw = (0..<RhythmHabits.slots).map { height(at: (Double($0) + 0.5) / 2) }
        let mean = raw.reduce(0, +) / Double(raw.count)
        return raw.map { $0 / mean }
    }
}
