import FetchSched
import FetchTrace
import Testing

@testable import FetchSim

/// Rules that ride along with one app an activity, by timelines. Times are seconds.
@Suite struct RidingTests {
    private let day = 86_400.0

    /// Apps 0, 1 and 2 are launched at 10, 20 and 30; then each activity takes one that is old enough, if there is one.
    ///
    ///     radio    10 20 30   1005 1015 1018 1025 1031   2100 2101 2102 2103
    ///     fetch                    0         1    2      2    1    0              (all are old enough at 2100)
    @Test func oneRecent() throws {
        let times = try starts("one-recent-1000:apps=0,onlyUser=0", apps: 3) { script in
            for app in 0..<3 { script.launch(app, at: 10 + 10 * Double(app)) }
            for time in [1005.0, 1015, 1018, 1025, 1031] { script.heartbeat(at: time) }
            for time in [2100.0, 2101, 2102, 2103, 2104] { script.heartbeat(at: time) }
        }
        #expect(times == [[1015, 2102], [1025, 2101], [1031, 2100]])
    }

    /// App 1 was launched twice; the others once: ties go to the lower number.
    @Test func oneOften() throws {
        let times = try starts("one-often-1000:apps=0,onlyUser=0", apps: 3) { script in
            for (time, app) in [(10.0, 1), (20.0, 1), (30.0, 0), (40.0, 2)] { script.launch(app, at: time) }
            for time in [2100.0, 2101, 2102, 2103] { script.heartbeat(at: time) }
        }
        #expect(times == [[2101], [2100], [2102]])
    }

    /// App 0 with 3 launches and no find, app 1 with 2 launches that both found something, half a day after them:
    ///
    ///     0: r = 0.5 / 1.5 days, 3.1 (1 - e^(-1/6))  = 0.48
    ///     1: r = 2.5 / 1.5 days, 2.1 (1 - e^(-5/6))  = 1.19
    @Test func oneScore() throws {
        let times = try starts("one-score-1000:apps=0,onlyUser=0", apps: 2, seconds: day) { script in
            for number in 0..<3 { script.launch(0, at: 10 + Double(number)) }
            for number in 0..<2 {
                script.update(1, at: 20 + 2 * Double(number))
                script.launch(1, at: 21 + 2 * Double(number))
            }
            script.heartbeat(at: day / 2)
            script.heartbeat(at: day / 2 + 1)
        }
        #expect(times == [[day / 2 + 1], [day / 2]])
    }

    /// Only the two launched last are candidates; an app never launched is one where all are.
    @Test func lastLaunchedApps() throws {
        func run(_ name: String) throws -> [[Double]] {
            try starts(name, apps: 4) { script in
                for app in 0..<3 { script.launch(app, at: 10 + 10 * Double(app)) }
                for beat in 0..<6 { script.heartbeat(at: 5000 + Double(beat)) }
            }
        }
        #expect(try run("one-recent-1000:apps=2,onlyUser=0") == [[], [5001], [5000], []])
        #expect(try run("one-recent-1000:apps=0,onlyUser=0") == [[5002], [5001], [5000], [5003]])
    }

    /// No wakeup, no fetch in use, none that the interval, the user or the network forbids, one turn a failure.
    @Test func conditions() throws {
        let times = try starts(
            "one-recent-100:apps=0,onlyUser=0", apps: 2, intervals: [.number(2000), .word(0)]
        ) { script in
            script.launch(0, at: 10)
            script.heartbeat(at: 1000)
            script.add(1900, .network, nil, .word(0))
            script.heartbeat(at: 2005)
            script.add(2010, .network, nil, .word(2))
            script.heartbeat(at: 2011)
            script.add(3000, .quit, 1)
            script.heartbeat(at: 3200)
            script.launch(1, at: 3300, seconds: 50)
            script.add(3405, .outage, seconds: 300)
            for beat in 0..<20 { script.heartbeat(at: 3410 + 10 * Double(beat)) }
        }
        #expect(times == [[2011], [1000, 3410, 3510]])
    }

    /// The user's own traffic alone: a launch and the bursts of a use, every ten seconds.
    @Test func onlyTheUsersTraffic() throws {
        let times = try starts("one-recent-1000:onlyUser=1,apps=0", apps: 2) { script in
            script.launch(0, at: 10)
            script.heartbeat(at: 2000)
            script.launch(1, at: 3000)
            script.heartbeat(at: 5000)
            script.launch(1, at: 5995, seconds: 12)
            script.heartbeat(at: 8000)
        }
        #expect(times == [[3000, 5995], []])
    }

    /// When the screen is unlocked the two launched last, one after the other; in use it says nothing, and what has not begun
    /// by the launch does not begin.
    @Test func theScreen() throws {
        func run(_ name: String) throws -> [[Double]] {
            try starts(name, apps: 3) { script in
                for app in 0..<3 { script.launch(app, at: 10 + 10 * Double(app), seconds: 5) }
                script.add(5000, .screen, nil, .word(0))
                script.add(5010, .screen, nil, .word(1))
                script.launch(0, at: 5030, seconds: 60)
                script.add(5060, .screen, nil, .word(1))
                script.add(9000, .screen, nil, .word(1))
                script.launch(1, at: 9000.001, seconds: 60)
            }
        }
        let unlocked = try run("one-recent-1000:apps=0,screen=2")
        #expect(unlocked[2].first == 5010 && unlocked[1].first.map { $0 > 5010 && $0 < 5020 } == true)
        #expect(unlocked[0].first == nil || unlocked[0].first.map { $0 > 5030 } == true)
        #expect(unlocked.joined().filter { $0 == 9000 }.count == 1)
        let none = try run("one-recent-1000:apps=0")
        #expect(!none.joined().contains { $0 >= 5000 && $0 < 5030 })
    }

    /// The index of an app that is looked at sooner than it changes again is that of the probability of something new; it
    /// never exceeds l / (l + m), and is p^2 / 2 where both rates are the same.
    @Test func index() {
        let half = PolicyFamily.fetchIndex(changes: 1, launches: 1, age: 0.7)
        let p = 1 - PortableMath.exp(-0.7)
        #expect(abs(half - p * p / 2) < 1e-12)
        #expect(abs(PolicyFamily.fetchIndex(changes: 1, launches: 1e9, age: 0.7) - p) < 1e-6)
        #expect(abs(PolicyFamily.fetchIndex(changes: 2, launches: 1, age: 100) - 1.0 / 3) < 1e-12)
        #expect(PolicyFamily.fetchIndex(changes: 0, launches: 0, age: 5) == 0)
    }

    /// What is not worth the least index is not fetched.
    @Test func oneIndex() throws {
        func run(_ name: String) throws -> Int {
            try starts(name, seconds: 10 * day) { script in
                for hour in 0..<240 {
                    script.update(0, at: 3600 * Double(hour) + 100)
                    script.launch(0, at: 3600 * Double(hour) + 1800)
                    for beat in 1...10 { script.heartbeat(at: 3600 * Double(hour) + 180 * Double(beat)) }
                }
            }[0].count
        }
        let counts = try ["0.5", "0.15", "0.05", "0.01"].map { try run("one-index-\($0):onlyUser=0") }
        #expect(counts[0] == 0 && zip(counts, counts.dropFirst()).allSatisfy { $0 < $1 }, "\(counts)")
    }
}
