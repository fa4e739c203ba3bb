import FetchSched

/// How a user chooses the next app: by popularity, time of day, what is open now, and what was open before.
struct Favourites: Sendable {
    /// The apps that are used, most popular first.
    let apps: [Int]
    /// The apps of the schedule's habits, by ``Habit/app``.
    let habitApps: [Int]
    /// Weight of each app of ``apps`` in each hour of the day.
    private let weights: [[Double]]
    /// The usual successors of each app, as positions in ``apps``, the most usual first.
    private let successors: [Int: [Int]]
    private let parameters: AppParameters

    /// Weights of the successors of an app, the most usual first.
    private static let successorWeights = [0.6, 0.25, 0.15]
    /// Weight of an app far from its favourite time of day, relative to an app without one.
    private static let offHoursWeight = 0.35
    /// Weight that an app gains at its favourite time of day.
    private static let peakWeight = 2.0
    /// Width of a favourite time of day: standard deviation in hours.
    private static let timedWidth = 2.0
    /// Popularity of a habit's app outside of the habit, relative to an app of its rank.
    private static let habitWeight = 0.25

    /// Draws the choice among `apps`, given most popular first.
    init(apps: [Int], habits: [Habit], parameters: AppParameters, sampler: inout Sampler) {
        self.apps = apps
        self.parameters = parameters
        let decay = sampler.logNormal(median: parameters.popularityDecay, sigma: parameters.decaySpread)
        // Habits take apps of middling popularity: about one launch a day is what a habit amounts to.
        let habitCount = (habits.map(\.app).max() ?? -1) + 1
        let habitRanks = (0..<habitCount).map { Swift.min(apps.count - 1, 4 + 2 * $0) }
        habitApps = habitRanks.map { apps[$0] }

        var popularity = apps.indices.map { PortableMath.exp(-decay * Double($0)) }
        for rank in habitRanks { popularity[rank] *= Favourites.habitWeight }
        var weights = [[Double]](repeating: popularity, count: 24)
        for rank in apps.indices where sampler.chance(parameters.timedShare) {
            let hour = sampler.uniform(6.5...23.5)
            let peak = DayRhythm.Peak(hour: hour, width: Favourites.timedWidth, height: Favourites.peakWeight)
            let rhythm = DayRhythm(floor: Favourites.offHoursWeight, peaks: [peak])
            for slot in 0..<24 { weights[slot][rank] *= rhythm.height(at: Double(slot) + 0.5) }
        }
        self.weights = weights

        var successors: [Int: [Int]] = [:]
        for rank in apps.indices {
            var others = popularity
            others[rank] = 0
            var chosen: [Int] = []
            for _ in Favourites.successorWeights {
                guard let next = sampler.pick(others) else { break }
                others[next] = 0
                chosen.append(next)
            }
            successors[apps[rank]] = chosen
        }
        self.successors = successors
    }

    /// The first app of a session at that local time in hours.
    func first(at hour: Double, sampler: inout Sampler) -> Int? {
        sampler.pick(weights[Favourites.slot(hour)]).map { apps[$0] }
    }

    /// The app after the last one of `session`, never the same; nil if there is no other.
    func next(after session: [Int], at hour: Double, sampler: inout Sampler) -> Int? {
        guard let present = session.last else { return first(at: hour, sampler: &sampler) }
        let draw = sampler.unit()
        if draw < parameters.successorShare, let usual = successors[present],
            let position = sampler.pick(Array(Favourites.successorWeights.prefix(usual.count)))
        {
            return apps[usual[position]]
        }
        if draw < parameters.successorShare + parameters.returnShare {
            if let earlier = session.last(where: { $0 != present }) { return earlier }
        }
        var others = weights[Favourites.slot(hour)]
        if let rank = apps.firstIndex(of: present) { others[rank] = 0 }
        return sampler.pick(others).map { apps[$0] }
    }

    private static func slot(_ hour: Double) -> Int {
        hour >= 0 && hour < 24 ? Int(hour) : 0
    }
}
