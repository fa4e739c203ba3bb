/// How often each app's source changes, and how likely it has something new.
///
/// Each source has a ``ContentBelief``, in the time of the sources (``ContentHours``). What it says of the chance of something
/// new is corrected by a ``ContentCalibration``. A new source begins with the ``SharedPrior`` of the others.
struct ContentModel: Sendable {
    private(set) var hours: ContentHours
    private(set) var prior: SharedPrior
    private(set) var calibration = ContentCalibration()
    private let parameters: ContentParameters

    init(_ parameters: ContentParameters) {
        self.parameters = parameters
        hours = ContentHours(parameters)
        prior = SharedPrior(parameters)
    }

    // MARK: Answers

    func belief(of app: Int, _ apps: AppTable) -> ContentBelief {
        let belief = apps[app].content
        return belief.looks > 0 ? belief : ContentBelief(prior: prior.rate)
    }

    /// How fast the time of the app's source passes in each hour ahead.
    func pace(of app: Int, _ apps: AppTable) -> ChangePace { hours.pace(apps[app].hours) }

    /// Changes per second of the source's time.
    func meanChange(of app: Int, _ apps: AppTable) -> Double {
        apps[app].content.looks > 0 ? apps[app].content.rate.mean : prior.rate.mean
    }

    /// The chance that the source of `app` has something new that the app lacks.
    func somethingNew(_ app: Int, _ apps: AppTable, at now: Instant, _ clock: LocalClock) -> Double {
        if let known = Self.announced(app, apps) { return known }
        let believed = believed(of: app, apps, until: now, clock)
        return calibration.probability(believed, apps[app].contentBias, hour: clock.hour(now))
    }

    private func believed(of app: Int, _ apps: AppTable, until now: Instant, _ clock: LocalClock) -> Double {
        let gap = hours.passed(from: apps[basics: app].lastSync, to: now, apps[app].hours, clock: clock)
        return belief(of: app, apps).probabilityNew(after: gap, parameters)
    }

    /// The source's time from the last look on, for many questions about it.
    func course(of app: Int, _ apps: AppTable, _ clock: LocalClock) -> ContentHours.Course {
        hours.course(from: apps[basics: app].lastSync, apps[app].hours, clock: clock)
    }

    /// The chance at any moment ahead, if nothing was announced: without steps from hour to hour.
    func chance(
        of app: Int, _ apps: AppTable, _ course: ContentHours.Course, at moment: Instant, _ clock: LocalClock
    ) -> Double {
        let gap = hours.passed(course, to: moment, clock: clock)
        return calibration.probability(
            belief(of: app, apps).probabilityNew(after: gap, parameters), apps[app].contentBias,
            hourBias: calibration.hourBias(at: clock.timeOfDay(moment)))
    }

    /// The chance as far as it was announced: 1 after a hint, else 0 for a source that announces all; nil if that says nothing.
    static func announced(_ app: Int, _ apps: AppTable) -> Double? {
        if apps[app].announced.moment != nil { return 1 }
        return apps[basics: app].announcesAll ? 0 : nil
    }

    // MARK: Learning

    /// Learns that the source says that it has something new.
    mutating func learnHint(of app: Int, _ apps: inout AppTable, at now: Instant, _ clock: LocalClock) {
        let sync = apps[basics: app].lastSync
        guard now >= sync else { return }
        apps.makeKnown(app)
        if apps[basics: app].announces, apps[app].announced.moment == nil {
            let gap = hours.passed(from: sync, to: now, apps[app].hours, clock: clock)
            change(of: app, &apps) { $0.learnChange(after: gap, $1) }
        }
        apps[app].announced.moment = now
    }

