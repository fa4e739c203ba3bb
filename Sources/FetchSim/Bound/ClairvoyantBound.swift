import FetchSched
import FetchTrace

/// What no scheduler can exceed: the net value of one that knows every launch and every update.
///
/// **Windows.** Each launch that would be stale without background fetches has a window, from the last update
/// before it (or the moment from which the app's interval and use allow a fetch, if that is later) to the
/// launch. A fetch that makes the launch fresh must lie in it. Windows of one app are disjoint.
///
/// **Worth.** A window filled is worth V, and the foreground no longer loads the content: at most the active
/// power for the time its bytes take.
///
/// **Cost.** Let the device's own activity be fixed, and look at one pause of it, of length g. Left alone the
/// radio spends c(g) on it: the tail, and the promotion at its end. With fetches of total length f inside, it
/// spends at least P f + h(g - f), where P is the active power and h the lower envelope of the tail's stages
/// (as in the ski rental problem), which is concave, so splitting the pause cannot make it less. So fetches
/// in a pause add at least P f + h(g - f) - c(g).
///
/// - A window that contains activity of the device's own is free: the fetch may happen during that activity.
/// - Any other window lies in one pause, which its own launch ends. It costs the expression above with f the
///   length of the fetch. (No promotion or tail of its own: just before the launch the radio wakes only a
///   little earlier than it would for the launch.)
/// - Where the expression is negative for any f (radio activity that keeps a promotion from being needed, or
///   a tail that draws more than a transfer), the bound takes the gain for every pause.
///
/// So the windows do not compete, and the sum over the worthwhile ones is the bound. That is a relaxation
/// (fetches run one after the other, activity in a window may be too short), which can only make it larger.
///
/// - Complexity: O(launches x log updates).
public struct ClairvoyantBound: Sendable {
    /// Figures of the bound, from the beginning of scoring on.
    public private(set) var launches = 0
    /// Launches that are fresh, by themselves or through a fetch.
    public private(set) var freshLaunches = 0
    /// Fetches made.
    public private(set) var fetches = 0
    /// Fetches that wake the radio.
    public private(set) var wakeups = 0
    /// Bytes fetched.
    public private(set) var bytes: Int64 = 0
    /// Least background energy for that, in joules; slightly negative where fetches spare the foreground more
    /// than they cost.
    public private(set) var joules = 0.0
    /// Scored time in days.
    public private(set) var days = 0.0

    private let radio: RadioProfile
    private let value: Double

    /// Computes the bound of one device.
    public init(trace: DeviceTrace, radio: RadioProfile, rules: SimulationRules, valueJoules: Double) {
        var unfetched = DeviceSimulation(
            trace: trace, radio: radio, rules: rules, policy: NonePolicy(), recordActivity: true)
        let metrics = unfetched.run()
        self.init(
            activity: unfetched.ownActivity ?? [], scoredFrom: rules.scoringStart(trace.span),
            days: metrics.days, radio: radio, rules: rules, valueJoules: valueJoules)
    }

    init(
        activity: [OwnActivity], scoredFrom: Instant, days: Double, radio: RadioProfile,
        rules: SimulationRules, valueJoules: Double
    ) {
        self.radio = radio
        self.days = days
        value = valueJoules
        for step in activity where step.time >= scoredFrom {
            let warm = step.previousEnd < scoredFrom
            if step.pause > 0 { joules += warm ? -pauseCost(step.pause) : leastGain(pause: step.pause) }
            guard let launch = step.launch else { continue }
            launches += 1
            guard let window = launch.window else {
                freshLaunches += 1
                continue
            }
            let length = rules.requestSeconds + Double(window.bytes) / radio.bytesPerSecond
            // A millisecond of slack: the simulator's clock is that coarse.
            let room = (step.time - window.opens).seconds + 0.001
            guard room >= length, length <= rules.fetchLimit.seconds + 0.001 else { continue }
            let spared = radio.activeWatts * Double(window.bytes) / radio.bytesPerSecond
            // What is fetched before scoring begins costs nothing that counts.
            let free = step.previousEnd >= window.opens || window.opens < scoredFrom
            let cost = free ? 0 : leastCost(pause: step.pause, fetch: length) - leastGain(pause: step.pause)
            guard value + spared > cost else { continue }
            freshLaunches += 1
            fetches += 1
            wakeups += free || step.pause < radio.tailSeconds ? 0 : 1
            bytes += window.bytes
            joules += cost - spared
        }
    }

    /// Net value of the bound, in joules: V per fresh launch less the energy.
    public var netValue: Double { value * Double(freshLaunches) - joules }

    // MARK: The cost of a pause

    /// c(g): what the radio spends on a pause and the promotion at its end.
    private func pauseCost(_ pause: Double) -> Double {
        var cost = 0.0
        var left = pause
        for stage in radio.tail {
            if left <= stage.seconds {
                return cost + stage.watts * left + (stage.promotion?.joules ?? 0)
            }
            cost += stage.seconds * stage.watts
            left -= stage.seconds
        }
        return cost + radio.promotion.joules
    }

    /// h(g): the lower envelope of the stages' lines; concave, not negative, nowhere above c. (Not negative
    /// because no stage draws more than the one before it, see ``RadioProfile/fault``.)
    private func envelope(_ pause: Double) -> Double {
        var begin = 0.0
        var cost = 0.0
        var least = Double.infinity
        for stage in radio.tail {
            least = min(least, cost + (stage.promotion?.joules ?? 0) + stage.watts * (pause - begin))
            begin += stage.seconds
            cost += stage.seconds * stage.watts
        }
        return min(least, cost + radio.promotion.joules)
    }

    /// The least that a fetch of that length, alone or with others, adds to the cost of a pause.
    private func leastCost(pause: Double, fetch: Double) -> Double {
        let all = radio.activeWatts * pause
        let one = radio.activeWatts * fetch + envelope(max(0, pause - fetch))
        return min(one, max(all, radio.activeWatts * fetch)) - pauseCost(pause)
    }

    /// What fetches in a pause may save at the most: 0 or less.
    private func leastGain(pause: Double) -> Double {
        min(0, min(envelope(pause), radio.activeWatts * pause) - pauseCost(pause))
    }
}
