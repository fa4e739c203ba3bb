/// How many launches fetches were to make fresh, and how many they did.
///
/// A fetch that finds something new promises that a launch comes before the source changes again, with the probability
/// q that the forecast gave. The next event at the source decides: a launch that finds nothing newer fulfils the
/// promise, a look that finds more breaks it. An app has at most one open promise, so none is fulfilled twice. Old ones
/// fade as new ones come.
struct Promises: Hashable, Sendable, SnapshotCoded {
    /// The sum of the probabilities.
    private(set) var made: Float = 0
    /// Number of fulfilled promises, or the probability of that where it is not known.
    private(set) var fulfilled: Float = 0

    /// Launches after which an older one weighs a third.
    private static var memory: Float { 200 }

    /// Learns that a promise made with probability `probability` was fulfilled with the probability `fulfilled`.
    mutating func learn(_ probability: Float, fulfilled: Float) {
        let fading = max(0, 1 - max(probability, fulfilled) / Self.memory)
        made = made * fading + probability
        self.fulfilled = self.fulfilled * fading + fulfilled
    }

    /// Corrects the count of fulfilled promises after a change of a probability.
    mutating func correct(by difference: Float) { fulfilled = max(0, fulfilled + difference) }

    /// Share of promises that are fulfilled, with a prior of `prior` weighted as `weight` launches.
    func ratio(prior: Double, weight: Double) -> Double {
        (Double(fulfilled) + weight * prior) / (Double(made) + weight)
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&made, &fulfilled)
        try coder.check(made >= 0 && made <= 1e6 && fulfilled >= 0 && fulfilled <= 1e6)
    }
}

/// The record of one app's fetches: its promises, and the one that is open.
struct AppScore: Hashable, Sendable, SnapshotCoded {
    var promises = Promises()
    /// The probability that was promised of the copy that no launch has met yet; 0 without one.
    var open: Float = 0

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&promises)
        try coder.code(&open, in: 0...1)
    }
}

/// Benefits of fetches against their forecasts, over all apps; ``AppScore`` has each app's own part.
struct Scorecard: Sendable {
    var limit: LossLimit
    var lastDecision: FetchDecision?
    private var promises = Promises()
    /// The launch whose result the host has not reported: the app, the probability at which it was booked as fulfilled,
    /// and the part of its value that is lost otherwise.
    private var booked: (app: Int, probability: Float, lost: Float)?

    private let parameters: ScoreParameters
    /// Value of a fresh launch by the configuration, in joules: the income of a fulfilled promise.
    let valueJoules: Double

    init(_ configuration: FetchConfiguration) {
        parameters = configuration.score
        // Written so that NaN is nothing.
        valueJoules = configuration.valueJoules > 0 ? min(configuration.valueJoules, 1e30) : 0
        limit = LossLimit(parameters, valueJoules: valueJoules)
    }

    /// Trust in the forecast of an app's launches: fulfilled over promised launches, as a factor on its probabilities.
    ///
    /// - Parameter shared: the trust in apps of which nothing is known.
    func trust(in app: AppScore, shared: Double) -> Double {
        min(parameters.mostTrust, app.promises.ratio(prior: shared, weight: parameters.ownWeight))
    }

    /// The trust in apps of which nothing is known: what came of all probabilities.
    var sharedTrust: Double {
        min(parameters.mostTrust, promises.ratio(prior: 1, weight: parameters.sharedWeight))
    }

    /// The open promise of the app is broken: its source has changed.
    mutating func breakPromise(_ app: inout AppScore) { resolve(&app, fulfilled: 0) }

    /// Books a launch that finds its copy up to date with probability `probability`, and otherwise loses the part
    /// `lost` of its value.
    ///
    /// - Returns: the probability at which a fetch made the launch fresh; nil if none promised it.
    mutating func book(
        launchOf number: Int, _ app: inout AppScore, fresh probability: Double, lost: Double = 1
    ) -> Double? {
        booked = nil
        guard app.open > 0 else { return nil }
        let probability = Float(min(max(0, probability), 1))
        booked = (number, probability, Float(lost))
        resolve(&app, fulfilled: probability)
        return Double(probability)
    }

    /// Learns what that launch found.
    ///
    /// - Returns: by how much the booked value was too low, as a part of V; nil if nothing was booked.
    mutating func confirm(launchOf number: Int, _ app: inout AppScore, fresh: Bool) -> Double? {
        guard let booking = booked, booking.app == number else { return nil }
        booked = nil
        let difference = (fresh ? 1 : 0) - booking.probability
        app.promises.correct(by: difference)
        promises.correct(by: difference)
        return Double(difference * booking.lost)
    }

    /// Forgets an app. What its fetches brought stays in the account and in the promises of all.
    mutating func forget(_ number: Int) {
        if booked?.app == number { booked = nil }
    }

    private mutating func resolve(_ app: inout AppScore, fulfilled: Float) {
        guard app.open > 0 else { return }
        app.promises.learn(app.open, fulfilled: fulfilled)
        promises.learn(app.open, fulfilled: fulfilled)
        app.open = 0
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder, below apps: Int) throws(Coder.Failure) {
        try coder.code(&limit, &promises)
        var (app, probability, lost) = (booked?.app, booked?.probability ?? 0, booked?.lost ?? 1)
        try coder.code(&app, below: apps)
        try coder.code(&probability, in: 0...1)
        try coder.code(&lost, in: 0...1)
        booked = app.map { ($0, probability, lost) }
    }
}
