/// What follows what: how a user chooses the next app.
///
/// Each app's weight is its popularity times factors whose logarithms stand here. Those of pairs of apps are
/// drawn for each user from normal distributions, so that no pair of a real user's apps is told.
public struct ChoiceHabits: Hashable, Sendable, Codable {
    /// How the first app of a session is chosen.
    public var first: Situation
    /// How the next ones are.
    public var within: Situation
    /// Within a session: the mean chance that an app which is hardly ever opened is followed by one of its own, if that was
    /// not opened in this session yet. It falls with the app's share of launches. Nil for never; 0.95 counts for more.
    public var companionChance: Double?

    /// Logarithms of factors in one situation.
    public struct Situation: Hashable, Sendable, Codable {
        /// By place in the list of apps by last use: 1 (the previous app), 2, 3, 4, 5-6, 7-9, 10-13, 14-21, 22-33,
        /// and beyond.
        public var recency: [Double]
        /// Of an app that was never opened before.
        public var unopened: Double
        /// Of an app, not the previous one, that was opened in this session.
        public var again: Double
        /// What the previous app changes: standard deviation over the pairs of apps.
        public var successorSpread: Double
        /// What the pair of previous apps changes beyond that: standard deviation over the triples of apps.
        public var pairSpread: Double

        /// Makes the choice in one situation; by default nothing but popularity counts.
        public init(
            recency: [Double] = [Double](repeating: 0, count: 10), unopened: Double = 0, again: Double = 0,
            successorSpread: Double = 0, pairSpread: Double = 0
        ) {
            self.recency = recency
            self.unopened = unopened
            self.again = again
            self.successorSpread = successorSpread
            self.pairSpread = pairSpread
        }

        /// What is wrong with the numbers, or nil.
        var fault: String? {
            if recency.count != 10 { return "recency must have 10 numbers" }
            if (recency + [unopened, again]).contains(where: { !(-20...20).contains($0) }) {
                return "recency, unopened and again must be -20 to 20"
            }
            if !(0...5).contains(successorSpread) || !(0...5).contains(pairSpread) {
                return "successorSpread and pairSpread must be 0 to 5"
            }
            return nil
        }
    }

    /// Makes habits of choice.
    public init(
        first: Situation = Situation(), within: Situation = Situation(), companionChance: Double? = nil
    ) {
        self.first = first
        self.within = within
        self.companionChance = companionChance
    }

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

    /// What is wrong with the numbers, or nil.
    package var fault: String? {
        if let fault = first.fault { return "first: \(fault)" }
        if let fault = within.fault { return "within: \(fault)" }
        if let companionChance, !(0...1).contains(companionChance) { return "companionChance must be 0 to 1" }
        return nil
    }
}
