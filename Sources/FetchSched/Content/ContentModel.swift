/// How often each app's source changes, and how likely it has something new.
///
/// Each source has a ``ContentBelief``, in the time of the sources (``ContentHours``). A ``ContentCalibration``
/// corrects its probability of something new. A new source starts with the ``SharedPrior`` of the others.
struct ContentModel: Sendable, SnapshotCoded {
    private(set) var hours: ContentHours
    private(set) var prior: SharedPrior
    private(set) var calibration: ContentCalibration
    private(set) var announcements = AnnouncementPrior()
    private let parameters: ContentParameters

    init(_ parameters: ContentParameters) {
        self.parameters = parameters
        hours = ContentHours(parameters)
        prior = SharedPrior(parameters)
        calibration = ContentCalibration(parameters)
    }

    // MARK: Answers

    @inline(__always)  // A call copies the model.
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

    /// The probability that the source of `app` has something new that the app lacks.
    @inline(__always)  // A call copies the model.
    func somethingNew(_ app: Int, _ apps: AppTable, at now: FetchTime, _ clock: LocalClock) -> Double {
        // Checked first, as the call copies the model.
        if apps[app].announced.known != nil, let known = announced(app, apps) { return known }
        let believed = believed(of: app, apps, until: now, clock)
        return calibration.probability(believed, apps[app].contentBias, hour: clock.hour(now))
    }

    /// The probability of something new before calibration, if nothing was announced.
    @inline(__always)  // A call copies the model.
    private func believed(of app: Int, _ apps: AppTable, until now: FetchTime, _ clock: LocalClock) -> Double
    {
        let gap = hours.passed(from: apps[basics: app].lastSync, to: now, apps[app].hours, clock: clock)
        return announcedShare(app, apps).unannounced(
            belief(of: app, apps).probabilityNew(after: gap, parameters), after: gap.seconds)
    }

    /// The share of the source's changes that is announced.
    @inline(__always)  // A call copies the model.
    func announcedShare(_ app: Int, _ apps: AppTable) -> AnnouncedShare {
        announcements.share(apps[app].announcements, isDeclared: apps[basics: app].announces)
    }

    /// A source from its last sync on, for many questions about it.
    struct Course: Sendable {
        fileprivate let hours: ContentHours.Course
        fileprivate let belief: ContentBelief
        fileprivate let parameters: ContentParameters
        fileprivate let share: AnnouncedShare
        fileprivate let calibration: ContentCalibration
        fileprivate let bias: ContentCalibration.Bias
        /// The age of the copy when an update was announced, in seconds, and the probability of one from then on.
        let announced: (age: Double, probability: Double)?

        /// The probability of something new for a copy of any age without announcements: no steps from hour to hour.
        func probability(age: Double) -> Double {
            let moment = hours.start + .seconds(age)
            let believed = belief.probabilityNew(after: hours.passed(to: moment), parameters)
            return calibration.probability(
                share.unannounced(believed, after: age), bias,
                hourBias: calibration.hourBias(at: hours.clock.timeOfDay(moment)))
        }

        /// The probability of something new for a copy after `passed` s of the source's time, with a bias of the hour.
        func probability(passed: Double, hourBias: Double) -> Double {
            let believed = belief.probabilityNew(after: .seconds(passed), parameters)
            return calibration.probability(
                share.unannounced(believed, after: passed), bias, hourBias: hourBias)
        }

        /// The mean bias of all hours.
        var meanHourBias: Double { calibration.meanHourBias }

        /// How much of the source's time passes until an age, in seconds.
        func passed(age: Double) -> Double { hours.passed(to: hours.start + .seconds(age)).seconds }
    }

    func course(of app: Int, _ apps: AppTable, _ clock: LocalClock) -> Course {
        let (record, last) = (apps[app], apps[basics: app].lastSync)
        return Course(
            hours: hours.course(from: last, record.hours, clock: clock), belief: belief(of: app, apps),
            parameters: parameters, share: announcedShare(app, apps), calibration: calibration,
            bias: record.contentBias,
            announced: announced(app, apps).map {
                (max(0, ((record.announced.known ?? last) - last).seconds), $0)
            })
    }

    /// The probability after an announcement; nil without one since the last sync.
    func announced(_ app: Int, _ apps: AppTable) -> Double? {
        guard apps[app].announced.known != nil else { return nil }
        return apps[app].isAnnounced ? announcements.truth(apps[app].announcements) : 1
    }

    // MARK: Learning

    /// Learns that the source says that it has something new.
    mutating func learnHint(of app: Int, _ apps: inout AppTable, at now: FetchTime, _ clock: LocalClock) {
        let sync = apps[basics: app].lastSync
        guard now >= sync else { return }
        apps.makeKnown(app)
        if apps[app].announced.known == nil, isBelieved(app, apps) {
            let gap = hours.passed(from: sync, to: now, apps[app].hours, clock: clock)
            change(of: app, &apps) { $0.learnChange(after: gap, $1) }
        }
        apps[app].announced = now
    }

