@testable import FetchSched

/// ``NextAppModel`` and ``LaunchCounts`` as they are described, in double precision: a list of all launches, from which every
/// share is added up again. Only the tables of followers are those of the engine, as they have bounds of their own.
struct NaiveNextApp {
    private struct Launch {
        var app: Int
        var kind: Int
        var hour: Int
        /// How many launches came before it, those of removed apps, too.
        var place: Int
    }

    /// A learned number, and the sum of its squared gradients.
    private struct Learned {
        var number: Double
        var squares = 4.0

        mutating func learn(_ gradient: Double, step: Double) {
            squares += gradient * gradient
            number += step * gradient / squares.squareRoot()
        }
    }

    /// What an app has, or any app that was never launched: its probability, features, and the cells of its biases.
    private struct Row {
        var app: Int?
        var features: [Double]
        var cells: [Int]
        var score = 0.0
        var probability = 0.0
    }

    private let halfLife: Double
    private let shrinkage: Double
    private var launches: [Launch] = []
    private var count = 0
    private(set) var apps: Set<Int> = []
    private var lastUse: [Int: FetchTime] = [:]
    private var lastSession: [Int: Int32] = [:]
    private var session: Int32 = 0
    /// Apps that were launched, the last one first.
    private var order: [Int] = []
    private var previous: Int?
    private var beforePrevious: Int?
    private var followers: [Int: Successors] = [:]
    private var followersByKind: [[Int: Successors]] = [[:], [:]]
    private var pairs = PairSuccessors()
    private var weights: [[Learned]]
    private var biases: [[Learned]]
    private var byTime: [[Int]: Learned] = [:]

    init(halfLife: Double, shrinkage: Double) {
        (self.halfLife, self.shrinkage) = (halfLife, shrinkage)
        let first = [0.5, 0.3, 0.3, 0.5, 0.25, 0.25].map { Learned(number: $0) }
        weights = [first, first]
        let blank = [Learned](repeating: Learned(number: 0), count: 46)
        biases = [blank, blank]
        biases[0][11].number = 1
        biases[1][11].number = 1
        biases[0][12].number = -1
    }

    mutating func add(_ app: Int) { apps.insert(app) }

    mutating func remove(_ app: Int) {
        apps.remove(app)
        launches.removeAll { $0.app == app }
        order.removeAll { $0 == app }
        (lastUse[app], lastSession[app], followers[app]) = (nil, nil, nil)
        for other in followers.keys { followers[other]?.forget(app) }
        for kind in 0..<2 {
            followersByKind[kind][app] = nil
            for other in followersByKind[kind].keys { followersByKind[kind][other]?.forget(app) }
        }
        pairs.forget(app)
        byTime = byTime.filter { $0.key[0] != app }
        if previous == app { (previous, beforePrevious) = (nil, nil) }
        if beforePrevious == app { beforePrevious = nil }
    }

    mutating func clockWentBack(to now: FetchTime) { lastUse = lastUse.mapValues { min($0, now) } }

    // MARK: Shares

    /// The weights of the launches for which that is so, where the last one weighs 1 and halves after so many more.
    private func weight(_ halfLife: Double, _ isIn: (Launch) -> Bool) -> Double {
        launches.reduce(0) {
            isIn($1) ? $0 + PortableMath.power(0.5, Double(count - 1 - $1.place) / halfLife) : $0
        }
    }

    private func popularity(_ app: Int?) -> Double {
        (weight(halfLife) { $0.app == app } + 1 / Double(max(1, apps.count)))
            / (weight(halfLife) { _ in true } + 1)
    }

    /// Logarithms of the six shares, without what all apps have in common; those but the first beside what is known before.
    private func features(_ app: Int?, _ kind: Int, hour: Int) -> [Double] {
        let all = weight(halfLife) { _ in true } + 1
        let popularity = popularity(app)
        let recent = weight(12) { $0.app == app } + 4 * popularity
        var hourly = shrinkage * popularity
        for (other, part) in [(hour, 0.5), ((hour + 1) % 24, 0.25), ((hour + 23) % 24, 0.25)] {
            hourly += part * weight(halfLife) { $0.app == app && $0.hour == other }
        }
        return [
            PortableMath.log(popularity * all), PortableMath.log(recent / popularity),
            PortableMath.log(hourly / popularity),
        ] + followers(app, kind)
    }

