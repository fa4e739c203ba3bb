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
    private var model = NextAppModel()
    /// Per row: session and time of the last use.
    private var lastSession: [Int32] = []
    private var lastUse: [PastInstant] = []
    private var session: Int32 = 0
    /// Sessions since the last use of each row in each situation...
    private var chances: [[Double]] = [[], []]
    private var scratch = Scratch()
    private var key: Key?

    private struct Key: Equatable, Sendable {
        var hour: Int
        var slot: Int64
        var apps: Int
        var rows: Int
    }

    /// Working memory: what the tables say of each row.
    private struct Scratch: Sendable {
        var features: [NextAppModel.Features] = []
        var standings: [NextAppModel.Standing] = []
        var chances: [Double] = []
    }

    /// The app launched last, and the one before.
    private(set) var previous: Int?
    private var beforePrevious: Int?
    /// How many apps are known.
    private(set) var count = 0

    /// Of the popularity among the last launches: half weight after 12 more.
    private static let recentGrowth = PortableMath.exp(0.693_147_180_559_945_3 / 12)

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
        model.grow(to: rowCount)
        lastSession.grow(to: rowCount, with: -1)
        lastUse.grow(to: rowCount, with: PastInstant())
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

    /// Time is read in steps of ten minutes.
    private static func slot(_ now: Instant) -> Int64 { now.milliseconds / 600_000 }

    /// What the tables say of every row, for a launch in that situation; row 0 stands for all apps never launched.
    private mutating func look(kind: Int, hour: Int, slot: Int64) {
        let strength = parameters.shrinkage * unit
        let moment = Instant(milliseconds: slot * 600_000)
        scratch.features.grow(to: rowCount, with: .zero)
        scratch.standings.grow(to: rowCount, with: .init(session: 0, place: 0, time: 0))
        scratch.chances.grow(to: rowCount, with: 0)
        let present = kind == 0 ? session : session &+ 1
        for row in 0..<rowCount {
            let prior = overall.share(row, prior: 1 / Double(max(1, count)), strength: unit)
            let recent = recent.share(row, prior: prior, strength: parameters.shrinkage * recentUnit)
            let hourly = hours.share(row, hour: hour, prior: prior, strength: strength)
            scratch.features[row] = NextAppModel.Features(
                PortableMath.log(prior), PortableMath.log(recent / prior), PortableMath.log(hourly / prior), 0, 0, 0, 0, 0)
            let place = recency.place(of: row) ?? RecencyList.length
            scratch.standings[row] = lastUse[row].moment.map {
                NextAppModel.Standing(
                    session: NextAppModel.cell(sessions: present &- lastSession[row]), place: place,
                    time: NextAppModel.cell(since: moment - $0))
            } ?? NextAppModel.Standing(
                session: NextAppModel.neverSession, place: NextAppModel.neverPlace, time: NextAppModel.neverTime)
        }
        addSuccessors(kind: kind)
    }

    /// Adds what followed the app launched last, and the two launched last.
    private mutating func addSuccessors(kind: Int) {
        guard let previous else { return }
        let from = self.row(of: previous)
        let strength = parameters.shrinkage * unit
        let discount = 0.6 * unit
        let total = successors.total(from)
        func situationShare(_ row: Int) -> Double {
            let prior = overall.share(row, prior: 1 / Double(max(1, count)), strength: unit)
            return bySituation[kind].share(row, prior: prior, strength: strength)
        }
        var left = 1.0
        if total > 0 {
            var taken = 0.0
            successors.visit(from) { _, count in taken += max(0, count - discount) }
            left = max(0.001, 1 - taken / total)
            successors.visit(from) { app, count in
                let row = self.row(of: app)
                guard row > 0, count > discount else { return }
                scratch.features[row][3] = PortableMath.log(
                    1 + (count - discount) / (total * left * situationShare(row)))
            }
        }
        if let beforePrevious {
            var taken = 0.0
            let pair = (beforePrevious, previous)
            if let total = pairs.visit(pair, { _, count in taken += max(0, count - discount) }), total > 0 {
                let leftOfPair = max(0.001, 1 - taken / total)
                _ = pairs.visit(pair) { app, count in
                    let row = self.row(of: app)
                    guard row > 0, count > discount else { return }
                    let known = left * situationShare(row) * PortableMath.exp(scratch.features[row][3])
                    scratch.features[row][4] = PortableMath.log(
                        1 + (count - discount) / (total * leftOfPair * known))
                }
            }
        }
        let table = bySituationSuccessors[kind]
        var known = 0.0
        table.visit(from) { _, count in known += count }
        let rest = max(0, table.total(from) - known)
        table.visit(from) { app, count in
            let row = self.row(of: app)
            guard row > 0 else { return }
            let prior = overall.share(row, prior: 1 / Double(max(1, self.count)), strength: unit)
            let follows = successors.share(from: from, to: app, prior: prior, strength: strength)
            scratch.features[row][5] = PortableMath.log(1 + count / ((4 * unit + rest) * follows))
        }
    }

    /// The chances of all rows: e^score over the sum of all.
    private mutating func reckon(kind: Int) {
        var most = -Double.infinity
        // As many apps share row 0 as were never launched.
        let unlaunched = count - (rowCount - 1)
        for row in 0..<rowCount {
            var score = model.score(scratch.features[row], scratch.standings[row], row: row, kind: kind)
            if row == 0 { score = unlaunched > 0 ? score + PortableMath.log(Double(unlaunched)) : -1e3 }
            scratch.chances[row] = score
            most = max(most, score)
        }
        var sum = 0.0
        for row in 0..<rowCount {
            let share = PortableMath.exp(scratch.chances[row] - most)
            scratch.chances[row] = share
            sum += share
        }
        for row in 0..<rowCount { scratch.chances[row] /= sum }
    }

    private mutating func learnModel(_ app: Int, kind: Int, hour: Int, at now: Instant) {
        look(kind: kind, hour: hour, slot: Self.slot(now))
        reckon(kind: kind)
        let launched = row(of: app)
        var gradient = NextAppModel.Gradient()
        for row in 0..<rowCount {
            model.gather(
                &gradient, scratch.features[row], scratch.standings[row], row: row, kind: kind,
                chance: scratch.chances[row], launched: row == launched)
        }
        model.apply(gradient, kind: kind)
    }

    /// Where the row's app stands in time, before a launch in the present session or the next one.
    func cells(_ row: Int, nextSession: Bool, at now: Instant) -> SessionForecast.Cells {
        guard let last = lastUse[row].moment else {
            return SessionForecast.Cells(
                session: UInt8(NextAppModel.neverSession), time: UInt8(NextAppModel.neverTime))
        }
        let moment = Instant(milliseconds: Self.slot(now) * 600_000)
        let since = (nextSession ? session &+ 1 : session) &- lastSession[row]
        return SessionForecast.Cells(
            session: UInt8(NextAppModel.cell(sessions: since)), time: UInt8(NextAppModel.cell(since: moment - last)))
    }

    /// Brings the chances of all apps up to date.
    mutating func update(hour: Int, at now: Instant) {
        let key = Key(hour: hour, slot: Self.slot(now), apps: count, rows: rowCount)
        guard key != self.key else { return }
        self.key = key
        for kind in 0..<2 {
            look(kind: kind, hour: hour, slot: key.slot)
            reckon(kind: kind)
            chances[kind].grow(to: rowCount, with: 0)
            for row in 0..<rowCount { chances[kind][row] = scratch.chances[row] }
            let unlaunched = count - (rowCount - 1)
            chances[kind][0] /= Double(max(1, unlaunched))
        }
    }

    /// Learns a launch.
    mutating func learn(_ app: Int, situation: Situation, hour: Int, at now: Instant) {
        let kind = situation.rawValue
        if parameters.appExpert == nil { learnModel(app, kind: kind, hour: hour, at: now) }
        key = nil
        if situation == .newSession { session &+= 1 }
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
        lastSession[row] = session
        lastUse[row].moment = now
        beforePrevious = previous
        previous = app
        if unit > 1e6 { rescale() }
    }

    /// The chance that `app` is the next one launched, given the situation, hour and time of that launch.
    mutating func probability(_ app: Int, situation: Situation, hour: Int, at now: Instant) -> Double {
        if parameters.appExpert == nil {
            update(hour: hour, at: now)
            return chances[situation.rawValue][row(of: app)]
        }
        return (weights[situation.rawValue] * predictions(for: app, situation: situation, hour: hour)).sum()
    }

    /// The same for both situations. (Mutating, as calling it would otherwise copy the whole forecast.)
    mutating func shares(of app: Int, hour: Int, at now: Instant) -> (sameSession: Double, newSession: Double) {
        if parameters.appExpert == nil {
            update(hour: hour, at: now)
            let row = row(of: app)
            return (chances[0][row], chances[1][row])
        }
        let common = predictions(for: app, hour: hour)
        return (
            (weights[0] * complete(common, for: app, kind: 0)).sum(),
            (weights[1] * complete(common, for: app, kind: 1)).sum()
        )
    }

    /// The same for every hour of the day, times `factor`, appended to `chances`.
    func appendHourly(_ app: Int, situation: Situation, times factor: Double, to result: inout [Double]) {
        if parameters.appExpert == nil {
            // The other apps are taken to have the same sum at every hour.
            let row = row(of: app)
            let (prior, weight) = (popularity(app), model.hourWeight(kind: situation.rawValue))
            let now = PortableMath.log(hours.share(row, hour: key?.hour ?? 0, prior: prior, strength: hourStrength))
            let chance = chances[situation.rawValue].indices.contains(row) ? chances[situation.rawValue][row] : prior
            for hour in 0..<24 {
                let then = PortableMath.log(hours.share(row, hour: hour, prior: prior, strength: hourStrength))
                result.append(factor * min(1, chance * PortableMath.exp(weight * (then - now))))
            }
            return
        }
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
                result.append(factor * weighted.sum())
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
