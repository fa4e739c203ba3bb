import Testing

@testable import FetchSched

/// How sessions go on.
@Suite struct SessionLengthsTests {
    /// Sessions an hour apart, with launches that last a second each.
    private struct Course {
        var rest: SessionRest { lengths.rest(of: session) }
        var lengths = SessionLengths(halfLife: 1e9)
        var session = SessionTracker(gap: .minutes(5))
        var now = FetchTime.monday

        mutating func launch(after seconds: Double) {
            now = now + .seconds(seconds)
            lengths.learn(at: now, session)
            session.launch(at: now)
            session.endUse(at: now + .seconds(1))
        }

        /// Learns sessions of so many launches each, with so many seconds from launch to launch.
        init(_ sessions: [Int], gap: (Int) -> Double = { _ in 60 }) {
            for launches in sessions {
                for launch in 0..<launches { self.launch(after: launch == 0 ? 3600 : gap(launch)) }
            }
        }
    }

    @Test func believesInTwoLaunchesAtFirst() {
        let course = Course([])
        #expect(course.rest.goesOn == 0.5)
        #expect(course.lengths.launchesToCome(after: 2) == 1 && course.lengths.launchesAfterFirst == 1)
        #expect(course.lengths.secondsToNext == 80)
    }

    /// Counted again from all sessions, without belief.
    @Test func agreesWithACount() {
        var random = SplitMix64(seed: 8)
        var sessions: [Int] = []
        for _ in 0..<5000 {
            var launches = 1
            // Those of one kind stop soon, those of the other do not.
            let goesOn = random.bernoulli(0.5) ? 0.3 : 0.95
            while launches < 300, random.bernoulli(goesOn) { launches += 1 }
            sessions.append(launches)
        }
        for launches in [1, 2, 5, 12, 20] {
            let course = Course(sessions + [launches])
            let lengths = (1...300).filter { $0.leadingZeroBitCount == launches.leadingZeroBitCount }
            let next = (1...300).filter { $0.leadingZeroBitCount == (launches + 1).leadingZeroBitCount }
            let met = sessions.map { session in lengths.count { $0 <= session } }.reduce(0, +)
            let followed = sessions.map { session in lengths.count { $0 < session } }.reduce(0, +)
            let metNext = sessions.map { session in next.count { $0 <= session } }.reduce(0, +)
            let followers = sessions.map { session in next.map { max(0, session - $0) }.reduce(0, +) }
                .reduce(0, +)
            let goesOn = course.rest.goesOn
            #expect(abs(goesOn - Double(followed) / Double(met)) < 0.01, "\(launches)")
            let expected = Double(followers) / Double(metNext)
            #expect(abs(course.rest.launchesAfter / expected - 1) < 0.05, "\(launches)")
        }
    }

    @Test func secondsFromLaunchToLaunch() {
        let course = Course([Int](repeating: 21, count: 500)) { $0.isMultiple(of: 2) ? 10 : 190 }
        #expect(abs(course.lengths.secondsToNext - 100) < 1)
    }

    /// The probability of one that has each launch with the same probability is that of a geometric number of them; and
    /// whatever comes, probabilities are probabilities.
    @Test func probabilitiesOfARest() {
        let geometric = SessionRest(goesOn: 0.75, launchesAfter: 3)
        #expect(abs(geometric.probability(next: 0.2, later: 0.2) - 3 * 0.2 / (1 + 3 * 0.2)) < 1e-12)
        var random = SplitMix64(seed: 9)
        for _ in 0..<300 {
            var course = Course([])
            course.lengths = SessionLengths(halfLife: 50)
            for _ in 0..<random.below(300) {
                if random.bernoulli(0.05) { course.now = .monday - .days(1) }
                course.launch(after: random.exponential(mean: 200))
            }
            let (rest, lengths) = (course.rest, course.lengths)
            let probability = rest.probability(next: random.nextUnit(), later: random.nextUnit())
            #expect(probability >= 0 && probability <= 1 && rest.launchesAfter >= 0)
            #expect(rest.goesOn >= 0 && rest.goesOn <= 1)
            #expect(lengths.secondsToNext > 0 && lengths.secondsToNext <= 3600)
        }
    }
}
