/// Which app is launched next: the chances of all apps, by ``NextAppModel`` over what ``NextAppTables`` count.
///
/// Never-launched apps share the score of one, so that their number is told apart from their habits.
///
/// - Complexity: O(apps told apart, see ``LaunchForecast/mostRows``) per launch, and for the first question after it or in
///   another ten minutes; O(1) for further ones.
struct NextAppForecast: Sendable {
    typealias Situation = NextAppTables.Situation

    private(set) var tables: NextAppTables
    private var model = NextAppModel()
    /// For experiments and comparisons: the one expert to ask instead.
    private let only: AppExpert?

    /// The chances by row in each situation, and what they were reckoned for. Time is read in steps of ten minutes, so
    /// that they depend on the moment and not on when they were first asked for.
    private var chances: [[Double]] = [[], []]
    private var key: Key?
    private var features: [NextAppModel.Features] = []
    private var standings: [NextAppModel.Standing] = []
    private var logarithms: [Double] = []

    private struct Key: Equatable, Sendable {
        var hour: Int
        var step: Int64
        var apps: Int
        var rows: Int
    }

    /// Makes a forecast that knows no app.
    init(_ parameters: ForecastParameters = ForecastParameters()) {
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
        key = nil
        guard row > 0 else { return }
        model.remove(row)
        // So that there is a chance for each row, and no more.
        for kind in chances.indices where chances[kind].count > tables.rowCount {
            chances[kind].removeLast(chances[kind].count - tables.rowCount)
        }
    }

    /// The app's row, giving it one if it has none.
    mutating func ownRow(of app: Int) -> Int {
        let row = tables.ownRow(of: app)
        model.grow(to: tables.rowCount)
        return row
    }

    /// The clock was set back.
    mutating func clockWentBack(to now: Instant) {
        tables.clockWentBack(to: now)
        key = nil
    }

    /// Learns a launch.
    mutating func learn(_ app: Int, situation: Situation, hour: Int, at now: Instant) {
        if only == nil {
            reckon(situation, hour: hour, step: ForecastStep.of(now))
            let row = tables.row(of: app)
            model.learn(
                tables.wasLaunched(row: row) ? row : 0, kind: situation.rawValue, features, standings,
                chances: chances[situation.rawValue])
        }
        key = nil
        tables.count(app, situation: situation, hour: hour, at: now)
        model.grow(to: tables.rowCount)
    }

    /// The chance that `app` is the next one launched, given the situation, hour and time of that launch.
    mutating func probability(_ app: Int, situation: Situation, hour: Int, at now: Instant) -> Double {
        if let only { return tables.predictions(for: app, situation: situation, hour: hour)[only.rawValue] }
        update(hour: hour, at: now)
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

    /// Brings the chances of all apps up to date.
    private mutating func update(hour: Int, at now: Instant) {
        let key = Key(hour: hour, step: ForecastStep.of(now), apps: tables.count, rows: tables.rowCount)
        guard key != self.key else { return }
        reckon(.sameSession, hour: hour, step: key.step)
        reckon(.newSession, hour: hour, step: key.step)
        self.key = key
    }

    /// Row 0 has the chance of all apps that were never launched together.
    @inline(__always)
    private func chance(_ row: Int, _ situation: Situation) -> Double {
        if tables.wasLaunched(row: row) { return chances[situation.rawValue][row] }
        return chances[situation.rawValue][0] / Double(max(1, tables.unlaunchedCount))
    }

    /// The chances of all rows: e^score over the sum of all.
    private mutating func reckon(_ situation: Situation, hour: Int, step: Int64) {
        let kind = situation.rawValue
        tables.look(
            situation: situation, hour: hour, at: ForecastStep.moment(step),
            features: &features, standings: &standings, logarithms: &logarithms)
        let rows = tables.rowCount
        // Taken out while they change, so that each change is in place.
        var chances: [Double] = []
        swap(&chances, &self.chances[kind])
        chances.grow(to: rows, with: 0)
        var most = -Double.infinity
        for row in 0..<rows {
            var score = model.score(features[row], standings[row], row: row, kind: kind)
            if row == 0 {
                let unlaunched = tables.unlaunchedCount
                score = unlaunched > 0 ? score + PortableMath.log(Double(unlaunched)) : -Double.infinity
            } else if !tables.wasLaunched(row: row) {
                score = -Double.infinity
            }
            chances[row] = score
            if score > most { most = score }
        }
        for row in 0..<rows { chances[row] -= most }
        PortableMath.exp(each: &chances)
        var sum = 0.0
        for row in 0..<rows { sum += chances[row] }
        for row in 0..<rows { chances[row] /= sum }
        swap(&chances, &self.chances[kind])
    }
}

/// Chances are reckoned anew, to the same bits.
extension NextAppForecast: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&tables)
        if Coder.isReader { model.grow(to: tables.rowCount) }
        try coder.code(&model)
        if Coder.isReader { key = nil }
    }
}
