/// Which app is launched next: the chances of all apps, by ``NextAppModel`` over what ``NextAppTables`` count.
///
/// Never-launched apps share the score of one, so that their number is told apart from their habits.
///
/// - Complexity: O(apps told apart, see ``LaunchForecast/mostRows``) per launch, and for the first question after it or in
///   another ten minutes; O(1) for further ones.
struct NextAppForecast: Sendable {
    typealias Situation = NextAppTables.Situation

    private(set) var tables: NextAppTables
    private(set) var model: NextAppModel
    /// For experiments and comparisons: the one expert to ask instead.
    private let only: AppExpert?

    /// What the tables say, and what the model makes of it in each situation: e^score of each row, and the sum of all. Time
    /// is read in steps of ten minutes, so that chances depend on the moment and not on when they were first asked for.
    private var features = NextAppFeatures()
    private var chances = [Chances(), Chances()]
    /// What the features are of.
    private var key: Key?

    private struct Chances: Sendable {
        var powers: [FloatLanes] = []
        var sum = 1.0
        /// What they are of.
        var key: Key?
    }

    private struct Key: Equatable, Sendable {
        var hour: Int
        var step: Int64
        var apps: Int
        var rows: Int
    }

    /// Makes a forecast that knows no app.
    init(
        _ parameters: ForecastParameters = ForecastParameters(),
        start: [ModelStart.NextApp] = ModelStart.plain.nextApp
    ) {
        model = NextAppModel(start)
        tables = NextAppTables(parameters)
        only = parameters.appExpert
        model.grow(to: tables.rowCount)
    }

    /// Makes room for apps up to `count`.
    mutating func grow(to count: Int) { tables.grow(to: count) }

    /// There is an app again at a place that had none.
    mutating func refill() { tables.refill() }

    /// So many places have no app.
    mutating func setVacancies(_ count: Int) { tables.setVacancies(count) }

    /// Forgets an app, and the row that it has. Those after it move up.
    ///
    /// - Complexity: as ``NextAppTables/forget(_:)``.
    mutating func forget(_ app: Int) {
        let row = tables.row(of: app)
        tables.forget(app)
        turn()
        guard row > 0 else { return }
        model.remove(row)
    }

    /// The app's row, giving it one if it has none.
    mutating func ownRow(of app: Int) -> Int {
        let row = tables.ownRow(of: app)
        model.grow(to: tables.rowCount)
        return row
    }

    /// The same before a launch of it; see ``NextAppTables/ownRow(launching:)``.
    mutating func ownRow(launching app: Int) -> Int {
        let row = tables.ownRow(launching: app)
        model.grow(to: tables.rowCount)
        return row
    }

    /// The clock was set back.
    mutating func clockWentBack(to now: Instant) {
        tables.clockWentBack(to: now)
        turn()
    }

    /// What was reckoned is of no use any more.
    private mutating func turn() {
        key = nil
        for kind in chances.indices { chances[kind].key = nil }
    }

    /// Learns a launch.
    mutating func learn(_ app: Int, situation: Situation, hour: Int, at now: Instant) {
        if only == nil {
            let kind = situation.rawValue
            update(situation, hour: hour, at: now)
            let row = tables.row(of: app)
            // Taken out while they change, so that each change is in place.
            var misses: [FloatLanes] = []
            swap(&misses, &chances[kind].powers)
            let scale = Float(-1 / chances[kind].sum)
            var span = misses.mutableSpan
            for block in span.indices { span[block] *= scale }
            model.learn(
                tables.wasLaunched(row: row) ? row : 0, kind: kind, features, tables, misses: &misses)
            swap(&misses, &chances[kind].powers)
        }
        turn()
        tables.count(app, situation: situation, hour: hour, at: now)
        model.grow(to: tables.rowCount)
    }

    /// The chances of all apps in what is left of a session, where the next launch comes at that time; nil where one expert is
    /// asked instead.
    ///
    /// - Complexity: O(1) if the next launch was asked about, else O(apps told apart).
    mutating func chances(of rest: SessionCourse.Rest, hour: Int, at now: Instant) -> ChancesOfRest? {
        guard only == nil else { return nil }
        update(.sameSession, hour: hour, at: now)
        let chances = chances[Situation.sameSession.rawValue]
        return ChancesOfRest(chances.powers, sum: chances.sum, rest, tables)
    }

