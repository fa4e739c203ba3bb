import FetchSched
import FetchTrace
import FetchSim

/// How often each app is opened, by two simple ideas: at a constant rate, and by a histogram over the hours of the
/// day (weekdays and weekends apart) of the app itself. Its bins are shrunk, with a weight of eight hours, towards
/// the histogram of all launches times the app's popularity.
struct AppRates: Sendable {
    private var constant = ConstantRate()
    private var daily = TimeOfDayRate()
    private var popularity: Popularity
    private var launches: [Float]
    private static let priorSeconds = 28_800.0

    init(apps: Int) {
        popularity = Popularity(apps: apps)
        launches = [Float](repeating: 0, count: apps * 48)
    }

    mutating func pass(_ step: IntegrationSteps.Step, clock: LocalClock) {
        constant.pass(step, clock: clock)
        daily.pass(step, clock: clock)
    }

    mutating func launch(_ app: Int, at now: Instant, clock: LocalClock) {
        constant.launch(at: now, clock: clock)
        daily.launch(at: now, clock: clock)
        popularity.launch(app)
        launches[app * 48 + clock.hourOfDayKind(now)] += 1
    }

    /// The parts of `span` from `now` on that fall into each hour.
    struct Window: Sendable {
        fileprivate var seconds: Double
        fileprivate var bins: [(bin: Int, seconds: Double)] = []

        init(from now: Instant, span: TimeSpan, clock: LocalClock) {
            seconds = span.seconds
            var moment = now
            while moment < now + span {
                let rest = TimeSpan(milliseconds: 3_600_000 - clock.timeOfDay(moment) % 3_600_000)
                let end = min(now + span, moment + rest)
                bins.append((clock.hourOfDayKind(moment), (end - moment).seconds))
                moment = end
            }
        }
    }

    /// Launches of `app` expected in the window at a constant rate.
    func expectedAtConstantRate(_ app: Int, in window: Window) -> Double {
        constant.rate * popularity.share(app) * window.seconds
    }

    /// Launches of `app` expected in the window by its histogram.
    func expectedByTimeOfDay(_ app: Int, in window: Window) -> Double {
        let share = popularity.share(app)
        var expected = 0.0
        for (bin, seconds) in window.bins {
            let own = Double(launches[app * 48 + bin]) + Self.priorSeconds * daily.rate(bin: bin) * share
            expected += seconds * own / (daily.seconds[bin] + Self.priorSeconds)
        }
        return expected
    }
}
