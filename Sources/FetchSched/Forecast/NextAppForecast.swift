/// Which app is launched next, as a mixture of simple experts.
///
/// Two situations are told apart: a launch within a session, and the first launch of a new one. Each has
/// its own weights for the experts, which are updated by log loss with fixed share, so that the mixture
/// follows whichever expert is best at present.
///
/// Source: Herbster and Warmuth, "Tracking the best expert", Machine Learning 32, 1998.
///
/// Each app that was launched has a row in the tables; all others share row 0, which stays empty.
///
/// - Complexity: O(1) per query and O(experts) per launch; 334 bytes per app launched, 4 per other app.
struct NextAppForecast: Sendable {
    /// The situation of a launch.
    enum Situation: Int, Sendable {
        case sameSession, newSession
    }

    private let parameters: ForecastParameters
    /// Growth of the weight of a launch from one to the next.
    private let growth: Double
    private var unit = 1.0
    /// The row of each app; 0 for those never launched.
    private var rows: [Int32] = []
    /// How many rows there are.
    private(set) var rowCount = 0
    private var overall = DecayedCounts()
    private var bySituation = [DecayedCounts(), DecayedCounts()]
    private(set) var hours = HourTable()
    private var recent = DecayedCounts()
    private var recentUnit = 1.0
    private var successors = SuccessorTable()
    private var bySituationSuccessors = [SuccessorTable(), SuccessorTable()]
    private var pairs = PairTable()
    private var recency = RecencyList()
    private var placeCounts = [[Double]](
        repeating: [Double](repeating: 0, count: RecencyList.length + 1), count: 2)
    private var placeTotals = [0.0, 0.0]
    private var weights: [SIMD8<Double>]

    /// The app launched last, and the one before.
    private(set) var previous: Int?
    private var beforePrevious: Int?
    /// How many apps are known.
    private(set) var count = 0

    /// Of the popularity among the last launches: half weight after 40 more.
    private static let recentGrowth = PortableMath.exp(0.693_147_180_559_945_3 / 40)

    private static let startWeights: SIMD8<Double> = {
        var even = SIMD8<Double>(repeating: 0)
        for expert in AppExpert.allCases { even[expert.rawValue] = 1 / Double(AppExpert.allCases.count) }
        return even
    }()

    /// Makes a forecast that knows no app.
    init(_ parameters: ForecastParameters = ForecastParameters()) {
        self.parameters = parameters
        var start = Self.startWeights
        if let only = parameters.appExpert {
            start = .zero
            start[only.rawValue] = 1
        }
        weights = [start, start]
        growth = PortableMath.exp(0.693_147_180_559_945_3 / max(1, parameters.halfLifeLaunches))
        appendRow()
    }

    /// Makes room for apps up to `count`.
    mutating func grow(to count: Int) {
        guard count > self.count else { return }
        self.count = count
        rows.grow(to: count, with: 0, part: 8)
    }

    private mutating func appendRow() {
        rowCount += 1
        overall.grow(to: rowCount)
        for index in bySituation.indices { bySituation[index].grow(to: rowCount) }
        hours.grow(to: rowCount)
        successors.grow(to: rowCount)
        for index in bySituationSuccessors.indices { bySituationSuccessors[index].grow(to: rowCount) }
        recent.grow(to: rowCount)
        recency.grow(to: rowCount)
    }

    /// Stands for any app that was never launched: their chances are the same.
    static let unlaunched = -1

    /// The app's row in what is kept by app; 0 if it has none.
    @inline(__always)
    func row(of app: Int) -> Int { app < 0 ? 0 : Int(rows[app]) }

    /// The same, giving the app one if it has none.
    mutating func ownRow(of app: Int) -> Int {
        if rows[app] == 0 {
            rows[app] = Int32(truncatingIfNeeded: rowCount)
            appendRow()
        }
        return Int(rows[app])
    }

