/// The fetches for an app that is about to be opened: whether they are still to be decided on, and until when what is due
/// rides along with the first of them, which woke the radio.
struct ArrivalOccasion: Sendable {
    /// The user arrived, and nobody has asked yet whether that is worth waking the radio.
    private(set) var isToDecide = false
    /// Before then the radio is awake for their sake.
    private(set) var openUntil = Instant.distantPast

    /// The user turned to the device.
    mutating func begin() { isToDecide = true }

    /// It was decided on, once for each arrival.
    mutating func decide() { isToDecide = false }

    /// The radio is woken.
    mutating func open(until end: Instant) { openUntil = end }

    /// An app was opened, the user turned away, or nothing more is due.
    mutating func end() { self = ArrivalOccasion() }

    @inline(__always)
    func isOpen(at now: Instant) -> Bool { now < openUntil }

    /// The clock was set back: it was not opened for longer than an arrival counts.
    mutating func clockWentBack(to now: Instant) { openUntil = min(openUntil, now) }
}

extension ArrivalOccasion: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&isToDecide)
        try coder.code(&openUntil)
    }
}

extension Scheduler {
    /// Fetches at an arrival begin within that time.
    private static var longestOccasion: TimeSpan { .seconds(15) }

    /// Learns that the user turned to the device or away from it.
    mutating func noteScreen(_ change: ScreenChange, at now: Instant) {
        guard !polling.isOn, configuration.experiment.heedsScreen, device.foreground == nil else { return }
        guard change != .off else {
            forecast.arrivals.end(at: now, launched: false)
            arrival.end()
            return
        }
        // Some hosts tell of the light after the unlocking, of which it says nothing more.
        if change == .on, forecast.arrivals.current(at: now)?.isUnlocked == true { return }
        forecast.arrive(Arrival(isUnlocked: change == .unlocked, at: now))
        arrival.begin()
    }

    /// Decides whether what is about to be opened is worth waking the radio for.
    ///
    /// When the screen lights, it may be better to wait until it is unlocked, if it is: then it is more certain that an app
    /// will be opened, but little time may be left.
    mutating func openOccasion(at now: Instant) {
        guard arrival.isToDecide, !isFreeMoment(now) else { return }
        arrival.decide()
        guard configuration.experiment.coalesces, let sign = forecast.arrivals.current(at: now) else {
            return
        }
        content.fit()
        let surplus = surplus(of: sign, at: now)
        guard surplus > 0 else { return }
        if !sign.isUnlocked {
            let later = self.surplus(of: Arrival(isUnlocked: true, at: sign.at), at: now)
            guard surplus > forecast.arrivals.habits.isUnlocked * later else { return }
        }
        let joules = configuration.radio.openingJoules(forecast.outlook(sign))
        guard spending.affords(joules: joules, bytes: 0), mayLose(joules) else { return }
        forecast.openOccasion(at: now)
        arrival.open(until: now + Self.longestOccasion)
    }

    /// What it brings to wake the radio at an arrival: together, what the apps that are due gain over waiting for the launch,
    /// less what it costs that the radio is awake until the launch wakes it anyway, or for a whole wakeup if none comes.
    ///
    /// - Complexity: O(apps of which anything was heard); no more than ``AppTurn`` says.
    private mutating func surplus(of arrival: Arrival, at now: Instant) -> Double {
        let moment = freeMoment(at: now, after: arrival)
        var best = Best()
        considerEach(&best, moment)
        return best.advantage - configuration.radio.openingJoules(moment.outlook)
    }
}

extension RadioCosts {
    /// What it costs that the radio is awake from now on, if it is asleep, beside transfers, in joules.
    fileprivate func openingJoules(_ outlook: OccasionForecast.Outlook) -> Double {
        outlook.near * pauseJoules(outlook.nearSeconds) + (1 - outlook.near) * wakeupJoules
    }
}
