import Testing

@testable import FetchSched

/// What share of changes is announced: the formula, and what it is learned from.
@Suite struct AnnouncementsTests {
    /// Half of the sources have an update, three quarters of the updates are announced: of 8 sources 3 are announced, and of
    /// the other 5 one has an update.
    @Test func whatIsLeftWithoutAnAnnouncement() {
        #expect(abs(AnnouncedShare(now: 0.75, mayEnd: false).unannounced(0.5, after: 0) - 0.2) < 1e-12)
        // Where nothing is announced nothing changes, to the last bit.
        for probability in [0, 1e-9, 0.3, 0.7, 1] {
            #expect(AnnouncedShare(now: 0, mayEnd: false).unannounced(probability, after: 1e6) == probability)
        }
        #expect(AnnouncedShare(now: 1, mayEnd: false).unannounced(1, after: 0) == 0)
        #expect(AnnouncedShare(now: 1, mayEnd: false).unannounced(0.9, after: 0) == 0)
    }

    /// A source whose updates are announced with probability `share`, and as many times more announcements that prove empty.
    private func learned(share: Double, empty: Double, seed: UInt64) -> (share: Double, truth: Double) {
        var random = SplitMix64(seed: seed)
        var (prior, own) = (AnnouncementPrior(), Announcements())
        var (shares, truths, count) = (0.0, 0.0, 0.0)
        for step in 0..<2_000 {
            let old = own
            let isEmpty = random.bernoulli(empty / (1 + empty))
            own.learn(foundNew: !isEmpty, wasAnnounced: isEmpty || random.bernoulli(share))
            prior.update(from: old, to: own)
            guard step >= 100 else { continue }
            shares += prior.share(own, isDeclared: false).now
            truths += prior.truth(own)
            count += 1
        }
        return (shares / count, truths / count)
    }

    @Test(arguments: [0.1, 0.5, 0.9, 1]) func sharesAreLearned(share: Double) {
        #expect(abs(learned(share: share, empty: 0, seed: 1).share - share) < 0.04)
        let (_, truth) = learned(share: 1, empty: 3, seed: 2)
        #expect(abs(truth - 0.25) < 0.04, "\(truth)")
    }

    /// However many updates were announced, a silence in which several were expected is not believed for good.
    @Test func aServiceMayDie() {
        var (prior, own) = (AnnouncementPrior(), Announcements())
        for _ in 0..<1_000 {
            let old = own
            own.learn(foundNew: true, wasAnnounced: true)
            prior.update(from: old, to: own)
        }
        let share = prior.share(own, isDeclared: false)
        // One update an hour: nothing is expected within a few hours, and hardly anything else after a day.
        func unannounced(hours: Double) -> Double {
            let probability = 1 - PortableMath.exp(-hours)
            return share.unannounced(probability, after: hours * 3600)
        }
        #expect(unannounced(hours: 2) < 0.02)
        #expect(unannounced(hours: 8) > 0.4)
        #expect(unannounced(hours: 24) > 0.99)
    }

    @Test func whatIsDeclaredIsAStrongPriorAndNoSwitch() {
        let prior = AnnouncementPrior()
        var own = Announcements()
        #expect(prior.share(own, isDeclared: false).now == 0)
        #expect(prior.share(own, isDeclared: true).now == 0.999)
        own.learn(foundNew: true, wasAnnounced: false)
        #expect(prior.share(own, isDeclared: true).now > 0.85)
        for _ in 0..<60 { own.learn(foundNew: true, wasAnnounced: false) }
        #expect(prior.share(own, isDeclared: true).now < 0.4)
        // Of a source that never announced anything, it is known that it does not.
        #expect(prior.share(own, isDeclared: false).now == 0)
    }

    /// A check without an announcement that finds nothing says nothing.
    @Test func silenceSaysNothing() {
        var own = Announcements()
        own.learn(foundNew: false, wasAnnounced: false)
        #expect(own == Announcements())
    }

    /// Updates that pushes bring are changes, once each: the rate is theirs, and a poll between two finds nothing.
    @Test func findsOfPushesAreNoFindsOfPolls() throws {
        var configuration = SchedulerRulesTests.eager
        configuration.experiment.keepsScore = false
        var scheduler = Scheduler.with(configuration)
        let app = AppID(0)
        var (random, moment) = (SplitMix64(seed: 7), FetchTime.monday)
        var asked = 0
        for _ in 0..<300 {
            moment = moment + .seconds(90 + random.exponential(mean: 7200))
            scheduler.observe(.contentHint(app), at: moment)
            scheduler.observe(.radio(.push, until: moment), at: moment)
            // Now and then it is worth more to wait.
            if scheduler.nextFetch(at: moment) == nil { try scheduler.force(app, at: moment) }
            asked += scheduler.lastDecision?.reason == .push ? 1 : 0
            try scheduler.complete(app, .newData, at: moment + .seconds(1))
            while let probe = scheduler.nextFetch(at: moment + .seconds(1)) {
                try scheduler.complete(probe, .noData, at: moment + .seconds(1))
            }
        }
        #expect(asked > 100)
        #expect(abs(scheduler.content.belief(of: 0, scheduler.apps).rate.mean * 7200 - 1) < 0.35)
        for hours in [1, 2, 4] as [Int64] {
            #expect(scheduler.newContentProbability(of: app, at: moment + .hours(hours)) < 0.05)
        }
    }
}