    /// Learns a launch.
    mutating func learn(_ app: Int, situation: Situation, hour: Int) {
        let kind = situation.rawValue
        let predictions = predictions(for: app, situation: situation, hour: hour)
        var updated = weights[kind] * predictions
        let sum = updated.sum()
        if sum > 0, parameters.appExpert == nil {
            updated /= sum
            let share = parameters.share
            weights[kind] = updated * (1 - share) + Self.startWeights * share
        }

        let row = ownRow(of: app)
        unit *= growth
        overall.add(unit, to: row)
        bySituation[kind].add(unit, to: row)
        hours.add(unit, to: row, hour: hour)
        if let previous {
            successors.add(unit, from: self.row(of: previous), to: app)
            bySituationSuccessors[kind].add(unit, from: self.row(of: previous), to: app)
            if let beforePrevious { pairs.add(unit, from: (beforePrevious, previous), to: app) }
        }
        recentUnit *= Self.recentGrowth
        recent.add(recentUnit, to: row)
        if recentUnit > 1e6 {
            recent.scale(by: 1 / recentUnit)
            recentUnit = 1
        }
        placeCounts[kind][recency.place(of: row) ?? RecencyList.length] += unit
        placeTotals[kind] += unit
        recency.moveToFront(row)
        beforePrevious = previous
        previous = app
        if unit > 1e6 { rescale() }
    }

    /// The chance that `app` is the next one launched, given the situation and hour of that launch.
    func probability(_ app: Int, situation: Situation, hour: Int) -> Double {
        (weights[situation.rawValue] * predictions(for: app, situation: situation, hour: hour)).sum()
    }

    /// The same for both situations. (Mutating, as calling it would otherwise copy the whole forecast.)
    mutating func shares(of app: Int, hour: Int) -> (sameSession: Double, newSession: Double) {
        let common = predictions(for: app, hour: hour)
        return (
            (weights[0] * complete(common, for: app, kind: 0)).sum(),
            (weights[1] * complete(common, for: app, kind: 1)).sum()
        )
    }

    /// The same for every hour of the day, times `factor`, appended to `chances`.
    func appendHourly(_ app: Int, situation: Situation, times factor: Double, to chances: inout [Double]) {
        // Only one expert looks at the hour.
        let weights = weights[situation.rawValue]
        var weighted = weights * predictions(for: app, situation: situation, hour: 0)
        let prior = popularity(app)
        let row = row(of: app)
        for first in stride(from: 0, to: 24, by: 8) {
            let shares =
                weights[AppExpert.hour.rawValue]
                * hours.shares(row, from: first, prior: prior, strength: hourStrength)
            for lane in 0..<8 {
                weighted[AppExpert.hour.rawValue] = shares[lane]
                chances.append(factor * weighted.sum())
            }
        }
    }

    /// What an app's share of all launches weighs beside those of an hour.
    var hourStrength: Double { parameters.shrinkage * unit }

    /// The app's share of all launches.
    @inline(__always)
    func popularity(_ app: Int) -> Double {
        overall.share(row(of: app), prior: 1 / Double(count), strength: unit)
    }

    private func predictions(for app: Int, situation: Situation, hour: Int) -> SIMD8<Double> {
        complete(predictions(for: app, hour: hour), for: app, kind: situation.rawValue)
    }

    /// What the experts say that do not ask for the situation.
    @inline(__always)
    private func predictions(for app: Int, hour: Int) -> SIMD8<Double> {
        let strength = parameters.shrinkage * unit
        let row = row(of: app)
        let prior = popularity(app)
        var result = SIMD8<Double>(repeating: 0)
        result[AppExpert.popularity.rawValue] = prior
        result[AppExpert.hour.rawValue] = hours.share(row, hour: hour, prior: prior, strength: strength)
        result[AppExpert.recentPopularity.rawValue] = recent.share(
            row, prior: prior, strength: parameters.shrinkage * recentUnit)
        var follows = prior
        if let previous {
            let from = self.row(of: previous)
            follows = successors.share(from: from, to: app, prior: prior, strength: strength)
        }
        result[AppExpert.successor.rawValue] = follows
        result[AppExpert.pair.rawValue] = follows
        if let previous, let beforePrevious {
            result[AppExpert.pair.rawValue] = pairs.share(
                from: (beforePrevious, previous), to: app, prior: follows, strength: strength)
        }
        return result
    }

