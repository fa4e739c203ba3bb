import FetchSched

/// Which app each app brings with it: an app that is opened to do one thing, and the one that does the next.
///
/// Weights of pairs, as in ``ChoiceHabits/Situation/successorSpread``, are outweighed on most days by the interest of the
/// day; a companion comes whatever the day. docs/habits.md has what that changes.
struct AppCompanions: Sendable {
    /// By rank of an app: its companion, and the probability that it comes next.
    private let companions: [(app: Int, probability: Double)]
    /// The days of the horizon on which each app is present.
    private let lives: [Range<Int>]

    /// Draws them.
    ///
    /// - Parameters:
    ///   - probability: of an app that is seldom opened, in the mean.
    ///   - shares: Share of launches of each app by rank.
    ///   - lives: The days of the horizon on which each is present.
    init(probability: Double, shares: [Double], lives: [Range<Int>], sampler: inout Sampler) {
        self.lives = lives
        // The mean of 1 - e^(-x) for exponential x of mean m is m / (1 + m).
        let mean = probability / Swift.max(0.01, Self.most - probability)
        companions = shares.indices.map { app in
            let own = Self.most * (1 - PortableMath.exp(-sampler.exponential(mean: mean)))
            // Any app, popular or not, that is there for as long as possible.
            let together = lives.indices.map {
                $0 == app ? 0 : Double(lives[app].clamped(to: lives[$0]).count)
            }
            return (sampler.pick(together) ?? app, own / (1 + Self.contexts * shares[app]))
        }
    }

    /// No app comes for certain.
    private static let most = 0.95
    /// The more often an app is opened, the more there is that it is opened for. Chosen: of an app with 2 % of the launches
    /// the probability is half.
    private static let contexts = 50.0

    /// The companion, if it is present on that day, may follow, and by luck does.
    func follower(of app: Int, day: Int, sampler: inout Sampler, mayFollow: (_ app: Int) -> Bool) -> Int? {
        let (companion, probability) = companions[app]
        guard companion != app, lives[companion].contains(day), mayFollow(companion),
            sampler.bernoulli(probability)
        else { return nil }
        return companion
    }
}
