/// Working memory of a free moment, kept so that a question allocates nothing once it has grown.
struct LaneScratch: Sendable {
    /// Apps to be looked at, and how long ago their copies were up to date, in seconds of their sources' time.
    private(set) var apps: [Int] = []
    private(set) var gaps: [Double] = []
    /// Those whose source may have something new, and the chance of that.
    var promising: [Int] = []
    var somethingNew: [Double] = []
    /// Where the forecast keeps what it knows of them.
    var rows: [Int] = []

    mutating func append(_ app: Int, gap: Double) {
        apps.append(app)
        gaps.append(gap)
    }

    mutating func clear() {
        apps.removeAll(keepingCapacity: true)
        gaps.removeAll(keepingCapacity: true)
        promising.removeAll(keepingCapacity: true)
        somethingNew.removeAll(keepingCapacity: true)
        rows.removeAll(keepingCapacity: true)
    }
}

/// Eight of a list from `begin` on; the last one again where it ends before.
@inline(__always)
private func eight<Number: SIMDScalar>(_ list: [Number], from begin: Int) -> SIMD8<Number> {
    let end = list.count - 1
    return SIMD8(
        list[begin], list[min(begin + 1, end)], list[min(begin + 2, end)], list[min(begin + 3, end)],
        list[min(begin + 4, end)], list[min(begin + 5, end)], list[min(begin + 6, end)],
        list[min(begin + 7, end)])
}

/// Eight numbers of apps or rows; the last ones may be the same.
private struct Eight {
    private let numbers: SIMD8<Int>
    let count: Int

    init(_ list: [Int], from begin: Int) {
        numbers = eight(list, from: begin)
        count = min(8, list.count - begin)
    }

    subscript(lane: Int) -> Int { numbers[lane] }

    @inline(__always)
    func map(_ value: (Int) -> Double) -> PortableMath.Lanes {
        PortableMath.Lanes(
            value(numbers[0]), value(numbers[1]), value(numbers[2]), value(numbers[3]), value(numbers[4]),
            value(numbers[5]), value(numbers[6]), value(numbers[7]))
    }
}

/// A free moment's apps eight at a time: with the same answers as one by one, in a fraction of the time.
extension Scheduler {
    /// Fewer are looked at one by one: eight take as long as four. Code that is not optimised takes longer for eight than
    /// for as many one by one.
    static var leastInLanes: Int {
        #if DEBUG
            .max
        #else
            4
        #endif
    }

    /// Takes an app into `lanes`, and looks at those that are there when they are many: so the working memory does not grow
    /// with the apps.
    @inline(__always)
    mutating func consider(_ app: Int, gap: Double, _ best: inout Best, _ moment: FreeMoment) {
        lanes.append(app, gap: gap)
        if lanes.apps.count == Self.mostInLanes { considerLanes(&best, moment) }
    }

    private static var mostInLanes: Int { 64 }

    /// Looks for a better one than `best` among the apps in `lanes`, none of which has an interval of its own.
    ///
    /// - Complexity: O(apps in `lanes`).
    mutating func considerLanes(_ best: inout Best, _ moment: FreeMoment) {
        var begin = 0
        while lanes.apps.count - begin >= leastInLanes {
            findPromising(from: begin, moment)
            begin += 8
        }
        while begin < lanes.apps.count {
            let app = lanes.apps[begin]
            if let value = dueValue(app, moment) { best.consider(app, value, rank: rank(value)) }
            begin += 1
        }
        for app in lanes.promising {
            let row = forecast.keep(
                app, change: meanChange(of: app), factors: contentHours.factors, moment, conditions.clock)
            lanes.rows.append(row)
        }
        begin = 0
        while begin < lanes.promising.count {
            consider(&best, from: begin, moment)
            begin += 8
        }
        if !lanes.apps.isEmpty { lanes.clear() }
    }

    /// Notes those of which a fetch may bring something worth its least cost.
    private mutating func findPromising(from begin: Int, _ moment: FreeMoment) {
        let eight = Eight(lanes.apps, from: begin)
        let prior = contentPrior.rate
        let beliefs = ContentBelief.Eight(
            shape: eight.map { apps[$0].content.looks > 0 ? apps[$0].content.rate.shape : prior.shape },
            scale: eight.map { apps[$0].content.looks > 0 ? apps[$0].content.rate.scale : prior.scale },
            active: eight.map { apps[$0].content.looks > 0 ? apps[$0].content.active : 1 },
            silence: eight.map { apps[$0].content.looks > 0 ? apps[$0].content.silence : 0 })
        let chances = beliefs.probabilityNew(
            after: FetchSched.eight(lanes.gaps, from: begin), configuration.content)
        for lane in 0..<eight.count {
            let app = eight[lane]
            let somethingNew =
                apps[app].announced.moment != nil ? 1 : apps[basics: app].announces ? 0 : chances[lane]
            guard valueJoules * somethingNew > configuration.leastFetchJoules else { continue }
            lanes.promising.append(app)
            lanes.somethingNew.append(somethingNew)
        }
    }

    /// (Mutating, as calling it would otherwise copy the whole scheduler.)
    private mutating func consider(_ best: inout Best, from begin: Int, _ moment: FreeMoment) {
        let eight = Eight(lanes.promising, from: begin)
        let rows = Eight(lanes.rows, from: begin)
        let others = othersCosts
        let values = ValueLanes(
            somethingNew: FetchSched.eight(lanes.somethingNew, from: begin),
            bytes: eight.map { Double(apps[$0].costs.completed(by: others).bytes) },
            slowness: eight.map { Double(apps[$0].costs.completed(by: others).slowness) },
            energyFactor: eight.map { Double(apps[$0].costs.completed(by: others).energyFactor) },
            coldStart: eight.map { coldStartJoules(of: $0) },
            change: eight.map { meanChange(of: $0) },
            inSession: rows.map { forecast.inSession($0) },
            first: rows.map { forecast.first($0) },
            toLaunch: rows.map { forecast.toLaunch($0) },
            toSession: rows.map { forecast.toSession($0) })
        let result = values.result(
            moment, valueJoules: valueJoules, changeFactor: contentHours.factors[moment.hour], configuration)
        let rank = result.advantageOverWaiting + configuration.prospectWeight * result.surplus
        var isDue = result.surplus .> 0
        if configuration.experiment.waits { isDue .&= result.advantageOverWaiting .> 0 }
        for lane in 0..<eight.count where isDue[lane] && best.givesWay(to: eight[lane], rank: rank[lane]) {
            let value = FetchValue(
                value: valueJoules, somethingNew: values.somethingNew[lane], cost: result.cost[lane],
                launchedBeforeNextMoment: result.launched[lane], usedInTime: result.used[lane],
                changedBeforeNextMoment: result.changed[lane], laterCost: result.laterCost[lane],
                launchedWhileHeldBack: 0)
            best.consider(eight[lane], value, rank: rank[lane])
        }
    }
}
