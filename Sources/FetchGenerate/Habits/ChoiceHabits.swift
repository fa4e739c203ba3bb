/// Habits of choosing the next app.
///
/// Each app's weight is its popularity times factors whose logarithms stand here. Those of pairs of apps are
/// drawn for each user from normal distributions, so that no pair of a real user's apps is told.
public struct ChoiceHabits: Hashable, Sendable, Codable {
    /// How the first app of a session is chosen.
    public var first = Situation()
    /// How the next ones are.
    public var within = Situation()
    /// Within a session: the mean probability that an app which is hardly ever opened is followed by one of its own, if that
    /// was not opened in this session yet. It falls with the app's share of launches. Nil for never; 0.95 counts for more.
    public var companionProbability: Double?

    /// Logarithms of factors in one situation; by default nothing but popularity counts.
    public struct Situation: Hashable, Sendable, Codable {
        /// By place in the list of apps by last use: 1 (the previous app), 2, 3, 4, 5-6, 7-9, 10-13, 14-21, 22-33,
        /// and beyond.
        public var recency = [Double](repeating: 0, count: 10)
        /// Weight of an app that was never opened before.
        public var unopened = 0.0
        /// Weight of an app, not the previous one, that was opened in this session.
        public var again = 0.0
        /// Effect of the previous app: standard deviation over the pairs of apps.
        public var successorSpread = 0.0
        /// Effect of the pair of previous apps beyond that: standard deviation over the triples of apps.
        public var pairSpread = 0.0

        /// Makes the default choice.
        public init() {}

        var fault: String? {
            firstFault(
                wrong("recency", recency, in: -20...20, count: 10),
                wrong("unopened", unopened, in: -20...20), wrong("again", again, in: -20...20),
                wrong("successorSpread", successorSpread, in: 0...5),
                wrong("pairSpread", pairSpread, in: 0...5))
        }
    }

    /// Makes the default habits.
    public init() {}

    /// The number in ``Situation/recency`` for a place in the list, from 0.
    package static func bin(place: Int) -> Int {
        switch place {
        case ..<4: Swift.max(0, place)
        case ..<6: 4
        case ..<9: 5
        case ..<13: 6
        case ..<21: 7
        case ..<33: 8
        default: 9
        }
    }

    package var fault: String? {
        firstFault(
            first.fault.map { "first: \($0)" }, within.fault.map { "within: \($0)" },
            wrong("companionProbability", companionProbability, in: 0...1))
    }
}
