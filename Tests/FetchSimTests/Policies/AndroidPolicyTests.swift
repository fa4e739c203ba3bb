import FetchSched
import FetchTrace
import Testing

@testable import FetchSim

/// Android's rules, by worked examples. Times are seconds.
@Suite struct AndroidPolicyTests {
    private func at(_ seconds: Double) -> FetchTime { FetchTime(seconds: seconds) }
    private let hour = 3600.0
    private let day = 86_400.0

    // MARK: Buckets and quotas

    /// The deepest bucket of which both the time since use and the screen-on time since then are exceeded.
    @Test func buckets() {
        var buckets = StandbyBuckets()
        buckets.register(0, at: at(0))
        buckets.register(1, at: at(0))
        func screen(hours: Double, at time: Double) {
            buckets.observe(.launch(AppID(1)), at: at(time))
            buckets.observe(.endOfUse(AppID(1)), at: at(time + hours * hour))
        }
        buckets.observe(.launch(AppID(0)), at: at(100))
        buckets.observe(.endOfUse(AppID(0)), at: at(200))
        #expect(buckets.bucket(0, at: at(200 + 11.9 * hour)) == .active)
        #expect(buckets.bucket(0, at: at(200 + 12 * hour)) == .working)
        // 30 h without any use of the device: the screen-on time is missing.
        #expect(buckets.bucket(0, at: at(200 + 30 * hour)) == .working)
        screen(hours: 1, at: 200 + 10 * hour)
        #expect(buckets.bucket(0, at: at(200 + 23 * hour)) == .working)
        #expect(buckets.bucket(0, at: at(200 + 24 * hour)) == .frequent)
        #expect(buckets.bucket(0, at: at(200 + 48 * hour)) == .frequent)
        screen(hours: 1, at: 200 + 49 * hour)
        #expect(buckets.bucket(0, at: at(200 + 51 * hour)) == .rare)
        #expect(buckets.bucket(0, at: at(200 + 8 * day)) == .rare)
        screen(hours: 4, at: 200 + 8 * day)
        #expect(buckets.bucket(0, at: at(200 + 9 * day)) == .restricted)
        // A use makes it active.
        buckets.observe(.launch(AppID(0)), at: at(200 + 9 * day))
        #expect(buckets.bucket(0, at: at(200 + 9 * day)) == .active)
    }

    /// Rare: 48 jobs in 24 h; the 49th waits until the first has left the window. Five seconds between two are no pause.
    @Test func quotaOfJobs() {
        var quota = JobQuota()
        for job in 0..<48 { quota.ran(from: at(Double(job) * 6), to: at(Double(job) * 6 + 1)) }
        let now = at(3600)
        #expect(quota.allowedFrom(.rare, at: now) == at(1 + day))
        #expect(quota.allowedFrom(.working, at: now) == now)
        #expect(quota.allowedFrom(.rare, at: at(1 + day)) == at(1 + day))
    }

    /// Sessions, in the window of each bucket: 75 in 10 min, 10 in 2 h, 8 in 8 h, 3 and 1 in 24 h.
    @Test func quotaOfSessions() {
        var quota = JobQuota()
        for job in 0..<12 { quota.ran(from: at(Double(job) * 600), to: at(Double(job) * 600 + 1)) }
        let now = at(6700)
        #expect(quota.allowedFrom(.active, at: now) == now)
        #expect(quota.allowedFrom(.working, at: now) == at(2 * 600 + 1 + 2 * hour))
        #expect(quota.allowedFrom(.frequent, at: now) == at(4 * 600 + 1 + 8 * hour))
        #expect(quota.allowedFrom(.rare, at: now) == at(9 * 600 + 1 + day))
        #expect(quota.allowedFrom(.restricted, at: now) == at(11 * 600 + 1 + day))
        // One more within five seconds of the last belongs to its session; one after six seconds does not.
        quota.ran(from: at(6606), to: at(6607))
        #expect(quota.allowedFrom(.rare, at: now) == at(9 * 600 + 1 + day))
        quota.ran(from: at(6613), to: at(6614))
        #expect(quota.allowedFrom(.rare, at: now) == at(10 * 600 + 1 + day))
    }

    /// Working: ten minutes of run time in two hours.
    @Test func quotaOfRunTime() {
        var quota = JobQuota()
        for job in 0..<20 { quota.ran(from: at(Double(job) * 35), to: at(Double(job) * 35 + 30)) }
        #expect(quota.allowedFrom(.working, at: at(1200)) == at(30 + 2 * hour))
        #expect(quota.allowedFrom(.active, at: at(1200)) == at(1200))
    }

    // MARK: The job

    /// In the last quarter of an hour; in time, then late within the same period, then two periods late.
    @Test func windows() {
        var job = PeriodicJob(period: .hours(1), flex: 0.25, at: at(0))
        #expect(job.earliest == at(2700) && job.latest == at(3600))
        job.ran(.noData, at: at(2800))
        #expect(job.earliest == at(6300) && job.latest == at(7200))
        job.ran(.noData, at: at(7300))  // 100 s late: counts for the window before
        #expect(job.earliest == at(9900) && job.latest == at(10_800))
        job.ran(.noData, at: at(20_000))  // 9200 s late: two windows missed, and too near the third
        #expect(job.latest == at(10_800 + 4 * 3600))
    }