    /// The chance that `app` is the next one launched, given the situation, hour and time of that launch.
    mutating func probability(_ app: Int, situation: Situation, hour: Int, at now: Instant) -> Double {
        if let only { return tables.predictions(for: app, situation: situation, hour: hour)[only.rawValue] }
        update(situation, hour: hour, at: now)
        return chance(tables.row(of: app), situation)
    }

    /// The same for both situations.
    mutating func shares(of app: Int, hour: Int, at now: Instant) -> (sameSession: Double, newSession: Double)
    {
        (
            probability(app, situation: .sameSession, hour: hour, at: now),
            probability(app, situation: .newSession, hour: hour, at: now)
        )
    }

    /// The same for every hour of the day, times `factor`, appended to `result`: the sum over all apps is taken to be that
    /// of this hour.
    mutating func appendHourly(
        _ app: Int, situation: Situation, times factor: Double, hour: Int, at now: Instant,
        to result: inout [Double]
    ) {
        if let only {
            for hour in 0..<24 {
                let share = tables.predictions(for: app, situation: situation, hour: hour)[only.rawValue]
                result.append(factor * share)
            }
            return
        }
        let chance = probability(app, situation: situation, hour: hour, at: now)
        let row = tables.row(of: app)
        let (prior, strength) = (tables.popularity(app), tables.hourStrength)
        let weight = model.hourWeight(kind: situation.rawValue)
        let present = PortableMath.log(
            tables.hours.share(row, hour: hour, prior: prior, strength: strength))
        for first in stride(from: 0, to: 24, by: PortableMath.Lanes.scalarCount) {
            let shares = tables.hours.shares(row, from: first, prior: prior, strength: strength)
            let changes = PortableMath.exp(weight * (PortableMath.log(shares) - present))
            for lane in 0..<PortableMath.Lanes.scalarCount {
                result.append(factor * min(1, chance * changes[lane]))
            }
        }
    }

    /// Brings the chances of all apps in a situation up to date.
    @inline(__always)
    private mutating func update(_ situation: Situation, hour: Int, at now: Instant) {
        let step = ForecastStep.of(now)
        let key = Key(hour: hour, step: step, apps: tables.count, rows: tables.rowCount)
        guard key != chances[situation.rawValue].key else { return }
        if key != self.key {
            features.look(tables, hour: hour, step: step)
            // What is learned of the other situation is learned from the same features.
            turn()
            self.key = key
        }
        reckon(situation.rawValue)
        chances[situation.rawValue].key = key
    }

    /// Row 0 has the chance of all apps that were never launched together.
    @inline(__always)
    private func chance(_ row: Int, _ situation: Situation) -> Double {
        let chances = chances[situation.rawValue]
        func chance(_ row: Int) -> Double { Double(chances.powers[row >> 3][row & 7]) / chances.sum }
        return tables.wasLaunched(row: row) ? chance(row) : chance(0) / Double(max(1, tables.unlaunchedCount))
    }

    /// e^score of each row, times how many apps there are of it, and the sum of all.
    private mutating func reckon(_ kind: Int) {
        features.lookForFollowers(tables, kind: kind)
        // Taken out while they change, so that each change is in place.
        var powers: [FloatLanes] = []
        swap(&powers, &chances[kind].powers)
        powers.resize(to: tables.scoredBlocks, with: .zero)
        model.score(features, kind: kind, tables, to: &powers)
        // As long as all apps were launched, row 0 stands for none.
        if tables.unlaunchedCount == 0 { powers[0][0] = NextAppModel.least }
        // Less the greatest, so that no power is infinite and not all are nought.
        PortableMath.exp(each: &powers, less: PortableMath.greatest(powers))
        powers[0][0] *= Float(tables.unlaunchedCount)
        chances[kind].sum = PortableMath.sum(powers)
        swap(&powers, &chances[kind].powers)
    }
}

/// Chances are reckoned anew, to the same bits.
extension NextAppForecast: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&tables)
        if Coder.isReader { model.grow(to: tables.rowCount) }
        try coder.code(&model)
        if Coder.isReader { turn() }
    }
}