    /// Learns what a look at the source found: by a fetch that started at `moment`, or by a launch then.
    mutating func learnLook(
        foundNew: Bool, of app: Int, _ apps: inout AppTable, at moment: FetchTime, _ clock: LocalClock
    ) {
        learnAnnouncement(foundNew: foundNew, of: app, &apps, at: moment)
        apps[app].silentLooks = foundNew ? 0 : min(apps[app].silentLooks, .max - 1) + 1
        // A look that found something has the change that the host dated, also a change after the start of the fetch.
        let moment = foundNew ? max(moment, apps[app].datedChange.known ?? moment) : moment
        let hint = apps[app].announced.known.flatMap { $0 <= moment ? $0 : nil }
        let wasAnnounced = hint != nil && apps[app].isAnnounced
        if hint != nil { apps[app].announced = .distantPast }
        // A look at an instant that is known already (a launch overtook the fetch) says nothing more.
        guard moment > apps[basics: app].lastSync else { return }
        // The first look at a source shows only its present content.
        guard apps[basics: app].lastSync > .distantPast else { return apps[basics: app].lastSync = moment }
        // A change that was announced has been learned from.
        if !(wasAnnounced && foundNew && isBelieved(app, apps)) {
            learnGap(
                foundNew: foundNew, wasAnnounced: wasAnnounced, of: app, &apps, until: moment, clock)
        }
        apps[basics: app].lastSync = moment
    }

    /// Whether the source's announcements are more often true than not, so that each counts as a change when it comes.
    private func isBelieved(_ app: Int, _ apps: AppTable) -> Bool {
        announcements.truth(apps[app].announcements) >= 0.5
    }

    /// Learns whether what a look found had been announced before the look started, at `moment`.
    private mutating func learnAnnouncement(
        foundNew: Bool, of app: Int, _ apps: inout AppTable, at moment: FetchTime
    ) {
        let old = apps[app].announcements
        let hint = apps[app].isAnnounced ? apps[app].announced.known : nil
        guard hint != nil || foundNew && (old.isSeen || apps[basics: app].announces), hint ?? moment <= moment
        else { return }
        apps[app].announcements.learn(foundNew: foundNew, wasAnnounced: hint != nil)
        announcements.update(from: old, to: apps[app].announcements)
    }

    /// Learns whether the source changed since the app's copy was last known to be up to date.
    private mutating func learnGap(
        foundNew: Bool, wasAnnounced: Bool, of app: Int, _ apps: inout AppTable, until moment: FetchTime,
        _ clock: LocalClock
    ) {
        let sync = apps[basics: app].lastSync
        // Dated changes have been learned from; after the last of them there was nothing.
        let dated = apps[app].datedChange.known.flatMap { $0 > sync ? min($0, moment) : nil }
        if dated == nil, !wasAnnounced { calibrate(foundNew: foundNew, of: app, &apps, until: moment, clock) }
        learn(
            foundNew: foundNew && dated == nil, isAtEnd: false, of: app, &apps, from: dated ?? sync,
            to: moment, clock)
    }

    /// Learns when the source changed, as the host read in what a look found. Reported before the look.
    mutating func learnChange(
        of app: Int, _ apps: inout AppTable, at moment: FetchTime, now: FetchTime, _ clock: LocalClock
    ) {
        let sync = apps[basics: app].lastSync
        let start = max(sync, apps[app].datedChange.known ?? sync)
        // A change that was announced has been learned from.
        guard moment > start, moment <= now, !apps[app].isAnnounced else { return }
        apps.makeKnown(app)
        // Before the first look, the oldest change is where the time of the others is counted from.
        guard start > .distantPast else { return apps[basics: app].lastSync = moment }
        // The first one is what the look found.
        if start == sync { calibrate(foundNew: true, of: app, &apps, until: now, clock) }
        learn(foundNew: true, isAtEnd: true, of: app, &apps, from: start, to: moment, clock)
        // Should the look fail, there is something new all the same.
        apps[app].announced = moment
        apps[app].datedChange = moment
    }

    private mutating func learn(
        foundNew: Bool, isAtEnd: Bool, of app: Int, _ apps: inout AppTable, from start: FetchTime,
        to end: FetchTime, _ clock: LocalClock
    ) {
        let belief = belief(of: app, apps)
        let gap = hours.passed(from: start, to: end, apps[app].hours, clock: clock)
        if belief.active > 0.5 || isAtEnd {
            hours.learn(
                foundNew: foundNew, isAtEnd: isAtEnd, rate: belief.rate.mean, of: &apps[app].hours,
                from: start, to: end, passed: gap, clock: clock, parameters)
        }
        change(of: app, &apps) {
            if isAtEnd {
                $0.learnChange(after: gap, $1)
            } else {
                $0.learn(foundNew: foundNew, after: gap, $1)
            }
        }
    }

    private mutating func calibrate(
        foundNew: Bool, of app: Int, _ apps: inout AppTable, until now: FetchTime, _ clock: LocalClock
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

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&hours, &prior, &calibration, &announcements)
    }
}
