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
