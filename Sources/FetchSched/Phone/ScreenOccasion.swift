/// State after a screen sign: whether a wakeup is still to be decided on, and until when other due apps share it.
struct ScreenOccasion: Sendable, SnapshotCoded {
    /// Whether a screen sign came, and no query has decided yet on a wakeup for it.
    var isToDecide = false
    var openUntil = FetchTime.distantPast

    /// An app was opened, the user turned away, or nothing more is due.
    mutating func end() { self = ScreenOccasion() }

    func isOpen(at now: FetchTime) -> Bool { now < openUntil }

    mutating func clockWentBack(to now: FetchTime) { openUntil = min(openUntil, now) }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&isToDecide, &openUntil)
    }
}

extension Scheduler {
    mutating func noteScreen(_ change: ScreenChange, at now: FetchTime) {
        guard configuration.experiment.usesScreen, device.foreground == nil else { return }
        guard change != .off else {
            forecast.screen.end()
            phone.screenOccasion.end()
            return
        }
        // Some hosts report the light after the unlocking, which the light cannot refine.
        if change == .on, forecast.screen.current(at: now)?.isUnlocked == true { return }
        forecast.noteScreen(ScreenSign(isUnlocked: change == .unlocked, at: now))
        phone.screenOccasion.isToDecide = true
    }

    /// Decides whether a wakeup pays for an app that is about to be opened.
    ///
    /// When the screen lights, it may be better to wait until it is unlocked, if it is: then it is more certain that an
    /// app will be opened, but little time may be left.
    mutating func decideScreenOccasion(at now: FetchTime) {
        guard phone.screenOccasion.isToDecide, !isFreeMoment(now) else { return }
        phone.screenOccasion.isToDecide = false
        guard configuration.experiment.coalesces, let sign = forecast.screen.current(at: now) else { return }
        let surplus = surplus(of: sign, at: now)
        guard surplus > 0 else { return }
        if !sign.isUnlocked {
            let later = self.surplus(of: ScreenSign(isUnlocked: true, at: sign.at), at: now)
            guard surplus > forecast.screen.isUnlockedAfterLit * later else { return }
        }
        let joules = configuration.radio.openingJoules(forecast.outlook(sign))
        guard spending.affords(joules: joules, bytes: 0), mayLose(joules) else { return }
        forecast.openOccasion(at: now)
        phone.screenOccasion.openUntil = now + .seconds(15)
    }

    /// Benefit of waking the radio at a screen sign: the gain of all due apps over waiting for the launch, less the
    /// energy of the radio until the launch wakes it anyway, or of a whole wakeup if none comes.
    private mutating func surplus(of sign: ScreenSign, at now: FetchTime) -> Double {
        let opportunity = opportunity(at: now, after: sign)
        return best(opportunity).advantage - configuration.radio.openingJoules(opportunity.outlook)
    }
}

extension RadioCosts {
    /// Energy of a radio awake from now on, if it is asleep, without transfers, in joules.
    fileprivate func openingJoules(_ outlook: NextEventModel.Outlook) -> Double {
        outlook.near * pauseJoules(outlook.nearSeconds) + (1 - outlook.near) * wakeupJoules
    }
}
