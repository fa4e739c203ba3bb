import Testing

@testable import FetchSched

@Suite struct SuccessorsTests {
    /// With no more successors than it tells apart, all are counted.
    @Test func fewAreExact() {
        var random = SplitMix64(seed: 81)
        var successors = Successors()
        var counts = [Double](repeating: 0, count: 10)
        var live: Set<Int> = []
        for _ in 0..<2_000 {
            let app = min(random.below(10), random.below(10))
            if live.count < 8 || live.contains(app) {
                successors.add(2, app)
                counts[app] += 2
                live.insert(app)
            }
            if random.bernoulli(0.01) {
                let app = random.below(10)
                successors.forget(app)
                counts[app] = 0
                live.remove(app)
            }
            for app in 0..<10 { #expect(successors.count(of: Int32(app)) == Float(counts[app])) }
            #expect(Double(successors.total) == counts.reduce(0, +) && successors.rest == 0)
        }
        #expect(successors.count(of: -1) == 0)
    }

    @Test func frequentOnesStayAmongMany() {
        var random = SplitMix64(seed: 82)
        var successors = Successors()
        for round in 0..<20_000 { successors.add(1, round % 3 == 0 ? 7 : random.below(200)) }
        #expect(abs(Double(successors.count(of: 7) / successors.total) - 1.0 / 3) < 0.02)
        #expect(abs(successors.counts.sum() + successors.rest - successors.total) < 1)
        let share = successors.count(of: 7) / successors.total
        successors.scale(by: 0.001)
        #expect(abs(successors.count(of: 7) / successors.total - share) < 1e-6)
    }

    /// What is remembered of a pair is what followed it since it took its row.
    @Test(arguments: [4, 60]) func pairsRememberTheirPresentHabits(apps: Int) throws {
        var random = SplitMix64(seed: UInt64(apps))
        var pairs = PairSuccessors()
        var history: [[Int]: [Int]] = [:]
        var (known, lost) = (0, 0)
        for _ in 0..<8_000 {
            let pair = (random.below(apps), min(random.below(apps), random.below(apps)))
            let app = random.below(4)
            pairs.add(1, app, after: pair)
            history[[pair.0, pair.1], default: []].append(app)
            if random.bernoulli(0.002) {
                let gone = 10 + random.below(apps)
                pairs.forget(gone)
                history = history.filter { !$0.key.contains(gone) }
            }
            let other = (random.below(apps), random.below(apps))
            let all = history[[other.0, other.1]] ?? []
            guard let found = pairs.following(other) else {
                lost += all.isEmpty ? 0 : 1
                continue
            }
            known += 1
            let since = all.suffix(Int(found.total))
            for app in 0..<4 { #expect(Int(found.count(of: Int32(app))) == since.count { $0 == app }) }
        }
        #expect(known > 100 && (lost > 0) == (apps == 60))
        try written(pairs)
    }

    /// What is written is read; but what somebody made is not, where there is no app.
    private func written(_ pairs: PairSuccessors) throws {
        var (pairs, writer) = (pairs, SnapshotWriter(base: 0))
        pairs.code(&writer) { _ in true }
        func read(_ isKnown: (Int32) -> Bool) throws(SnapshotError) -> PairSuccessors {
            var (again, reader) = (
                PairSuccessors(), SnapshotReader(writer.bytes, from: 0, to: writer.bytes.count)
            )
            try again.code(&reader, isKnown: isKnown)
            return again
        }
        let again = try read { $0 < 60 }
        #expect(StateDump(again).difference(to: StateDump(pairs)) == nil)
        #expect(throws: SnapshotError.self) { try read { $0 != 3 } }
    }
}

@Suite struct LaunchCountsTests {
    /// Ranks are those of a move-to-front list, and shares sum to 1, whichever apps were launched or removed.
    @Test(arguments: [1, 5, 100]) func ordersAndShares(apps: Int) {
        var random = SplitMix64(seed: UInt64(apps))
        var counts = LaunchCounts(halfLife: 30)
        counts.setApps(places: apps, appCount: apps)
        var naive: [Int] = []
        for round in 0..<800 {
            let app = min(random.below(apps), random.below(apps))
            naive.removeAll { $0 == app }
            if random.bernoulli(0.02) {
                counts.forget(app)
            } else {
                counts.count(app, .newSession, session: 1, hour: round % 24, at: .monday)
                naive.insert(app, at: 0)
            }
            #expect(counts.order.map { Int(counts.rows[Int($0)].app) } == naive, "round \(round)")
            #expect(counts.rowCount == naive.count && naive.allSatisfy { counts.row(of: $0) != nil })
            guard round % 20 == 0 else { continue }
            let rows = (0..<apps).map { counts.row(of: $0) }
            #expect(abs(rows.reduce(0) { $0 + counts.popularity($1) } - 1) < 1e-5)
            #expect(abs(rows.reduce(0) { $0 + counts.recentShare($1) } - 1) < 1e-5)
            for hour in [0, 7, 23] {
                let own = counts.rows.reduce(0.0) { $0 + Double($1.launches.byHour[hour]) }
                #expect(abs(own - counts.total.byHour[hour]) <= 1e-5 * own)
            }
        }
    }

    /// Cells grow with the powers of 1.7.
    @Test func sessionsAreToldApartByTheirPowers() {
        for sessions in 0...2000 as ClosedRange<Int32> {
            let power = PortableMath.log(Double(max(1, sessions))) / PortableMath.log(1.7)
            let expected = sessions == 0 ? 0 : min(10, 1 + Int(power))
            #expect(NextAppFeatures.sessionCell(sessions) == expected, "\(sessions)")
        }
        #expect(NextAppFeatures.sessionCell(-1) == 0 && NextAppFeatures.sessionCell(.max) == 10)
    }
}
