/// A moment at which a fetch may be started: what all apps share there, computed once.
///
/// There are four kinds: the radio is awake anyway (a free moment); the system granted the program a run; the scheduler
/// woke the radio for a planned batch; the user turned to the device, and a wakeup pays.
struct Opportunity: Sendable {
    let now: FetchTime
    let hour: Int
    /// The next event.
    let outlook: NextEventModel.Outlook
    /// Where a transfer would lie between the radio's activities now, and at the next free moment.
    let place: TransferPlace
    let laterPlace: TransferPlace
    /// The rest of the present session; nil if there is none.
    let restOfSession: SessionRest?
    /// More than the probability that a launch of any one app that was never launched would profit from a fetch.
    let unlaunchedUse: Double
}

extension Scheduler {
    mutating func opportunity(at now: FetchTime) -> Opportunity {
        let outlook = forecast.outlook(at: now, clock: device.clock)
        // A screen occasion that is open has been paid for by all that is due together, a run by the system.
        let isPaid =
            isRunGranted(at: now)
            || phone.screenOccasion.isOpen(at: now) && !device.radio.isAwake(at: now, configuration.radio)
        return opportunity(
            at: now, outlook,
            place: isPaid
                ? .awoken(outlook, configuration.radio)
                : device.radio.place(at: now, outlook, configuration.radio),
            restOfSession: forecast.restOfSession(at: now))
    }

    /// The opportunity just after such a screen sign, if the radio were woken.
    mutating func opportunity(at now: FetchTime, after sign: ScreenSign) -> Opportunity {
        let outlook = forecast.outlook(sign)
        return opportunity(
            at: now, outlook, place: .awoken(outlook, configuration.radio),
            restOfSession: forecast.restOfSession(outlook))
    }

    private mutating func opportunity(
        at now: FetchTime, _ outlook: NextEventModel.Outlook, place: TransferPlace,
        restOfSession: SessionRest?
    ) -> Opportunity {
        let hour = device.clock.hour(now)
        return Opportunity(
            now: now, hour: hour, outlook: outlook, place: place,
            // After a run the next free moment is a run, too.
            laterPlace: isRunGranted(at: now)
                ? place : device.radio.laterPlace(outlook, configuration.radio),
            restOfSession: restOfSession,
            unlaunchedUse: forecast.mostUseOfUnlaunched(at: now, hour: hour, outlook, restOfSession))
    }
}

/// Where a transfer would lie between two activities of the radio, and so what it would add to the energy.
///
/// A request's latency overlaps with an activity under way; its bytes come after those of the activity. What goes
/// beyond it lengthens the radio's time awake: by little if another activity follows soon, by a tail of its own if not.
struct TransferPlace: Sendable {
    /// How much of a transfer lies within the activity under way, in seconds.
    private let overlap: Double
    /// How long ago that ended, in seconds, and what the radio has spent since, in joules.
    private let elapsed: Double
    private let elapsedJoules: Double
    /// Time to the next activity if it comes before the radio falls asleep, in seconds, and the probability of that.
    private let next: Double
    private let near: Double
    /// Energy of falling asleep and waking, in joules.
    private let asleepJoules: Double

    init(
        overlap: Double, elapsed: Double, _ outlook: NextEventModel.Outlook, _ costs: borrowing RadioCosts
    ) {
        self.overlap = overlap
        self.elapsed = elapsed
        elapsedJoules = costs.pauseJoules(elapsed)
        next = outlook.nearSeconds - overlap
        near = outlook.near
        asleepJoules = costs.pauseJoules(.infinity)
    }

    /// Just after the radio was woken for it.
    static func awoken(
        _ outlook: NextEventModel.Outlook, _ costs: borrowing RadioCosts
    ) -> TransferPlace {
        TransferPlace(overlap: 0, elapsed: 0, outlook, costs)
    }

    /// Expected marginal energy of a request whose bytes take `seconds`, in joules; without the energy of the bytes.
    func joules(latency: Double, seconds: Double, _ costs: borrowing RadioCosts) -> Double {
        // The link is taken until the activity under way ends; latencies overlap freely.
        let beyond = max(0, latency - overlap) + seconds
        guard beyond > 0 else { return 0 }
        let spent = elapsedJoules + costs.baseWatts * beyond
        let asleep = max(0, spent + asleepJoules - asleepJoules)
        let pause = elapsed + max(next, beyond)
        let after = pause - elapsed - beyond
        let followed = max(0, spent + costs.pauseJoules(max(0, after)) - costs.pauseJoules(pause))
        return near * followed + (1 - near) * asleep
    }
}
