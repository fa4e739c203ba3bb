import FetchSched
import FetchTrace

/// One generated user: the apps, what their origins are like, and how the user differs from the median.
package struct UserModel: Sendable {
    package struct App: Sendable {
        /// The origin; its rate is 0 if there is nothing to fetch.
        package var origin = Origin()
        /// Factor on the length of its uses.
        package var lengthFactor = 1.0
        package var interval = EventValue.word(UserModel.neverWord)
        /// Whether there is something to fetch.
        package var isOnline: Bool { origin.own.perDay > 0 }
    }

    package struct Origin: Sendable {
        package var own = ActivityCurve.Own(perDay: 0)
        /// Exponent on the gaps: above 1 for more bursts than others have.
        package var gapPower = 1.0
        /// Median size of an update in bytes.
        package var sizeMedian = 0.0
    }

    /// Position of `minimum` among the words of an `interval` event.
    package static let minimumWord: UInt8 = 0
    /// Position of `never` among them.
    package static let neverWord: UInt8 = 1

    package private(set) var apps: [App]
    /// How often the content of each app changes, 0 for never.
    package var changesPerDay: [Double] { apps.map { $0.origin.own.perDay } }
    /// Share of launches of each app over the horizon, in the order of rank; the apps are ``ranking``.
    package let shares: [Double]
    /// The used apps by rank, most popular first.
    package let ranking: [Int]
    /// Another order of the same apps, of the phases with other favourites.
    package let otherRanking: [Int]
    package let zone: Int
    /// Sessions per day, and the user's own hours.
    package let sessions: ActivityCurve.Own
    /// The probabilities in ``SessionHabits/continuation`` of this user.
    package let continuation: [Double]
    /// Factor on all lengths of use.
    package let lengthFactor: Double

    /// Draws the user that belongs to the sampler's state.
    ///
    /// - Parameter normals: What the user differs from others by, if that is not to be drawn: see ``UserHabits``.
    package init(habits: Habits, normals: [Double]? = nil, sampler: inout Sampler) {
        let own = habits.users.deviations(normals ?? UserHabits.normals(&sampler))
        func deviation(_ component: UserHabits.Component) -> Double { own[component.rawValue] }

        let zones = habits.surroundings.zones
        zone = zones.isEmpty ? 0 : zones[sampler.integer(0...(zones.count - 1))]
        sessions = ActivityCurve.Own(
            perDay: habits.sessions.perDay * PortableMath.exp(deviation(.sessions)),
            hours: ActivityCurve.waves(Array(own[UserHabits.Component.dayCosine.rawValue...])))
        let odds = PortableMath.exp(deviation(.sessionLength))
        continuation = habits.sessions.continuation.map { probability in
            Swift.min(0.97, probability * odds / (1 - probability + probability * odds))
        }
        lengthFactor = PortableMath.exp(deviation(.useLength))

        let drawn = (habits.apps.used * PortableMath.exp(deviation(.apps))).rounded()
        let used = Swift.max(2, Swift.min(1_000, Int(drawn)))
        shares = UserModel.tilted(habits.apps.shares(used), by: deviation(.favourite))
        let count = used + Int((Double(used) * habits.apps.unused).rounded())
        let order = sampler.shuffled(Array(0..<count))
        ranking = Array(order.prefix(used))
        // Favourites change among the apps that matter, so that what they fetch stays alike.
        let top = Swift.min(16, used)
        otherRanking = sampler.shuffled(Array(ranking.prefix(top))) + Array(ranking.dropFirst(top))
        let factor = PortableMath.exp(deviation(.content))
        var apps = [App](repeating: App(), count: count)
        for (rank, number) in order.enumerated() {
            apps[number] = UserModel.drawApp(rank: rank, factor: factor, habits: habits, sampler: &sampler)
        }
        self.apps = apps
    }

    /// Gives the app that these launches use most the origin that was drawn for the first rank, and so on.
    ///
    /// - Complexity: O(launches + apps log apps).
    package mutating func giveOrigins(byUse launches: [LaunchProcess.Launch]) {
        var counts = [Int](repeating: 0, count: apps.count)
        for launch in launches { counts[launch.app] += 1 }
        let order = ranking.indices.sorted { (counts[ranking[$1]], $0) < (counts[ranking[$0]], $1) }
        let drawn = apps
        for (rank, place) in order.enumerated() {
            apps[ranking[place]].origin = drawn[ranking[rank]].origin
            apps[ranking[place]].interval = drawn[ranking[rank]].interval
        }
    }

    private static func drawApp(rank: Int, factor: Double, habits: Habits, sampler: inout Sampler) -> App {
        var app = App()
        let spread = habits.sessions.lengthSpread
        app.lengthFactor = sampler.logNormal(median: 1, sigma: spread)
        if let origin = drawOrigin(rank: rank, factor: factor, content: habits.content, sampler: &sampler) {
            app.origin = origin
            app.interval = interval(of: habits.apps, sampler: &sampler)
        }
        return app
    }

    /// Draws the source of an app of that rank; nil if there is none.
    package static func drawOrigin(
        rank: Int, factor: Double, content: ContentHabits, sampler: inout Sampler
    ) -> Origin? {
        guard let rate = content.rate(rank: rank), sampler.bernoulli(rate.online), rate.perDay > 0 else {
            return nil
        }
        var origin = Origin()
        let drawn = factor * sampler.logNormal(median: rate.perDay, sigma: rate.spread)
        origin.own.perDay = Swift.min(content.fastest, drawn)
        let amplitudes = [1, 1, 0.5, 0.5].map { $0 * content.hourSpread * sampler.normal() }
        origin.own.hours = ActivityCurve.waves(amplitudes)
        origin.own.daySpreadFactor = sampler.logNormal(median: 1, sigma: content.daySpreadVariety)
        origin.gapPower = Swift.min(3, sampler.logNormal(median: 1, sigma: content.gapVariety))
        origin.sizeMedian = sampler.logNormal(median: content.sizeMedian, sigma: content.sizeSpreadBetween)
        return origin
    }

    private static func interval(of apps: AppHabits, sampler: inout Sampler) -> EventValue {
        let draw = sampler.unit()
        if draw < apps.neverShare { return .word(neverWord) }
        if draw < apps.neverShare + apps.customShare, !apps.customIntervals.isEmpty {
            return .number(apps.customIntervals[sampler.integer(0...(apps.customIntervals.count - 1))])
        }
        return .word(minimumWord)
    }

    /// The shares, steeper or flatter so that the logarithm of the first is more by `deviation`.
    package static func tilted(_ shares: [Double], by deviation: Double) -> [Double] {
        guard deviation != 0, shares.count > 1, let first = shares.first else { return shares }
        let target = Swift.min(0.9, first * PortableMath.exp(deviation))
        var low = 0.05
        var high = 5.0
        var result = shares
        for _ in 0..<25 {
            let power = 0.5 * (low + high)
            let raw = shares.map { PortableMath.power($0, power) }
            let total = raw.reduce(0, +)
            result = raw.map { $0 / total }
            if result[0] < target { low = power } else { high = power }
        }
        return result
    }
}
