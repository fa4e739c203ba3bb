import Testing

@testable import FetchSched

/// How sessions go on.
@Suite struct SessionCourseTests {
    /// Learns sessions of so many launches each, an hour apart, with so many seconds from launch to launch.
    private func course(_ sessions: [Int], gap: (Int) -> Double = { _ in 60 }) -> SessionCourse {
        var course = SessionCourse(halfLife: 1e9)
        var now = Instant.monday
        for launches in sessions {
            for launch in 0..<launches {
                if launch > 0 { now = now + .seconds(gap(launch)) }
                course.learn(at: now, newSession: launch == 0)
            }
            now = now + .hours(1)
        }
        return course
    }

    @Test func believesInTwoLaunchesAtFirst() {
        let course = SessionCourse(halfLife: 100)
        #expect(course.goesOn == 0.5)
        #expect(course.launchesAfterNext == 1)
        #expect(course.launchesAfterFirst == 1)
        #expect(course.secondsToNext == 80 && course.secondsLeftToNext == 80)
    }

    /// Half the sessions have one launch, half have nine: after the first nobody knows which it is, after the second all is
    /// known.
    @Test func aSessionThatGoesOnGoesOn() {
        var course = course((0..<4000).map { $0.isMultiple(of: 2) ? 1 : 9 } + [1])
        #expect(abs(course.goesOn - 0.5) < 0.01)
        #expect(abs(course.launchesAfterFirst - 4) < 0.05)
        // Of two or three launches: seven or six to come.
        #expect(abs(course.launchesAfterNext - 6.5) < 0.1)
        course.learn(at: .monday, newSession: false)
        #expect(course.goesOn > 0.99)
        for _ in 0..<5 { course.learn(at: .monday, newSession: false) }
        // Of seven launches, the eighth and ninth: one or none.
        #expect(abs(course.launchesAfterNext - 0.5) < 0.05)
    }

    /// Counted again from all sessions, without belief.
    @Test func agreesWithACount() {
        var random = SplitMix64(seed: 8)
        var sessions: [Int] = []
        for _ in 0..<5000 {
            var launches = 1
            // Those of one kind stop soon, those of the other do not.
            let goesOn = random.chance(0.5) ? 0.3 : 0.95
            while launches < 300, random.chance(goesOn) { launches += 1 }
            sessions.append(launches)
        }
        for launches in [1, 2, 5, 12, 20] {
            let course = course(sessions + [launches])
            let lengths = (1...300).filter { $0.leadingZeroBitCount == launches.leadingZeroBitCount }
            let next = (1...300).filter { $0.leadingZeroBitCount == (launches + 1).leadingZeroBitCount }
            let met = sessions.map { session in lengths.count { $0 <= session } }.reduce(0, +)
            let followed = sessions.map { session in lengths.count { $0 < session } }.reduce(0, +)
            let metNext = sessions.map { session in next.count { $0 <= session } }.reduce(0, +)
            let followers = sessions.map { session in next.map { max(0, session - $0) }.reduce(0, +) }
                .reduce(0, +)
            #expect(abs(course.goesOn - Double(followed) / Double(met)) < 0.01, "\(launches)")
            let expected = Double(followers) / Double(metNext)
            #expect(abs(course.launchesAfterNext / expected - 1) < 0.05, "\(launches)")
        }
    }

    /// Gaps of 10 and of 190 s: from most moments it is long until the next launch.
    @Test func momentsLieInLongGaps() {
        let course = course([Int](repeating: 21, count: 500)) { $0.isMultiple(of: 2) ? 10 : 190 }
        #expect(abs(course.secondsToNext - 100) < 1)
        #expect(abs(course.secondsLeftToNext - (10 * 10 + 190 * 190) / 400.0) < 1)
    }

    /// What the hazard of pauses says of a session of any length is what its length says if it says nothing.
    @Test func lengthMovesTheOdds() {
        var course = course((0..<4000).map { $0.isMultiple(of: 2) ? 1 : 9 } + [1])
        #expect(abs(course.goesOn(ifAnyDoesWith: 0.8) - 0.5) < 0.01)
        course.learn(at: .monday, newSession: false)
        #expect(course.goesOn(ifAnyDoesWith: 0.8) > 0.99)
        #expect(course.goesOn(ifAnyDoesWith: 0) == 0)
        #expect(course.goesOn(ifAnyDoesWith: 1) == 1)
    }

