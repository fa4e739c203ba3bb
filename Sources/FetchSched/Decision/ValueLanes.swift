/// The terms of the ``FetchValue`` of eight apps at a free moment, side by side, and what follows from them.
///
/// The operations are those of one app in the same order, so the bits are, too; only the eight run at once. It is for apps
/// without an interval of their own, of which there are most; see `Scheduler.fetchValue` for one app.
struct ValueLanes {
    typealias Lanes = PortableMath.Lanes

    // What is known of each app.
    var somethingNew: Lanes
    var bytes: Lanes
    var slowness: Lanes
    var energyFactor: Lanes
    var coldStart: Lanes
    /// Mean changes of the source per second.
    var change: Lanes
    /// Chance that a launch in the present session, or the first of the next one, is one of this app.
    var inSession: Lanes
    var first: Lanes
    /// As `LaunchForecast.Waits`, of the sessions to come.
    var toLaunch: Lanes
    var toSession: Lanes

    /// What follows.
    struct Result {
        var cost: Lanes
        var launched: Lanes
        var used: Lanes
        var changed: Lanes
        var laterCost: Lanes
        var surplus: Lanes
        var advantageOverWaiting: Lanes
    }

    /// - Parameters:
    ///   - valueJoules: worth of a fresh launch.
    ///   - changeFactor: of all rates of change in this hour.
    /// - Complexity: O(stages of the tail).
    @inline(__always)
    func result(
        _ moment: FreeMoment, valueJoules: Double, changeFactor: Double, _ configuration: Configuration
    ) -> Result {
        let radio = configuration.radio
        let outlook = moment.outlook
        let seconds =
            slowness
            * (radio.requestSeconds + somethingNew * bytes / Lanes(repeating: max(1, radio.bytesPerSecond)))
        let least = configuration.leastFetchJoules
        let cost =
            coldStart + Self.atLeast(least, energyFactor * moment.place.joules(seconds: seconds, radio))
        let laterCost =
            coldStart + Self.atLeast(least, energyFactor * moment.laterPlace.joules(seconds: seconds, radio))
        let launched = outlook.sameSession * inSession + outlook.newSession * first
        let used = launched + (1 - launched) * soonest(moment.restOfSession)
        let surplus = valueJoules * somethingNew * used - cost
        let changeNow = change * changeFactor
        let changed =
            outlook.moment * Self.ratio(changeNow * outlook.momentSeconds)
            + outlook.sameSession * Self.ratio(changeNow * outlook.sameSessionSeconds)
            + outlook.newSession * (1 - toSession)
        // As `FetchValue.advantageOverWaiting`, of an app that no interval holds back.
        let lostFreshness = valueJoules * used
        // The first term is 0, or no number where the other one would be, too.
        let heldBack = 0 * lostFreshness + laterCost
        let waste = lostFreshness.replacing(with: heldBack, where: heldBack .< lostFreshness)
        let advantage =
            launched * valueJoules * somethingNew - cost + (1 - launched) * (laterCost - changed * waste)
        return Result(
            cost: cost, launched: launched, used: used, changed: changed, laterCost: laterCost,
            surplus: surplus, advantageOverWaiting: advantage)
    }

    /// E[e^(-mT)] until a launch in the present session, of which `launches` are to come, or a later one.
    @inline(__always)
    private func soonest(_ launches: Double?) -> Lanes {
        guard let launches else { return toLaunch }
        let chance = PortableMath.saturation(launches * inSession)
        let soon = 1 / (1 + change * LaunchForecast.secondsWithinSession)
        return chance * soon + (1 - chance) * toLaunch
    }

    /// The chance of a change within an exponential time whose mean holds `expected` changes.
    @inline(__always)
    private static func ratio(_ expected: Lanes) -> Lanes { expected / (1 + expected) }

    @inline(__always)
    private static func atLeast(_ least: Double, _ joules: Lanes) -> Lanes {
        joules.replacing(with: least, where: .!(joules .>= least))
    }
}
