/// The moment as an occasion: after a launch, after a use, or after an ``Arrival``.
extension LaunchForecast {
    /// The user turned to the device: the screen lit, or was unlocked.
    mutating func arrive(_ arrival: Arrival) {
        guard !inUse, heedsContext else { return }
        // What was certain of apps while nobody was known to arrive is so no more.
        if !arrivals.habits.wasSeen { kept.renew() }
        arrivals.begin(arrival)
        occasions.arrive(arrival)
    }

    /// The radio is woken at the arrival.
    mutating func openOccasion(at now: Instant) { occasions.open(at: now) }

    /// What comes after a free moment now.
    @inline(__always)
    func outlook(at now: Instant, clock: LocalClock) -> OccasionForecast.Outlook {
        var outlook = occasions.outlook(context(at: now))
        guard heedsContext, isNewSession(at: now), arrivals.current(at: now) == nil else { return outlook }
        // What came after moments of that kind came at all hours.
        let ratio = use.sessionRatio(at: now, within: min(outlook.momentSeconds, 3600), clock: clock)
        outlook.scaleNewSession(by: ratio)
        return outlook
    }

    /// What comes after an arrival.
    func outlook(_ arrival: Arrival) -> OccasionForecast.Outlook {
        occasions.outlook(OccasionForecast.context(arrival))
    }

    /// No moment until the next launch, or end of a use, gives a launch a greater chance.
    func mostOutlook(from now: Instant) -> OccasionForecast.Outlook {
        guard heedsContext else { return occasions.most(from: 0, inUse: inUse) }
        guard !inUse else { return occasions.most(from: span(at: now), inUse: true) }
        var most =
            arrivals.habits.wasSeen
            ? occasions.mostWithArrivals(from: span(at: now))
            : occasions.most(from: span(at: now), inUse: false)
        most.raise(toScalesFrom: UseForecast.ratios)
        return most
    }

    @inline(__always)
    func context(at now: Instant) -> Int {
        guard heedsContext else { return 0 }
        if let arrival = arrivals.current(at: now) { return OccasionForecast.context(arrival) }
        return span(at: now)
    }

    /// The same without the arrival.
    @inline(__always)
    private func span(at now: Instant) -> Int {
        OccasionForecast.context(inUse: inUse, elapsed: lastChange.map { now - $0 } ?? .max)
    }
}
