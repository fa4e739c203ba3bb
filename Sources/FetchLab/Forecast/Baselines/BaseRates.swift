import FetchSched
import FetchTrace
import FetchSim

/// How often each app was opened within each of the times asked about: the share of the questions so far that came true,
/// of those whose time is over, with a weight of sixteen questions on the constant rate.
///
/// A constant rate alone says more than this, as launches come in bursts: ten in one evening are ten launches, but a few
/// questions that came true.
struct BaseRates: Sendable {
    private let apps: Int
    /// By time asked about and app.
    private var asked: [Float]
    private var happened: [Float]
    /// As many questions of belief in the constant rate.
    private static let prior = 16.0

    init(apps: Int) {
        self.apps = apps
        asked = [Float](repeating: 0, count: apps * HorizonTally.spans.count)
        happened = asked
    }

    /// Learns, at a whole half hour, what came of the last question asked at one about each time that is over by now.
    ///
    /// - Complexity: O(apps log(launches)) for each time.
    mutating func learnOfHalfHours(at now: Instant, _ launches: LaunchLog) {
        for (index, span) in HorizonTally.spans.enumerated() {
            let moment = IntegrationSteps.lastGridPoint(atOrBefore: now - span)
            learn(askedAt: moment, horizon: index, launches)
        }
    }

    /// Learns what came of the questions asked at `moment` about the time at place `horizon` among ``HorizonTally/spans``,
    /// which is over by now.
    ///
    /// - Complexity: O(apps log(launches)).
    mutating func learn(askedAt moment: Instant, horizon: Int, _ launches: LaunchLog) {
        let span = HorizonTally.spans[horizon]
        for app in 0..<apps where launches.wasLaunched(app, before: moment) {
            asked[horizon * apps + app] += 1
            if launches.isLaunched(app, within: span, from: moment) { happened[horizon * apps + app] += 1 }
        }
    }

    /// The chance that `app` is opened within the time at that place among ``HorizonTally/spans``, for which a constant
    /// rate says `constant`.
    func chance(_ app: Int, horizon: Int, constant: Double) -> Double {
        let place = horizon * apps + app
        return (Double(happened[place]) + Self.prior * constant) / (Double(asked[place]) + Self.prior)
    }
}
