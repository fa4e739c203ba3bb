import Testing

@testable import FetchSched

/// What sessions had in the end, held against what was said of them.
@Suite struct SessionCalibrationTests {
    private let clock = LocalClock()

    /// A user whose next app is drawn by `next`, and what is forecast of him.
    private struct User {
        var forecast: LaunchForecast
        var now = Instant.monday
        var random: SplitMix64
        let clock = LocalClock()
        /// The apps of the present session, and after each launch so far.
        var session: [Int] = []

        init(apps: Int, seed: UInt64, calibrates: Bool = true) {
            var configuration = Configuration()
            configuration.experiment.calibratesSessions = calibrates
            forecast = LaunchForecast(configuration)
            forecast.grow(to: apps)
            random = SplitMix64(seed: seed)
        }

        /// Ends the session, and goes away for hours.
        mutating func leave() {
            now = now + .seconds(15)
            forecast.endOfUse(at: now, clock: clock)
            now = now + .minutes(Int64(60 + random.below(300)))
            session = []
        }

        mutating func launch(_ app: Int) {
            if !session.isEmpty { now = now + .seconds(Double(5 + random.below(90))) }
            forecast.launch(app, at: now, clock: clock)
            session.append(app)
        }

        /// The chance that the app is launched within hours in what is left of the session.
        mutating func chance(_ app: Int) -> Double {
            forecast.launchInSession(app, within: 1e9, at: now, clock: clock)
        }
    }

    @Test func saysNothingAtFirst() {
        let calibration = SessionCalibration()
        for cell in 0..<NextAppCells.sessions {
            #expect(abs(calibration.calibrated(0.3, cell: cell) - 0.3) < 1e-12)
            #expect(calibration.calibrated(0, cell: cell) == 0)
        }
    }

    /// Eight rows at a time it is said of each app what is said of it alone.
    @Test(arguments: 1...3) func saysOfAllWhatItSaysOfEach(seed: UInt64) throws {
        var user = User(apps: 40, seed: seed)
        for launch in 0..<300 {
            if user.random.chance(0.2), launch > 0 { user.leave() }
            user.launch(user.random.below(1 + user.random.below(40)))
            let rest = user.forecast.course.rest(goesOn: user.forecast.course.goesOn)
            let hour = clock.hour(user.now)
            let asked = user.forecast.nextApp.chances(of: rest, hour: hour, at: user.now)
            let chances = try #require(asked)
            let tables = user.forecast.nextApp.tables
            var all = [FloatLanes](repeating: .zero, count: tables.scoredBlocks)
            chances.find(tables, to: &all)
            for app in 0..<40 {
                let row = tables.row(of: app)
                guard tables.wasLaunched(row: row) else { continue }
                let own = user.forecast.launchInSession(app, rest, hour: hour, at: user.now)
                #expect(abs(Double(all[row >> 3][row & 7]) / own - 1) < 1e-4)
            }
        }
    }

    /// As one that keeps all that was said and looks through whole sessions.
    @Test(arguments: 1...4) func agreesWithItsDefinition(seed: UInt64) {
        let apps = 30
        var user = User(apps: apps, seed: seed)
        var naive = NaiveCalibration()
        for launch in 0..<600 {
            // Some sessions are longer than is looked back at, and some apps are launched again and again.
            let newSession = launch == 0 || user.random.chance(0.12)
            let app = user.random.below(1 + user.random.below(apps))
            if launch > 0 {
                let tables = user.forecast.nextApp.tables
                var said: [Int: NaiveCalibration.Said] = [:]
                let last = user.forecast.course.lastLaunch ?? user.now
                if newSession { user.leave() } else { user.now = user.now + .seconds(40) }
                let moment = newSession ? last : user.now
                let rest = user.forecast.course.rest(goesOn: user.forecast.course.goesOn)
                for known in 0..<apps where tables.wasLaunched(row: tables.row(of: known)) {
                    let chance = user.forecast.launchInSession(
                        known, rest, hour: clock.hour(moment), at: moment)
                    let cell =
                        tables.previous == known
                        ? 11 : tables.sessionCell(tables.row(of: known), fromNext: false)
                    said[known] = NaiveCalibration.Said(chance: chance, cell: cell)
                }
                naive.note(said)
            }
            user.forecast.launch(app, at: user.now, clock: clock)
            naive.launch(app, newSession: newSession)
            for cell in 0..<NextAppCells.sessions {
                for chance in [0.001, 0.1, 0.5, 0.9] {
                    let own = user.forecast.calibration.calibrated(chance, cell: cell)
                    let expected = naive.calibrated(NaiveCalibration.Said(chance: chance, cell: cell))
                    #expect(abs(own - expected) < 2e-4, "\(launch), \(cell), \(chance)")
                }
            }
        }
        #expect(abs(naive.lead) > 0.1)
    }

