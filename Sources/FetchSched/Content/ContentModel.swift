/// What is known of the apps' sources: what is believed of each is in the ``AppTable``, what they share is here.
struct ContentModel: Sendable {
    /// When sources change in the course of a day.
    private(set) var hours: ContentHours
    /// What the others suggest of a source that nobody has looked at.
    private(set) var prior: SharedPrior
    private(set) var calibration = ContentCalibration()
    private let parameters: ContentParameters

    init(_ parameters: ContentParameters) {
        self.parameters = parameters
        hours = ContentHours(parameters)
        prior = SharedPrior(parameters)
    }

    /// Fits what sources share, before it is asked for again and again. Answers are the same without.
    mutating func fit() { prior.fit() }

    // MARK: Answers

    /// What is believed of the source of `app`.
    @inline(__always)
    func belief(of app: Int, _ apps: AppTable) -> ContentBelief {
        let belief = apps[app].content
        return belief.looks > 0 ? belief : ContentBelief(prior: prior.rate)
    }

    /// How fast the time of the source of `app` passes, hour by hour.
    @inline(__always)
    func pace(of app: Int, _ apps: AppTable) -> SourcePace { SourcePace(hours.pace, apps[app].hours) }

    /// How often the source of `app` is believed to change, per second.
    @inline(__always)
    func meanChange(of app: Int, _ apps: AppTable) -> Double {
        apps[app].content.looks > 0 ? apps[app].content.rate.mean : prior.rate.mean
    }

    /// The chance that the source of `app` has something new at `moment`.
    ///
    /// - Complexity: O(1).
    @inline(__always)
    func somethingNew(_ app: Int, _ apps: AppTable, at moment: ContentHours.Reading) -> Double {
        if let known = Self.announced(app, apps) { return known }
        let gap = hours.passed(from: apps[basics: app].lastSync, to: moment, apps[app].hours)
        return somethingNew(app, apps, believed: believed(of: app, apps, after: gap), at: moment)
    }

    /// The same after a gap since the last look, in the source's time, by the belief about the source alone, whatever it
    /// announces.
    @inline(__always)
    func believed(of app: Int, _ apps: AppTable, after gap: TimeSpan) -> Double {
        belief(of: app, apps).probabilityNew(after: stretched(gap, of: app, apps), parameters)
    }

    /// What a gap since the last look counts for, by what is known of the source's intervals.
    @inline(__always)
    func stretched(_ gap: TimeSpan, of app: Int, _ apps: AppTable) -> TimeSpan {
        guard apps[app].intervals.areKnown else { return gap }
        return .seconds(apps[app].intervals.stretched(gap.seconds, rate: meanChange(of: app, apps)))
    }

    /// The same of eight gaps, in seconds.
    @inline(__always)
    func stretched(_ gaps: PortableMath.Lanes, of app: Int, _ apps: AppTable) -> PortableMath.Lanes {
        guard apps[app].intervals.areKnown else { return gaps }
        let rate = meanChange(of: app, apps)
        var result = gaps
        for lane in 0..<8 { result[lane] = apps[app].intervals.stretched(gaps[lane], rate: rate) }
        return result
    }

    /// The chance of something new of which the belief says `chance`.
    @inline(__always)
    func somethingNew(
        _ app: Int, _ apps: AppTable, believed chance: Double, at moment: ContentHours.Reading
    ) -> Double {
        calibration.probability(chance, apps[app].contentBias, hour: moment.hour)
    }

    /// After which gap, in source time, the source of `app` has something new with that chance, if it is asked in an hour of
    /// that ``ContentCalibration/hourBias(_:)``; nil if not within ``longestGap``.
    ///
    /// - Complexity: O(1), a few logarithms and exponentials.
    func gap(until chance: Double, of app: Int, _ apps: AppTable, hourBias: Double) -> TimeSpan? {
        let asked = calibration.believed(for: chance, apps[app].contentBias, hourBias: hourBias)
        guard asked > 0 else { return .zero }
        return belief(of: app, apps).gap(until: asked, atMost: Self.longestGap, parameters).map {
            .seconds(apps[app].intervals.unstretched($0, rate: meanChange(of: app, apps)))
        }
    }

    /// No source is left alone for longer, in seconds: 60 days.
    private static var longestGap: Double { 60 * 86_400 }

    /// By how much the belief that the source of `app` has something new may grow in a second, at the most.
    @inline(__always)
    func mostGrowth(of app: Int, _ apps: AppTable) -> Double {
        // While it is active it changes; that it may have fallen asleep since lets it grow a little faster at first.
        meanChange(of: app, apps) * (1 + 1 / max(1, parameters.changesPerSilence))
            * apps[app].intervals.mostRatio
    }

    /// The chance of something new where the source said so, or would have; nil where that says nothing.
    @inline(__always)
    static func announced(_ app: Int, _ apps: AppTable) -> Double? {
        if apps[app].announced.moment != nil { return 1 }
        return apps[basics: app].announces ? 0 : nil
    }

    // MARK: Learning

    /// Learns that the source of `app` announced a change. Whoever announces all of them tells their rate by that.
    mutating func learnHint(of app: Int, _ apps: inout AppTable, at now: Instant, _ clock: LocalClock) {
        guard now >= apps[basics: app].lastSync else { return }
        apps.active.insert(app)
        if apps[basics: app].announces, apps[app].announced.moment == nil {
            let gap = hours.passed(
                from: apps[basics: app].lastSync, to: now, apps[app].hours, clock: clock)
            change(of: app, &apps) { $0.learnChange(after: gap, $1) }
        }
        apps[app].announced.moment = now
    }