    /// Windows of whole periods: a run near the end pushes the next begin to a sixth of the period after it.
    @Test func windowsOfWholePeriods() {
        var job = PeriodicJob(period: .hours(1), flex: 1, at: at(0))
        #expect(job.earliest == at(0) && job.latest == at(3600))
        job.ran(.noData, at: at(3400))
        #expect(job.earliest == at(3600 + 400) && job.latest == at(7200))
    }

    @Test func leastPeriodAndFlex() {
        let short = PeriodicJob(period: .minutes(1), flex: 0, at: at(0))
        #expect(short.period == .minutes(15) && short.flex == .minutes(5))
        #expect(PeriodicJob(period: .hours(10), flex: 0, at: at(0)).flex == .minutes(30))
    }

    /// 30 s, doubling, at most 5 h; a success goes back to the windows.
    @Test func backoff() {
        var job = PeriodicJob(period: .hours(1), flex: 1, at: at(0))
        for wait in [30.0, 60, 120, 240] {
            job.ran(.failed, at: at(1000))
            #expect(job.earliest == at(1000 + wait))
        }
        for _ in 0..<40 { job.ran(.failed, at: at(1000)) }
        #expect(job.earliest == at(1000 + 5 * hour))
        job.ran(.newData, at: at(1100))
        #expect(job.failures == 0 && job.earliest == at(3600))
    }

    // MARK: Batching

    /// Active apps' jobs run at once, in the window's begin, and ride on radio activity.
    @Test func activeJobsRunAtOnce() throws {
        let times = try starts("jobscheduler-3600:flex=0.25", apps: 2, seconds: 3 * hour) {
            $0.heartbeat(at: 6400)
        }
        #expect(times == [[2700, 6300, 9900], [2700, 6300, 9900]])
    }

    /// After 12 h without use the apps are in the working set: their jobs wait for five of a kind, the radio, or 31 min.
    @Test func othersWait() throws {
        for (apps, expected) in [(4, 14 * hour + 1860), (5, 14 * hour)] {
            let times = try starts("jobscheduler-50400:flex=0.01", apps: apps, seconds: 16 * hour)
            #expect(times[0] == [14 * hour - 2520 + (expected - 14 * hour)])
        }
        let ridden = try starts("jobscheduler-50400:flex=0.01", apps: 4, seconds: 16 * hour) {
            $0.heartbeat(at: 14 * hour - 2000)
        }
        #expect(ridden[0] == [14 * hour - 2000])
    }

    /// Launched at 9:10 on the first day: on the second a job is allowed from 2:30 on, waits for company until 8:10,
    /// then runs at once. It is late, and so counts for the window before: that of the present one follows right away,
    /// and that of the next one at 9:00. After 9:10 nothing is expected before the next week.
    @Test func prefetchBeforeTheExpectedLaunch() throws {
        let times = try starts("jobscheduler-prefetch", seconds: 1.5 * day) {
            $0.launch(0, at: 9 * hour + 600, seconds: 60)
        }
        #expect(times[0] == [115_800, 115_800.563, 118_800])
        let ridden = try starts("jobscheduler-prefetch", seconds: day + 8 * hour - 1) {
            $0.launch(0, at: 9 * hour + 600, seconds: 60)
            $0.heartbeat(at: day + 2.4 * hour)
            $0.heartbeat(at: day + 2.6 * hour)
        }
        #expect(ridden[0] == [day + 2.6 * hour])
    }

    /// With more than a day of history the estimate is last week's next launch.
    @Test func expectedLaunches() {
        var history = LaunchHistory()
        #expect(history.expected(after: at(0)) == nil)
        history.launched(at: at(9 * hour))
        #expect(history.expected(after: at(20 * hour)) == at(day + 9 * hour))
        history.launched(at: at(day + 10 * hour))
        #expect(history.expected(after: at(2 * day)) == at(7 * day + 9 * hour))
        #expect(history.expected(after: at(7 * day + 9 * hour)) == at(8 * day + 10 * hour))
        #expect(history.expected(after: at(8 * day + 10 * hour)) == nil)
    }

    /// Two jobs on a cellular network wait; a third makes them run; on Wi-Fi one is enough; traffic takes all along.
    @Test func networkBatches() throws {
        let name = "connectivity-batch-7200:flex=0.5"
        for (apps, network, expected) in [(2, 2, 5460), (3, 2, 3600), (1, 1, 3600)]
            as [(Int, UInt8, Double)]
        {
            let times = try starts(name, apps: apps, seconds: 1.8 * hour) {
                $0.add(1, .network, nil, .word(network))
            }
            #expect(times[0].first == expected, "\(apps) on \(network)")
        }
        let ridden = try starts(name, seconds: 1.8 * hour) { $0.heartbeat(at: 3595) }
        #expect(ridden[0].first == 3600)  // the network was active until 3595.6
        let late = try starts(name, seconds: 1.8 * hour) { $0.heartbeat(at: 3580) }
        #expect(late[0].first == 5460.0)
        // 15.5 minutes before its window's end a job waits no longer.
        let deadline = try starts("connectivity-batch-7200:flex=0.25", seconds: 2 * hour - 1)
        #expect(deadline[0] == [7200 - 930])
    }

    /// Windows of 0.75 periods from each alarm's start: A starts at 618.034 and B at 236.068; B's window ends first, at
    /// 986.068, and takes A along. Both repeat on their own grids.
    @Test func lazyAlarms() throws {
        let times = try starts("lazy-alarm-1000", apps: 2, seconds: 3000)
        #expect(times == [[986.068, 1986.068, 2986.068], [986.068, 1986.068, 2986.068]])
    }
}