    /// The log loss of chances of a launch later in the session, and what they expect over what comes.
    private func judge(
        _ user: inout User, sessions: Int, _ next: (inout User) -> Int?
    ) -> (logLoss: Double, expected: Double) {
        var (loss, questions, expected, came) = (0.0, 0, 0.0, 0)
        for session in 0..<sessions {
            var asked: [[Double]] = []
            user.leave()
            while let app = next(&user), user.session.count < 40 {
                user.launch(app)
                asked.append((0..<user.forecast.nextApp.tables.count).map { user.chance($0) })
            }
            guard session > sessions / 2 else { continue }
            for (launch, chances) in asked.enumerated() {
                let rest = Set(user.session[(launch + 1)...])
                for (app, chance) in chances.enumerated() {
                    let chance = min(max(chance, 1e-6), 1 - 1e-6)
                    loss -= PortableMath.log(rest.contains(app) ? chance : 1 - chance)
                    expected += chance
                    came += rest.contains(app) ? 1 : 0
                    questions += 1
                }
            }
        }
        return (loss / Double(questions), expected / Double(came))
    }

    /// One who opens six of twenty apps in each session, none twice in it and hardly any that he had in the last one: what
    /// sessions have is what they have not had yet.
    private static func wanderer(_ user: inout User) -> Int? {
        guard user.session.count < 6 else { return nil }
        while true {
            let app = user.random.below(20)
            if !user.session.contains(app) { return app }
        }
    }

    @Test func learnsThatAppsDoNotComeAgain() {
        var user = User(apps: 20, seed: 4)
        var plain = User(apps: 20, seed: 4, calibrates: false)
        let calibrated = judge(&user, sessions: 400, Self.wanderer)
        let asItWas = judge(&plain, sessions: 400, Self.wanderer)
        #expect(calibrated.logLoss < 0.93 * asItWas.logLoss)
        #expect(abs(calibrated.expected - 1) < 0.1)
        #expect(asItWas.expected < 0.9)
    }

    /// Of one of whom it is right already it is left as it was.
    @Test func leavesWhatIsRight() {
        func next(_ user: inout User) -> Int? {
            guard user.session.isEmpty || user.random.chance(0.6) else { return nil }
            // The n-th app with a chance of about 1/n.
            return Int(PortableMath.exp(user.random.nextUnit() * PortableMath.log(15))) - 1
        }
        var user = User(apps: 15, seed: 6)
        var plain = User(apps: 15, seed: 6, calibrates: false)
        let calibrated = judge(&user, sessions: 800, next)
        let asItWas = judge(&plain, sessions: 800, next)
        #expect(calibrated.logLoss < 1.005 * asItWas.logLoss)
    }

    /// What is kept in the midst of a session goes on as if nothing had been between, also after an app of it is gone.
    @Test(arguments: [false, true]) func goesOnAfterASnapshot(forgets: Bool) throws {
        var user = User(apps: 20, seed: 2)
        for session in 0..<30 {
            if session > 0 { user.leave() }
            while let app = Self.wanderer(&user) { user.launch(app) }
        }
        user.leave()
        for app in [1, 2, 3, 1] { user.launch(app) }
        if forgets { user.forecast.forget(2) }
        var writer = SnapshotWriter(base: 0)
        writer.code(&user.forecast.calibration)
        var other = user
        other.forecast.calibration = SessionCalibration()
        var reader = SnapshotReader(writer.bytes, from: 0, to: writer.bytes.count)
        try reader.code(&other.forecast.calibration)
        for app in [5, 1, 7] {
            user.launch(app)
            other.launch(app)
        }
        user.leave()
        other.leave()
        for app in [5, 1, 7] {
            user.launch(app)
            other.launch(app)
            for app in 0..<20 where app != 2 { #expect(user.chance(app) == other.chance(app)) }
        }
    }
}
