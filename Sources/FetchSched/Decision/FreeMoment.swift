/// A moment at which the radio is awake anyway, as a look at the apps finds it: what is the same for all of them,
/// reckoned once.
struct FreeMoment: Sendable {
    let now: Instant
    /// Hour of the local day.
    let hour: Int
    /// What comes after it.
    let outlook: OccasionForecast.Outlook
    /// What a transfer would cost now, and at the next free moment.
    let place: TransferPlace
    let laterPlace: TransferPlace
    /// What is left of the present session; nil if there is none.
    let restOfSession: SessionCourse.Rest?
    /// How late it is in the time of the sources.
    let sourceTime: ContentHours.Reading
}

extension Scheduler {
    /// What `now` is like.
    mutating func freeMoment(at now: Instant) -> FreeMoment {
        let outlook = forecast.outlook(at: now, clock: device.clock)
        // An occasion that is open has been paid for by all that is due together.
        let isPaid = arrival.isOpen(at: now) && !device.radio.isAwake(at: now, configuration.radio)
        return freeMoment(
            at: now, outlook,
            place: isPaid
                ? .awoken(outlook, configuration.radio)
                : device.radio.place(at: now, outlook, configuration.radio),
            restOfSession: forecast.restOfSession(at: now, clock: device.clock))
    }

    /// What `now` would be like, just after such an arrival, if the radio were woken.
    mutating func freeMoment(at now: Instant, after arrival: Arrival) -> FreeMoment {
        let outlook = forecast.outlook(arrival)
        return freeMoment(
            at: now, outlook, place: .awoken(outlook, configuration.radio),
            restOfSession: forecast.restOfSession(outlook))
    }

    private mutating func freeMoment(
        at now: Instant, _ outlook: OccasionForecast.Outlook, place: TransferPlace,
        restOfSession: SessionCourse.Rest?
    ) -> FreeMoment {
        FreeMoment(
            now: now, hour: device.clock.hour(now), outlook: outlook, place: place,
            laterPlace: device.radio.laterPlace(outlook, configuration.radio), restOfSession: restOfSession,
            sourceTime: content.hours.read(now, device.clock))
    }
}
