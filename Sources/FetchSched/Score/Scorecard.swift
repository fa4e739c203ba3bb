/// What fetches brought beside what they were to bring, over all apps; ``AppScore`` has each app's own part.
struct Scorecard: Sendable {
    /// What fetches may lose.
    var limit: LossLimit
    /// The last fetch decided on, and why.
    var lastDecision: FetchDecision?
    /// The promises of all apps.
    private(set) var promises = Promises()
    /// The launch of which the host has not said what it found: the app, and the chance at which it was booked as kept.
    private var booked: Booking?

    private struct Booking: Sendable {
        var app: Int32
        var chance: Float
    }

    private let parameters: ScoreParameters
    /// What a fresh launch is worth by the configuration, in joules: what is paid for it.
    let valueJoules: Double

    init(_ configuration: Configuration) {
        parameters = configuration.score.inRange
        // Written so that NaN is nothing.
        valueJoules = configuration.valueJoules > 0 ? min(configuration.valueJoules, 1e30) : 0
        limit = LossLimit(parameters, valueJoules: valueJoules)
    }

    // MARK: Trust

    /// How far the forecast of an app's launches is to be trusted: what came of the chances it gave, as a factor on them.
    ///
    /// - Parameter shared: the same of apps of which nothing is known.
    /// - Complexity: O(1).
    @inline(__always)
    func trust(in app: AppScore, shared: Double) -> Double {
        min(parameters.mostTrust, app.promises.ratio(prior: shared, weight: parameters.ownWeight))
    }

    /// The trust in apps of which nothing is known: what came of all chances.
    var sharedTrust: Double {
        min(parameters.mostTrust, promises.ratio(prior: 1, weight: parameters.sharedWeight))
    }

    /// Trust in steps, rounded up, so that a bound by it lasts for a while.
    var sharedTrustStep: Int32 { Int32(sharedTrust * Self.stepsPerOne) + 1 }

    /// The trust of such a step.
    static func sharedTrust(ofStep step: Int32) -> Double { Double(step) / stepsPerOne }

    private static var stepsPerOne: Double { 16 }

    // MARK: Promises

    /// The open promise of the app is broken: its source has changed.
    mutating func breakPromise(_ app: inout AppScore) { resolve(&app, kept: 0) }

    /// The app is launched, and finds its copy up to date with chance `chance`.
    ///
    /// - Returns: the chance at which a launch was made fresh.
    mutating func book(launchOf number: Int, _ app: inout AppScore, fresh chance: Double) -> Double {
        booked = nil
        guard app.open > 0 else { return 0 }
        let chance = Float(min(max(0, chance), 1))
        booked = Booking(app: Int32(truncatingIfNeeded: number), chance: chance)
        resolve(&app, kept: chance)
        return Double(chance)
    }

    /// The host says what that launch found.
    ///
    /// - Returns: by how much the chance was too low; nil if nothing was booked.
    mutating func confirm(launchOf number: Int, _ app: inout AppScore, fresh: Bool) -> Double? {
        guard let booking = booked, booking.app == number else { return nil }
        booked = nil
        let difference = (fresh ? 1 : 0) - booking.chance
        app.promises.correct(by: difference)
        promises.correct(by: difference)
        return Double(difference)
    }

    /// Whether the host has yet to say what a launch of the app found.
    func awaits(_ number: Int) -> Bool { booked.map { Int($0.app) == number } ?? false }

    /// Forgets an app. What its fetches brought stays in the account and in the promises of all.
    mutating func forget(_ number: Int) {
        if awaits(number) { booked = nil }
    }

    private mutating func resolve(_ app: inout AppScore, kept: Float) {
        guard app.open > 0 else { return }
        app.promises.learn(app.open, kept: kept)
        promises.learn(app.open, kept: kept)
        app.open = 0
    }
}

extension Scorecard {
    mutating func code<Coder: SnapshotCoder>(
        _ coder: inout Coder, below apps: Int
    ) throws(Coder.Failure) {
        try coder.code(&limit)
        try promises.code(&coder)
        var (app, chance) = (booked?.app ?? -1, booked?.chance ?? 0)
        try coder.code(&app)
        try coder.code(&chance)
        try coder.check(app >= -1 && Int(app) < apps && chance >= 0 && chance <= 1)
        booked = app < 0 ? nil : Booking(app: app, chance: chance)
    }
}