    /// Learns what a look at the source found: by a fetch that began at `moment`, or by a launch then.
    mutating func learnLook(
        foundNew: Bool, of app: Int, _ apps: inout AppTable, at moment: Instant, _ clock: LocalClock
    ) {
        apps[app].silentLooks = foundNew ? 0 : min(apps[app].silentLooks, .max - 1) + 1
        // A look that found something has the change that the host dated, also one that came after the fetch began.
        let moment = foundNew ? max(moment, apps[app].datedChange.moment ?? moment) : moment
        let isAnnounced = apps[app].announced.moment.map { $0 <= moment } ?? false
        if isAnnounced { apps[app].announced.moment = nil }
        // A look at an instant that is known already (a launch overtook the fetch) says nothing more.
        guard moment > apps[basics: app].lastSync else { return }
        // The first look at a source tells only what there is.
        guard apps[basics: app].lastSync > .distantPast else { return apps[basics: app].lastSync = moment }
        // A change that was announced has been learned from.
        if !(isAnnounced && apps[basics: app].announces) {
            learnGap(foundNew: foundNew, of: app, &apps, until: moment, clock)
        }
        apps[basics: app].lastSync = moment
    }

    /// Learns whether the source changed since the app's copy was last known to be up to date.
    private mutating func learnGap(
        foundNew: Bool, of app: Int, _ apps: inout AppTable, until moment: Instant, _ clock: LocalClock
    ) {
        let sync = apps[basics: app].lastSync
        // Dated changes have been learned from; after the last of them there was nothing.
        let dated = apps[app].datedChange.moment.flatMap { $0 > sync ? min($0, moment) : nil }
        if dated == nil { calibrate(foundNew: foundNew, of: app, &apps, until: moment, clock) }
        learn(
            foundNew: foundNew && dated == nil, isAtEnd: false, of: app, &apps, from: dated ?? sync,
            to: moment, clock)
    }

    /// Learns when the source changed, as the host read in what a look found. Told before the look is reported.
    mutating func learnChange(
        of app: Int, _ apps: inout AppTable, at moment: Instant, now: Instant, _ clock: LocalClock
    ) {
        let sync = apps[basics: app].lastSync
        let begin = max(sync, apps[app].datedChange.moment ?? sync)
        // A source that announces all its changes has announced this one.
        guard moment > begin, moment <= now, !apps[basics: app].announces else { return }
        apps.makeKnown(app)
        // Before the first look, the oldest change is where the time of the others is counted from.
        guard begin > .distantPast else { return apps[basics: app].lastSync = moment }
        // The first one is what the look found.
        if begin == sync { calibrate(foundNew: true, of: app, &apps, until: now, clock) }
        learn(foundNew: true, isAtEnd: true, of: app, &apps, from: begin, to: moment, clock)
        apps[app].datedChange.moment = moment
        // Should the look fail, there is something new all the same.
        if apps[app].announced.moment == nil { apps[app].announced.moment = moment }
    }

    private mutating func learn(
        foundNew: Bool, isAtEnd: Bool, of app: Int, _ apps: inout AppTable, from begin: Instant,
        to end: Instant, _ clock: LocalClock
    ) {
        let belief = belief(of: app, apps)
        let gap = hours.passed(from: begin, to: end, apps[app].hours, clock: clock)
        if belief.active > 0.5 || isAtEnd {
            hours.learn(
                foundNew: foundNew, isAtEnd: isAtEnd, rate: belief.rate.mean, of: &apps[app].hours,
                from: begin, to: end, passed: gap, clock: clock, parameters)
        }
        change(of: app, &apps) {
            if isAtEnd {
                $0.learnChange(after: gap, $1)
            } else {
                $0.learn(foundNew: foundNew, after: gap, $1)
            }
        }
    }

    /// Learns how well the chance of something new was forecast.
    private mutating func calibrate(
        foundNew: Bool, of app: Int, _ apps: inout AppTable, until now: Instant, _ clock: LocalClock
    ) {
        calibration.learn(
            foundNew, believed(of: app, apps, until: now, clock), &apps[app].contentBias,
            hour: clock.hour(now),
            // Written so that NaN is 0.
            pace: parameters.calibration > 0 ? min(parameters.calibration, 3) : 0)
    }

    /// Changes the belief about a source, and with it the prior that the sources share.
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