    /// Learns what a look at the source of `app` found that was current at `moment`.
    mutating func learnLook(
        foundNew: Bool, of app: Int, _ apps: inout AppTable, at moment: Instant, _ clock: LocalClock
    ) {
        apps[app].silentLooks = foundNew ? 0 : min(apps[app].silentLooks, .max - 1) + 1
        // What was loaded has the changes that it told of, also one that came after the fetch began.
        let moment = foundNew ? max(moment, apps[app].intervals.last.moment ?? moment) : moment
        let told = apps[app].announced.moment.map { $0 <= moment } ?? false
        if told { apps[app].announced.moment = nil }
        // A look at a moment that is known already (a launch overtook the fetch) says nothing more.
        guard moment > apps[basics: app].lastSync else { return }
        // What was announced has been learned from.
        if !(told && apps[basics: app].announces) {
            learnGap(foundNew: foundNew, of: app, &apps, until: moment, clock)
        }
        apps[basics: app].lastSync = moment
    }

    /// Learns that the source of `app` changed at `moment`, as its content says (the date of a feed's entry).
    ///
    /// All changes since the last look are to be told, in their order and before what the look found: then each tells the
    /// rate for itself, and the hours and intervals of the source. Until a look succeeds there is something new for certain.
    mutating func learnChange(
        of app: Int, _ apps: inout AppTable, at moment: Instant, now: Instant, _ clock: LocalClock
    ) {
        let (sync, last) = (apps[basics: app].lastSync, apps[app].intervals.last.moment)
        let begin = max(sync, last ?? sync)
        // Whoever announces all changes has told of them.
        guard moment > begin, moment <= now, !apps[basics: app].announces else { return }
        apps.active.insert(app)
        // The first one is what the look found.
        if begin == sync { calibrate(foundNew: true, of: app, &apps, from: sync, to: now, clock) }
        let rate = belief(of: app, apps).rate.mean
        let gap = hours.passed(from: begin, to: moment, apps[app].hours, clock: clock)
        let interval = last.map {
            hours.passed(from: $0, to: moment, apps[app].hours, clock: clock).seconds * rate
        }
        hours.learn(
            .changeAtEnd, rate: rate, of: &apps[app].hours, from: begin, to: moment, passed: gap,
            clock: clock,
            parameters)
        apps[app].intervals.learn(changeAt: moment, after: interval)
        change(of: app, &apps) { $0.learnChange(after: gap, $1) }
        // Should the look fail that told of it, there is something new all the same.
        if apps[app].announced.moment == nil { apps[app].announced.moment = moment }
    }

    /// Learns whether the source of `app` changed since its copy was last known to be up to date.
    private mutating func learnGap(
        foundNew: Bool, of app: Int, _ apps: inout AppTable, until moment: Instant, _ clock: LocalClock
    ) {
        let sync = apps[basics: app].lastSync
        let told = apps[app].intervals.last.moment
        // What was told has been learned from; after that there was nothing.
        let wasTold = told.map { $0 > sync } ?? false
        let begin = wasTold ? min(told ?? sync, moment) : sync
        let foundNew = foundNew && !wasTold
        if !wasTold { calibrate(foundNew: foundNew, of: app, &apps, from: sync, to: moment, clock) }
        let belief = belief(of: app, apps)
        let gap = hours.passed(from: begin, to: moment, apps[app].hours, clock: clock)
        if belief.active > 0.5 {
            hours.learn(
                foundNew ? .something : .nothing, rate: belief.rate.mean, of: &apps[app].hours, from: begin,
                to: moment, passed: gap, clock: clock, parameters)
        }
        change(of: app, &apps) { $0.learn(foundNew: foundNew, after: gap, $1) }
        if foundNew { apps[app].intervals.lose() }
        if let last = apps[app].intervals.last.moment {
            apps[app].intervals.look(
                age: hours.passed(from: last, to: moment, apps[app].hours, clock: clock).seconds)
        }
    }

    /// Learns how well the chance of something new was foretold.
    private mutating func calibrate(
        foundNew: Bool, of app: Int, _ apps: inout AppTable, from begin: Instant, to moment: Instant,
        _ clock: LocalClock
    ) {
        let gap = hours.passed(from: begin, to: moment, apps[app].hours, clock: clock)
        calibration.learn(
            foundNew, believed(of: app, apps, after: gap), &apps[app].contentBias, hour: clock.hour(moment),
            // Written so that NaN is nothing.
            pace: parameters.calibration > 0 ? min(parameters.calibration, 3) : 0)
    }

    /// Changes what is believed of a source, and with it what the sources share.
    private mutating func change(
        of app: Int, _ apps: inout AppTable, by learn: (inout ContentBelief, ContentParameters) -> Void
    ) {
        var belief = belief(of: app, apps)
        let before = belief.looks > 0 ? belief.rate : nil
        learn(&belief, parameters)
        prior.update(from: before, to: belief.rate)
        apps[app].content = belief
    }
}

extension ContentModel: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&hours)
        try coder.code(&prior)
        try coder.code(&calibration)
    }
}
