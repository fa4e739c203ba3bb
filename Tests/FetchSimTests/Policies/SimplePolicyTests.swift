import FetchSched
import FetchTrace
import Testing

@testable import FetchSim

/// Timelines of the policies that learn nothing. The radio is LTE: a fetch that finds nothing takes 0.3 s, from
/// sleep 0.563 s with the promotion and the answer's 4,500 bytes.
@Suite struct SimplePolicyTests {
    private func gaps(_ times: [Double]) -> [Double] {
        zip(times, times.dropFirst()).map { (($1 - $0) * 1000).rounded() / 1000 }
    }

    // MARK: fixed

    @Test func fixedHasAPhasePerAppAndAnExactPeriod() throws {
        let times = try starts("fixed-1000", apps: 3)
        #expect(times[0].first == 618.034)
        #expect(times[1].first == 236.068)
        #expect(times[2].first == 854.102)
        for app in times {
            #expect(app.count == 10 || app.count == 9)
            #expect(gaps(app).allSatisfy { $0 == 1000 })
        }
    }

    /// An interval of the period's length moves each turn by the length of the fetch, not by a period.
    @Test func fixedWithAnIntervalOfOnePeriod() throws {
        let times = try starts("fixed-1000", intervals: [.number(1000)])
        #expect(gaps(times[0]).allSatisfy { $0 == 1000.563 })
        #expect(times[0].count == 10)
    }

    @Test func fixedSitsATurnOutInTheForeground() throws {
        let times = try starts("fixed-1000", seconds: 5000) {
            $0.launch(0, at: 1600, seconds: 30)
        }
        #expect(times[0] == [618.034, 2618.034, 3618.034, 4618.034])
    }

    // MARK: aligned

    @Test func alignedFetchesAllAtOnce() throws {
        let times = try starts("aligned-1000", apps: 3, seconds: 3500)
        #expect(times[0] == [1000, 2000, 3000])
        #expect(times[1] == times[0] && times[2] == times[0])
    }

    @Test func alignedWaitsForALongerInterval() throws {
        let times = try starts("aligned-1000", intervals: [.number(1500)])
        #expect(gaps(times[0]).allSatisfy { $0 == 2000 })
    }

    // MARK: piggyback

    @Test func piggybackWakesTheRadioAtTwiceTheAge() throws {
        let times = try starts("piggyback-1000")
        #expect(times[0] == [2000, 4000, 6000, 8000])
    }

    @Test func piggybackRidesOnActivity() throws {
        let times = try starts("piggyback-1000", seconds: 5000) {
            for time in [500, 999.999, 1300, 1400, 2299, 2300] { $0.heartbeat(at: time) }
        }
        // At 1300 it is old enough, then at 2300 again; then its own wakeup.
        #expect(times[0] == [1300, 2300, 4300])
    }

    @Test func piggybackTakesOthersAlongOnItsOwnWakeup() throws {
        // App 1 was used at 900: it is 1100 s old at 2000, and goes along; app 2's interval forbids it.
        let times = try starts("piggyback-1000", apps: 3, seconds: 2500) {
            $0.launch(1, at: 900)
            $0.launch(2, at: 990)
            $0.add(1500, .interval, 2, .number(1400))
        }
        #expect(times == [[2000], [2000], []])
        // A launch is activity to ride on, too: at 1100 app 0 is old enough.
        let ridden = try starts("piggyback-1000", apps: 2, seconds: 2500) {
            $0.launch(1, at: 1100)
        }
        #expect(ridden == [[1100], []])
    }

    /// Heartbeats exactly as far apart as the age: each is an occasion for each app.
    ///
    ///     heartbeat   1000      2000      3000
    ///     app 0       F         F         F
    ///     app 1       F         F         F
    @Test func piggybackOnActivityAsFarApartAsItsAge() throws {
        let times = try starts("piggyback-1000", apps: 3) { script in
            for beat in 1...9 { script.heartbeat(at: 1000 * Double(beat)) }
        }
        for app in times {
            #expect(app.count == 9)
            #expect(gaps(app).allSatisfy { $0 == 1000 })
        }
    }
}