    /// How many times as often the app follows the last one, the last two, and the last one in this situation, as logarithms.
    private func followers(_ app: Int?, _ kind: Int) -> [Double] {
        guard let app, let previous else { return [0, 0, 0] }
        func share(_ own: Successors, _ known: Double) -> Double {
            var left = 1.0
            for slot in 0..<8 { left -= max(0, Double(own.counts[slot]) - 0.6) / Double(own.total) }
            let beyond = max(0, Double(own.count(of: Int32(app))) - 0.6) / Double(own.total)
            return beyond + max(0.001, left) * known
        }
        /// What is left of the share that was known, for those that do not follow.
        func without(_ own: Successors, _ known: Double) -> Double {
            share(own, known) - max(0, Double(own.count(of: Int32(app))) - 0.6) / Double(own.total)
        }
        let inSituation =
            (weight(halfLife) { $0.app == app && $0.kind == kind } + shrinkage * popularity(app))
            / (weight(halfLife) { $0.kind == kind } + shrinkage)
        var (result, known) = ([0.0, 0, 0], inSituation)
        let one = followers[previous] ?? Successors()
        if one.total > 0 {
            if one.count(of: Int32(app)) > 0 {
                result[0] = PortableMath.log(share(one, known) / without(one, known))
            }
            known = share(one, known)
        }
        if let beforePrevious, let pair = pairs.following((beforePrevious, previous)), pair.total > 0,
            pair.count(of: Int32(app)) > 0
        {
            result[1] = PortableMath.log(share(pair, known) / without(pair, known))
        }
        let own = followersByKind[kind][previous] ?? Successors()
        if own.count(of: Int32(app)) > 0 {
            let all =
                (Double(one.count(of: Int32(app))) + (shrinkage + Double(one.rest)) * popularity(app))
                / (Double(one.total) + shrinkage)
            result[2] = PortableMath.log(
                1 + Double(own.count(of: Int32(app))) / ((4 + Double(own.rest)) * all))
        }
        return result
    }

    // MARK: The model

    private func rows(_ kind: Int, hour: Int, at now: FetchTime) -> [Row] {
        let step = now.milliseconds / 600_000
        var rows = order.enumerated().map { rank, app in
            let sessions = session - (lastSession[app] ?? 0) + Int32(kind)
            let last = lastUse[app]?.milliseconds ?? 0
            let steps = step - (last / 600_000 + (last % 600_000 > 0 ? 1 : 0))
            let time = [2, 30, 120, 180].count { steps >= $0 }
            return Row(
                app: app, features: features(app, kind, hour: hour),
                cells: [NextAppFeatures.sessionCell(sessions), 12 + min(rank, 32), time])
        }
        if apps.count > order.count {
            rows.append(Row(app: nil, features: features(nil, kind, hour: hour), cells: [11, 45, 0]))
        }
        for row in rows.indices {
            let features = rows[row].features
            rows[row].score = zip(weights[kind], features).reduce(0) { $0 + $1.0.number * $1.1 }
            for cell in rows[row].cells.prefix(2) { rows[row].score += biases[kind][cell].number }
            if let app = rows[row].app {
                rows[row].score += byTime[[app, kind, rows[row].cells[2]]]?.number ?? 0
            }
        }
        let most = rows.map(\.score).max() ?? 0
        var sum = 0.0
        for row in rows.indices {
            let unlaunched = Double(apps.count - order.count)
            rows[row].probability =
                PortableMath.exp(rows[row].score - most) * (rows[row].app == nil ? unlaunched : 1)
            sum += rows[row].probability
        }
        for row in rows.indices { rows[row].probability /= sum }
        return rows
    }

    /// The probability of each app.
    func probabilities(_ situation: LaunchCounts.Situation, hour: Int, at now: FetchTime) -> [Int: Double] {
        let rows = rows(situation.rawValue, hour: hour, at: now)
        let unlaunched = (rows.last { $0.app == nil }?.probability ?? 0) / Double(apps.count - order.count)
        var probabilities: [Int: Double] = [:]
        for app in apps { probabilities[app] = rows.first { $0.app == app }?.probability ?? unlaunched }
        return probabilities
    }

    mutating func learn(
        _ app: Int, _ situation: LaunchCounts.Situation, session: Int32, hour: Int, at now: FetchTime
    ) {
        let kind = situation.rawValue
        let launched = order.contains(app) ? app : nil
        let rows = rows(kind, hour: hour, at: now)
        var gradients = [Double](repeating: 0, count: 6)
        var misses = [Double](repeating: 0, count: 46)
        for row in rows {
            let miss = (row.app == launched ? 1 : 0) - row.probability
            for index in 0..<6 { gradients[index] += miss * row.features[index] }
            for cell in row.cells.prefix(2) { misses[cell] += miss }
            if let app = row.app, abs(miss) > 1e-4 {
                byTime[[app, kind, row.cells[2]], default: Learned(number: 0)].learn(miss, step: 0.3)
            }
        }
        for index in 0..<6 { weights[kind][index].learn(gradients[index], step: 0.1) }
        for cell in misses.indices { biases[kind][cell].learn(misses[cell], step: 0.3) }
        count(app, kind, session: session, hour: hour, at: now)
    }

    private mutating func count(_ app: Int, _ kind: Int, session: Int32, hour: Int, at now: FetchTime) {
        launches.append(Launch(app: app, kind: kind, hour: hour, place: count))
        count += 1
        // The last launch weighs 1, and so all before it less.
        let kept = Float(PortableMath.power(0.5, 1 / halfLife))
        for other in followers.keys { followers[other]?.scale(by: kept) }
        for kind in 0..<2 {
            for other in followersByKind[kind].keys { followersByKind[kind][other]?.scale(by: kept) }
        }
        pairs.scale(by: kept)
        if let previous {
            followers[previous, default: Successors()].add(1, app)
            followersByKind[kind][previous, default: Successors()].add(1, app)
            if let beforePrevious { pairs.add(1, app, after: (beforePrevious, previous)) }
        }
        (lastUse[app], lastSession[app], self.session) = (now, session, session)
        order.removeAll { $0 == app }
        order.insert(app, at: 0)
        (beforePrevious, previous) = (previous, app)
    }
}
