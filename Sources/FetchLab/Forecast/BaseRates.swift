import FetchSched
import FetchSim

/// How often each app is opened at a constant rate: its share of the launches so far, over the time so far.
struct ConstantRates: Sendable {
    private var launches: [Double]
    private var all = 0.0
    private var seconds = 3600.0

    init(apps: Int) { launches = [Double](repeating: 0, count: apps) }

    mutating func pass(_ seconds: Double) { self.seconds += seconds }

    mutating func launch(_ app: Int) {
        launches[app] += 1
        all += 1
    }

    /// The probability that `app` is opened within that time. One launch in one hour is believed before any, of all apps alike.
    func probability(_ app: Int, within span: TimeSpan) -> Double {
        let share = (launches[app] + 1 / Double(launches.count)) / (all + 1)
        return PortableMath.saturation((all + 1) / seconds * share * span.seconds)
    }
}

/// How often each app was opened within each of the queried times after free moments: the share of the questions so far
/// that came true, of those whose time is over, with a weight of sixteen questions on the constant rate.
///
/// A constant rate alone says more than this, as launches come in bursts: ten in one evening are ten launches, but a few
/// questions that came true.
struct BaseRates: Sendable {
    private let apps: Int
    /// By queried time and app.
    private var questions: [Float]
    private var happened: [Float]
    /// As many questions of belief in the constant rate.
    private static let prior = 16.0
    private var moments: [FetchTime] = []
    /// By queried time: how many of the moments it is over for.
    private var learned = [Int](repeating: 0, count: ForecastFigure.spans.count)

    init(apps: Int) {
        self.apps = apps
        questions = [Float](repeating: 0, count: apps * ForecastFigure.spans.count)
        happened = questions
    }

    /// Adds the questions at a moment, no earlier than the last one.
    mutating func ask(at moment: FetchTime) { moments.append(moment) }

    /// Learns what came of the questions whose time is over.
    ///
    /// - Complexity: O(apps log(launches)) for each time and moment.
    mutating func learn(until now: FetchTime, _ launches: LaunchLog) {
        for (index, span) in ForecastFigure.spans.enumerated() {
            while learned[index] < moments.count, moments[learned[index]] + span <= now {
                let moment = moments[learned[index]]
                for app in 0..<apps where launches.wasLaunched(app, before: moment) {
                    questions[index * apps + app] += 1
                    if launches.isLaunched(app, within: span, from: moment) {
                        happened[index * apps + app] += 1
                    }
                }
                learned[index] += 1
            }
        }
    }

    /// The probability that `app` is opened within the time at that place among ``ForecastFigure/spans``, for which a constant
    /// rate says `constant`.
    func probability(_ app: Int, horizon: Int, constant: Double) -> Double {
        let place = horizon * apps + app
        return (Double(happened[place]) + Self.prior * constant) / (Double(questions[place]) + Self.prior)
    }
}

/// When each app was launched. Ground truth for the scores; no forecaster sees it.
struct LaunchLog: Sendable {
    private var times: [[FetchTime]]

    /// The launches of a device.
    ///
    /// - Complexity: O(events).
    init(_ trace: DeviceTrace) {
        times = [[FetchTime]](repeating: [], count: trace.appNames.count)
        for event in trace.events where event.kind == .launch { times[Int(event.app)].append(event.time) }
    }

    var count: Int { times.reduce(0) { $0 + $1.count } }

    /// Whether `app` is launched within `span` from `moment` on.
    ///
    /// - Complexity: O(log(launches of the app)).
    func isLaunched(_ app: Int, within span: TimeSpan, from moment: FetchTime) -> Bool {
        let next = times[app].partitioningIndex { $0 >= moment }
        return next < times[app].count && times[app][next] - moment < span
    }

    func wasLaunched(_ app: Int, before moment: FetchTime) -> Bool {
        times[app].first.map { $0 < moment } ?? false
    }
}
