import FetchSched

/// An upper bound for every scheduler: the net value of one that knows every launch and every update.
///
/// **Windows.** Each launch that would be stale without background fetches has a window, from the last update
/// before it (or the moment from which the app's interval and use allow a fetch, if that is later) to the
/// launch. A fetch that makes the launch fresh must lie in it. Windows of one app are disjoint.
///
/// **Value.** A filled window brings V, and the foreground no longer loads the content: this saves what its bytes take,
/// and at most the base power for their time.
///
/// Where the value of a stale launch fades (``SimulationRules/staleHalfLife``), a filled window brings what is missing
/// to V. A fetch before the window brings at most the value of a launch that misses what came when the window opens.
/// The bound assumes that such a fetch costs only the request and the app's run.
///
/// **Cost of a fetch.** Each window needs a fetch of its own: running the app, handling its bytes, and what the bytes
/// take on the radio. A clairvoyant has the processes that it needs, and fetches while the screen is on.
///
/// **Cost of the radio.** The device's own activity starts when it starts, whatever is fetched. Left alone, the radio
/// spends on each pause of it the tail and the promotion at its end; with fetches in it at least what
/// ``PauseCost`` says. The difference is what the pause costs, and it may be negative: radio activity may
/// keep a promotion from being needed, or a tail may draw more than a transfer.
///
/// - A window that contains activity of the device's own is free: the fetch may happen during that activity.
/// - Any other window lies in one pause, which its own launch ends. The fetch in it has its length. (There is
///   no promotion or tail of its own to pay: just before the launch the radio wakes only a little earlier than it
///   would for the launch.)
///
/// So the windows do not compete, and the sum over the worthwhile ones is the bound. That is a relaxation
/// (fetches run one after the other, activity in a window may be too short), which can only make it larger.
///
/// **Queues.** Bytes of a fetch that come before those of the device's own activity prolong that: then it goes on in the
/// pause, as activity like any other, at the base power; ``PauseCost`` allows for as much of that as suits best. What a
/// launch need not load lets what is behind it come earlier, by the time of its bytes and no more: the device's requests
/// all have the same latency, and its bursts come long after a launch, so none waits for the latency of one before it.
///
/// **Scoring.** Fetches before the start of scoring cost nothing that counts. They may spare what earlier activity
/// still costs afterwards; the bound assumes that they spare all of it.
///
/// **Other background work.** What a scheduler may delay, merge or refuse (silent pushes, what pushes make an app fetch,
/// transfers) counts as if a clairvoyant could do without: the bound is that of the device without it, and all its
/// energy counts as spared. Where such work takes much of the energy, the bound is far away.
///
/// - Complexity: O(launches x log updates).
package struct ClairvoyantBound: Sendable {
    /// From the beginning of scoring on.
    private(set) var launches = 0
    private(set) var figures = BoundFigures()
    /// Apps that were launched since the start of scoring.
    private var launched: Set<Int> = []

    private let radio: RadioProfile
    private let rules: SimulationRules
    private let value: Double
    /// Whether every fetch transfers all that is new. One that a push asks for transfers what the push says, however
    /// little that is, and still makes the launch fresh: then only the request is sure to be paid, in joules and in time.
    private let chargesBytes: Bool

    init(
        _ device: UnfetchedDevice, span: ClosedRange<FetchTime>, radio: RadioProfile, rules: SimulationRules,
        valueJoules: Double
    ) {
        self.radio = radio
        self.rules = rules
        chargesBytes = !device.hasOtherWork
        value = valueJoules
        figures.joules = -device.sparableJoules
        let activity = device.activity
        let costs = PauseCost(radio)
        let scoredFrom = rules.scoringStart(span)
        let scored = (scoredFrom - span.lowerBound).seconds
        var stretch = Stretch(start: -.infinity)
        var isScored = false
        for (index, step) in activity.enumerated() {
            if step.time >= scoredFrom, !isScored {
                isScored = true
                spareWhatStraddles(stretch, activeUntil: step.previousEnd, scored: scored)
            }
            let gap = radio.gap(from: step.previousEnd, to: step.start, scoredFrom: scored)
            let starts = step.start >= step.previousEnd
            let wait = starts ? gap.promotion?.seconds ?? 0 : 0
            if isScored {
                // After a stretch from before, the radio's state at the beginning of scoring is anyone's choice.
                let carried = stretch.start < scored
                let pause = PauseCost.Pause(
                    seconds: max(
                        0, step.start - (carried ? max(step.previousEnd, scored) : step.previousEnd)),
                    slack: carried ? .infinity : stretch.slack - max(0, step.previousEnd - step.start),
                    wait: wait,
                    lengthening: lengthening(of: index, in: activity, startsStretch: starts, wait: wait))
                let left = starts ? gap.tailJoules + (gap.promotion?.joules ?? 0) : 0
                let least = carried ? costs.leastFromAnyState(pause) : costs.least(pause)
                figures.joules += min(0, least - left)
                if let launch = step.launch {
                    count(launch, step, scoredFrom: scoredFrom, origin: span.lowerBound) {
                        (carried ? costs.leastFromAnyState(pause, fetch: $0) : costs.least(pause, fetch: $0))
                            - min(left, least)
                    }
                }
            }
            if starts { stretch = Stretch(start: step.start, promotion: gap.promotion, slack: wait) }
            stretch.slack += spareableSeconds(step)
        }
        let end = activity.last?.end ?? -.infinity
        if !isScored { spareWhatStraddles(stretch, activeUntil: end, scored: scored) }
        if stretch.start < scored {
            figures.joules -= radio.gap(from: end, to: .infinity, scoredFrom: scored).tailJoules
        }
    }

    package var netValue: Double { value * figures.launchValue - figures.joules }

    /// Own activities without a pause between them.
    private struct Stretch {
        var start: Double
        var promotion: RadioProfile.Phase?
        /// By how much fetches may make it end earlier: its promotion, and what launches need not load.
        var slack = 0.0
    }

    private mutating func count(
        _ launch: OwnActivity.Launch, _ step: OwnActivity, scoredFrom: FetchTime, origin: FetchTime,
        cost costInPause: (Double) -> Double
    ) {
        launches += 1
        let isFirst = launched.insert(launch.app).inserted
        guard let window = launch.window else {
            figures.freshLaunches += 1
            figures.launchValue += 1
            return
        }
        let share = rules.launchValue(staleSeconds: (step.time - window.missedSince).seconds)
        figures.launchValue += share
        let costs = rules.power.costs
        let content = chargesBytes ? Double(window.bytes) : 0
        let down = content + costs.requestDownBytes
        let length = rules.requestSeconds + down / radio.bytesPerSecond
        // A millisecond of slack: the simulator's clock is that coarse.
        let room = (step.time - window.opens).seconds + 0.001
        let isPossible = room >= length && length <= rules.fetchLimit.seconds + 0.001
        let spared =
            Double(window.bytes) * (radio.joulesPerByte + radio.baseWatts / radio.bytesPerSecond)
        let opens = (window.opens - origin).seconds
        let isUncounted = window.opens < scoredFrom
        let free = step.previousEnd >= opens - 0.001 || isUncounted
        let cost =
            (isUncounted
                ? 0
                : costs.runJoules + costs.handlingJoulesPerMB * 1e-6 * content
                    + down * radio.joulesPerByte + costs.requestUpBytes * radio.uploadJoulesPerByte)
            + (free ? 0 : max(0, costInPause(length)))
        let gain = isPossible ? value * (1 - share) + spared - cost : 0
        if rules.staleHalfLife > .zero, room > 0 {
            // An earlier fetch, in some free moment or before scoring, misses at least what came last.
            let early = rules.launchValue(staleSeconds: room)
            let least =
                isFirst
                ? 0
                : costs.runJoules + costs.requestDownBytes * radio.joulesPerByte
                    + costs.requestUpBytes * radio.uploadJoulesPerByte
            if value * (early - share) + spared - least > max(0, gain) {
                figures.launchValue += early - share
                figures.fetches += 1
                figures.joules += least - spared
                return
            }
        }
        guard gain > 0 else { return }
        figures.launchValue += 1 - share
        figures.freshLaunches += 1
        figures.fetches += 1
        figures.wakeups += free || step.start - step.previousEnd < radio.tailSeconds ? 0 : 1
        figures.bytes += window.bytes
        figures.joules += cost - spared
    }

    /// Takes what activity from before the beginning of scoring still costs after it for spared.
    private mutating func spareWhatStraddles(_ stretch: Stretch, activeUntil end: Double, scored: Double) {
        guard end > scored, stretch.start < scored else { return }
        figures.joules -= radio.baseWatts * (end - scored) + (stretch.promotion?.joules ?? 0)
    }

    private func spareableSeconds(_ step: OwnActivity) -> Double {
        guard let window = step.launch?.window, window.opens < step.time else { return 0 }
        return Double(window.bytes) / radio.bytesPerSecond
    }

    /// The least cost, per second, of an activity that ends earlier than it would undisturbed. Only
    /// known where it is a stretch of its own: then the next pause is that much longer.
    private func lengthening(
        of index: Int, in activity: [OwnActivity], startsStretch: Bool, wait: Double
    ) -> Double {
        guard startsStretch, wait > 0, index + 1 < activity.count else { return 0 }
        let pause = activity[index + 1].start - activity[index + 1].previousEnd
        guard pause >= 0 else { return 0 }
        let longest = pause + wait + spareableSeconds(activity[index])
        return min(radio.baseWatts, radio.wattsReached(after: longest))
    }
}