    /// The chance of one that has each launch with the same chance is that of a geometric number of them; and whatever comes,
    /// chances are chances.
    @Test func chancesOfARest() {
        let geometric = SessionCourse.Rest(goesOn: 0.75, launchesAfter: 3)
        #expect(abs(geometric.chance(next: 0.2, later: 0.2) - 3 * 0.2 / (1 + 3 * 0.2)) < 1e-12)
        var random = SplitMix64(seed: 9)
        for _ in 0..<1000 {
            var course = SessionCourse(halfLife: 50)
            for _ in 0..<random.below(300) {
                course.learn(
                    at: random.chance(0.05) ? .distantPast : .monday + .seconds(random.nextUnit() * 1e6),
                    newSession: random.chance(0.3))
            }
            let rest = course.rest(goesOn: course.goesOn(ifAnyDoesWith: random.nextUnit()))
            let (next, later) = (random.nextUnit(), random.nextUnit())
            let chance = rest.chance(next: next, later: later)
            #expect(chance >= 0 && chance <= 1 && rest.launchesAfter >= 0)
            let soon = rest.chance(next: next, later: later, nextInTime: 0.9, laterInTime: 0.5)
            #expect(soon >= 0 && soon <= chance)
            #expect(course.secondsToNext > 0 && course.secondsLeftToNext > 0)
        }
    }

    /// Gaps drawn from a Lomax distribution: at any age of a gap the chance that it is over within a time is what it is of those
    /// drawn, from their mean and that of their squares alone.
    @Test func waitsGrowWithTheirAge() {
        var random = SplitMix64(seed: 12)
        // Shape 4: the fourth moment is not there, so that many are needed.
        let gaps = (0..<200_000).map { _ in
            150 * (PortableMath.exp(-PortableMath.log(1 - random.nextUnit()) / 4) - 1)
        }
        let toNext = gaps.reduce(0, +) / Double(gaps.count)
        let leftToNext = gaps.map { $0 * $0 }.reduce(0, +) / Double(gaps.count) / (2 * toNext)
        for age in [0.0, 20, 60, 200] {
            let wait = SessionCourse.Wait(toNext: toNext, leftToNext: leftToNext, age: age)
            let lasting = gaps.filter { $0 > age }
            for seconds in [10.0, 60, 300] {
                let over = lasting.count { $0 <= age + seconds }
                #expect(abs(wait.isOver(within: seconds) - Double(over) / Double(lasting.count)) < 0.02)
            }
            let mean = lasting.reduce(0, +) / Double(lasting.count) - age
            #expect(abs(wait.mean / mean - 1) < 0.06)
        }
    }

    /// Gaps that are all alike, or of which nothing is known, are taken to be exponential.
    @Test func waitsWithoutTailsAreExponential() {
        for age in [0.0, 100] {
            let wait = SessionCourse.Wait(toNext: 80, leftToNext: 40, age: age)
            #expect(wait.mean == 80)
            #expect(abs(wait.isOver(within: 80) - 0.632_120_558_828_557_7) < 1e-12)
        }
        #expect(SessionCourse(halfLife: 100).wait(at: .monday).mean == 80)
        let wait = course([5, 5, 5], gap: { $0.isMultiple(of: 2) ? 1 : 3000 }).wait(at: .distantFuture)
        #expect(wait.mean.isFinite && wait.isOver(within: 1e300) <= 1 && wait.isOver(within: 0) == 0)
    }

    /// The first launch of an app among a geometric number of launches: counted in a simulation.
    @Test func countsLaunchesUntilTheFirst() {
        var random = SplitMix64(seed: 13)
        for (after, later) in [(0.5, 0.1), (4, 0.05), (4, 0.5), (10, 0.2)] {
            let rest = SessionCourse.Rest(goesOn: 1, launchesAfter: after)
            var (places, count) = (0, 0)
            for _ in 0..<100_000 {
                var place = 0
                while random.chance(after / (1 + after)) {
                    place += 1
                    if random.chance(later) {
                        (places, count) = (places + place, count + 1)
                        break
                    }
                }
            }
            #expect(abs(rest.launchesUntil(later: later) / (Double(places) / Double(count)) - 1) < 0.04)
        }
    }
}
