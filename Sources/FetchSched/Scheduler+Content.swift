/// What is known of the apps' sources.
extension Scheduler {
    /// What is believed of the source of `app`: of one that nobody has looked at, what the others suggest.
    @inline(__always)
    func content(of app: Int) -> ContentBelief {
        let belief = apps[app].content
        return belief.looks > 0 ? belief : ContentBelief(prior: contentPrior.rate)
    }

    /// How often the source of `app` is believed to change, per second. (Mutating, as calling it would otherwise copy the
    /// whole scheduler where code is not optimised.)
    @inline(__always)
    mutating func meanChange(of app: Int) -> Double {
        apps[app].content.looks > 0 ? apps[app].content.rate.mean : contentPrior.rate.mean
    }

    /// The chance that the source of `app` has something new at `moment`.
    ///
    /// - Complexity: O(1).
    func somethingNew(_ app: Int, at moment: Instant) -> Double {
        somethingNew(app, at: contentHours.read(moment, conditions.clock))
    }

    /// The same at a moment read before.
    @inline(__always)
    func somethingNew(_ app: Int, at moment: ContentHours.Reading) -> Double {
        if apps[app].announced.moment != nil { return 1 }
        if apps[basics: app].announces { return 0 }
        let chance = content(of: app).probabilityNew(
            after: contentHours.passed(from: apps[basics: app].lastSync, to: moment), configuration.content)
        return contentCalibration.probability(chance, apps[app].contentBias, hour: moment.hour)
    }

    /// Tells whether the source of `app` announces all its changes by ``Observation/contentHint(_:)`` (a push
    /// service, a change feed): then silence means that nothing is new.
    ///
    /// - Complexity: O(1).
    public mutating func setAnnouncesContent(_ announces: Bool, of app: AppID) throws(SchedulerError) {
        guard apps.indices.contains(app.index) else { throw .unknownApp(app) }
        apps[basics: app.index].announces = announces
        plan = .unknown
    }

    /// Learns that the source of `app` announced a change.
    mutating func learnHint(of app: Int, at now: Instant) {
        guard now >= apps[basics: app].lastSync else { return }
        active.insert(app)
        if apps[basics: app].announces, apps[app].announced.moment == nil { learnChange(of: app, at: now) }
        apps[app].announced.moment = now
    }

    private mutating func learnChange(of app: Int, at now: Instant) {
        var belief = content(of: app)
        let before = belief.looks > 0 ? belief.rate : nil
        let gap = contentHours.passed(from: apps[basics: app].lastSync, to: now, clock: conditions.clock)
        belief.learnChange(after: gap, configuration.content)
        contentPrior.update(from: before, to: belief.rate)
        apps[app].content = belief
    }

    /// Learns what a look at the source of `app` found that was current at `moment`.
    mutating func learnContent(_ foundNew: Bool, of app: Int, at moment: Instant) {
        let begin = apps[basics: app].lastSync
        var belief = content(of: app)
        let before = belief.looks > 0 ? belief.rate : nil
        let gap = contentHours.passed(from: begin, to: moment, clock: conditions.clock)
        let chance = belief.probabilityNew(after: gap, configuration.content)
        contentCalibration.learn(
            foundNew, chance, &apps[app].contentBias, hour: conditions.clock.hour(moment),
            // Written so that what is no number is nothing.
            pace: configuration.content.calibration > 0 ? min(configuration.content.calibration, 3) : 0)
        if belief.active > 0.5 {
            contentHours.learn(
                foundNew: foundNew, rate: belief.rate.mean, from: begin, to: moment, passed: gap,
                clock: conditions.clock, configuration.content)
        }
        belief.learn(foundNew: foundNew, after: gap, configuration.content)
        contentPrior.update(from: before, to: belief.rate)
        apps[app].content = belief
    }
}
