@testable import FetchSched
import Testing

/// A host that counts in seconds tells of things that come one after the other with the same time.
@Suite struct SameInstantTests {
    /// A user of regular habits, who opens an app at seven, twelve and nineteen; its source changes every five hours, and the
    /// radio is active every quarter of an hour, so also whenever the app is opened.
    ///
    /// - Returns: by week, how many of 21 launches were fresh.
    private func freshLaunches(weeks: Int, launchAfter delay: TimeSpan) throws -> [Int] {
        var scheduler = Scheduler(seed: 1)
        let start = FetchTime(seconds: 1_704_067_200)
        let app = scheduler.register(.minimum, at: start)
        var copied = start
        func isStale(_ now: FetchTime) -> Bool {
            (now - start).milliseconds / 18_000_000 > (copied - start).milliseconds / 18_000_000
        }
        func fetchWhatIsDue(_ now: FetchTime) throws {
            while let due = scheduler.nextFetch(at: now) {
                let isNew = isStale(now)
                copied = now
                try scheduler.complete(due, isNew ? .newData : .noData, bytes: isNew ? 50_000 : 500, at: now)
            }
        }
        var fresh = [Int](repeating: 0, count: weeks)
        for quarter in 1..<(weeks * 7 * 96) {
            let now = start + .minutes(15 * Int64(quarter))
            scheduler.observe(.radio(.other, until: now + .seconds(3)), at: now)
            try fetchWhatIsDue(now)
            guard [7 * 4, 12 * 4, 19 * 4].contains(quarter % 96) else { continue }
            let launch = now + delay
            scheduler.observe(.launch(app), at: launch)
            if isStale(launch) {
                scheduler.observe(.foregroundSync(app, .newData, bytes: 50_000), at: launch)
            } else {
                fresh[quarter / 672] += 1
                scheduler.observe(.foregroundSync(app, .noData, bytes: 500), at: launch)
            }
            copied = launch
            scheduler.observe(.endOfUse(app), at: launch + .minutes(2))
        }
        return fresh
    }

    @Test func launchesTogetherWithTheRadioAreForeseen() throws {
        let together = try freshLaunches(weeks: 6, launchAfter: .zero)
        let apart = try freshLaunches(weeks: 6, launchAfter: .seconds(5))
        #expect(together.suffix(3).allSatisfy { $0 >= 15 }, "\(together), apart \(apart)")
        #expect(apart.suffix(3).allSatisfy { $0 >= 15 }, "\(apart)")
    }
}