    /// Adds what those say that do.
    @inline(__always)
    private func complete(_ common: SIMD8<Double>, for app: Int, kind: Int) -> SIMD8<Double> {
        let strength = parameters.shrinkage * unit
        let row = row(of: app)
        var result = common
        result[AppExpert.situation.rawValue] = bySituation[kind].share(
            row, prior: common[AppExpert.popularity.rawValue], strength: strength)
        let follows = common[AppExpert.successor.rawValue]
        result[AppExpert.situationSuccessor.rawValue] = follows
        if let previous {
            result[AppExpert.situationSuccessor.rawValue] = bySituationSuccessors[kind].share(
                from: self.row(of: previous), to: app, prior: follows, strength: strength)
        }
        result[AppExpert.recency.rawValue] = placeShare(row, kind: kind)
        return result
    }

    /// The recency expert: how often launches came from the app's place; apps beyond the last place share
    /// what came from there.
    @inline(__always)
    private func placeShare(_ row: Int, kind: Int) -> Double {
        let floor = unit * 0.5
        let taken = recency.count
        let beyond = count - taken
        // Once every app has a place, none is left to come from beyond; else the shares would not sum to 1.
        let told = placeTotals[kind] - (beyond > 0 ? 0 : placeCounts[kind][RecencyList.length])
        let total = told + floor * Double(taken + (beyond > 0 ? 1 : 0))
        if let place = recency.place(of: row) { return (placeCounts[kind][place] + floor) / total }
        return (placeCounts[kind][RecencyList.length] + floor) / total / Double(max(1, beyond))
    }

    private mutating func rescale() {
        let factor = 1 / unit
        overall.scale(by: factor)
        for index in bySituation.indices { bySituation[index].scale(by: factor) }
        hours.scale(by: factor)
        successors.scale(by: factor)
        for index in bySituationSuccessors.indices { bySituationSuccessors[index].scale(by: factor) }
        pairs.scale(by: factor)
        for kind in placeCounts.indices {
            placeTotals[kind] *= factor
            placeCounts[kind].scale(by: factor)
        }
        unit = 1
    }
}

/// Reads into one that has grown to its number of apps.
extension NextAppForecast: SnapshotCoded {
    /// The app of each row but the first, which has none.
    private mutating func codeRows<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        var owners = [Int32](repeating: 0, count: Coder.isReader ? 0 : rowCount - 1)
        for app in rows.indices where !Coder.isReader && rows[app] > 0 {
            owners[Int(rows[app]) - 1] = Int32(truncatingIfNeeded: app)
        }
        try coder.code(&owners)
        guard Coder.isReader else { return }
        for app in owners {
            try coder.check(rows.indices.contains(Int(app)) && rows[Int(app)] == 0)
            _ = ownRow(of: Int(app))
        }
    }
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try codeRows(&coder)
        try coder.code(&unit)
        try coder.code(&overall)
        try coder.code(each: &bySituation)
        try coder.code(&hours)
        try coder.code(&recent)
        try coder.code(&recentUnit)
        try coder.code(&successors)
        try coder.code(each: &bySituationSuccessors)
        try coder.code(&pairs)
        try coder.code(&recency)
        for kind in placeCounts.indices { try coder.code(counters: &placeCounts[kind]) }
        try coder.code(counters: &placeTotals)
        try coder.code(shares: &weights)
        try coder.code(&previous, below: count)
        try coder.code(&beforePrevious, below: count)
        // Both grow from 1 to a million, and begin again.
        try coder.check((1...2e6).contains(unit) && (1...2e6).contains(recentUnit))
    }
}
