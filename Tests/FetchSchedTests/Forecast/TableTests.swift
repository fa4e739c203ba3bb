import Testing

@testable import FetchSched

@Suite struct SuccessorTableTests {
    /// What somebody made is not looked for where there is no app.
    @Test func successorsThatAreNotKnownAreRefused() {
        var (table, writer) = (SuccessorTable(), SnapshotWriter(base: 0))
        table.grow(to: 2)
        table.add(1, from: 1, to: 7)
        table.code(&writer) { _ in true }
        func read(_ isKnown: (Int) -> Bool) throws(SnapshotError) {
            let bytes = writer.bytes
            var (again, reader) = (SuccessorTable(), SnapshotReader(bytes, from: 0, to: bytes.count))
            again.grow(to: 2)
            try again.code(&reader, isKnown: isKnown)
        }
        #expect(throws: Never.self) { try read { $0 < 8 } }
        #expect(throws: SnapshotError.self) { try read { $0 < 7 } }
    }

    /// With no more successors than it tells apart, the table holds the true shares.
    @Test func smallAlphabetsAreExact() {
        var random = SplitMix64(seed: 81)
        let apps = 6
        var table = SuccessorTable()
        table.grow(to: apps)
        var counts = [[Double]](repeating: [Double](repeating: 0, count: apps), count: apps)
        for _ in 0..<5_000 {
            let from = random.below(apps)
            let to = min(random.below(apps), random.below(apps))
            table.add(1, from: from, to: to)
            counts[from][to] += 1
        }
        for from in 0..<apps {
            let total = counts[from].reduce(0, +)
            for to in 0..<apps {
                let expected = (counts[from][to] + 4 * 0.1) / (total + 4)
                #expect(abs(table.share(from: from, to: to, prior: 0.1, strength: 4) - expected) < 1e-6)
            }
        }
    }

    @Test func manySuccessorsSumToOneAndFrequentOnesStay() {
        var random = SplitMix64(seed: 82)
        let apps = 200
        var table = SuccessorTable()
        table.grow(to: apps)
        for round in 0..<20_000 {
            table.add(1, from: 0, to: round % 3 == 0 ? 7 : random.below(apps))
        }
        let shares = (0..<apps).map { table.share(from: 0, to: $0, prior: 1 / Double(apps), strength: 4) }
        #expect(abs(shares.reduce(0, +) - 1) < 1e-6)
        #expect(abs(shares[7] - 1.0 / 3) < 0.02)
        // An app that nothing followed has the prior only.
        #expect(table.share(from: 5, to: 7, prior: 0.25, strength: 4) == 0.25)
    }

    @Test func scalingChangesNoShare() {
        var table = SuccessorTable()
        table.grow(to: 3)
        for to in [0, 1, 1, 2] { table.add(1000, from: 0, to: to) }
        let before = table.share(from: 0, to: 1, prior: 0.2, strength: 1000)
        table.scale(by: 0.001)
        #expect(abs(table.share(from: 0, to: 1, prior: 0.2, strength: 1) - before) < 1e-7)
    }
}

@Suite struct RecencyListTests {
    @Test func isAMoveToFrontList() {
        for (apps, seed) in [(1, 1), (5, 2), (32, 3), (33, 4), (100, 5)] as [(Int, UInt64)] {
            var random = SplitMix64(seed: seed)
            var list = RecencyList()
            list.grow(to: apps)
            var naive: [Int] = []
            for round in 0..<2_000 {
                let app = min(random.below(apps), random.below(apps))
                list.moveToFront(app)
                naive.removeAll { $0 == app }
                naive.insert(app, at: 0)
                naive = Array(naive.prefix(RecencyList.length))
                let found = (0..<apps).map { list.place(of: $0) }
                let expected = (0..<apps).map { app in naive.firstIndex(of: app) }
                guard list.count == naive.count, found == expected else {
                    Issue.record("seed \(seed), round \(round)")
                    return
                }
            }
        }
    }

    @Test func growsWithoutForgetting() {
        var list = RecencyList()
        list.grow(to: 2)
        list.moveToFront(1)
        list.grow(to: 50)
        #expect(list.place(of: 1) == 0)
        #expect(list.place(of: 49) == nil)
        list.grow(to: 1)
        #expect(list.place(of: 49) == nil)
    }
}

@Suite struct DecayedCountsTests {
    @Test func sharesSumToOne() {
        var random = SplitMix64(seed: 91)
        var counts = DecayedCounts()
        counts.grow(to: 20)
        var unit = 1.0
        for _ in 0..<10_000 {
            unit *= 1.001
            counts.add(unit, to: min(random.below(20), random.below(20)))
            if unit > 1e6 {
                counts.scale(by: 1 / unit)
                unit = 1
            }
        }
        let sum = (0..<20).reduce(0) { $0 + counts.share($1, prior: 0.05, strength: unit) }
        #expect(abs(sum - 1) < 1e-5)
    }
}

@Suite struct HourTableTests {
    /// One launch at an hour at which all others are made says little of an app; a hundred at one hour say that it is
    /// hardly launched at the others.
    @Test func aFewLaunchesSayLittleOfHours() {
        var table = HourTable()
        table.grow(to: 4)
        for hour in 0..<24 { for _ in 0..<40 { table.add(1, to: 1, hour: hour) } }
        table.add(1, to: 2, hour: 8)
        for _ in 0..<240 { table.add(1, to: 3, hour: 20) }
        let total = 960.0 + 1 + 240
        func factor(_ row: Int, _ hour: Int, _ launches: Double) -> Double {
            table.factor(row, hour: hour, share: launches / total, strength: 2)
        }
        #expect(abs(factor(2, 20, 1) - 1) < 0.1 && factor(2, 8, 1) < 1.3)
        // Half of those counted at 20 h, a quarter at either neighbour, over a fifth of all launches.
        #expect(factor(3, 20, 240) > 3 && factor(3, 8, 240) < 0.25)
        // One that was never launched has the same chance at all hours.
        for hour in 0..<24 { #expect(factor(0, hour, 0) == 1) }
    }
}
