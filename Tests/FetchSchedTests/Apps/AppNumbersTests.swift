import Testing

@testable import FetchSched

@Suite struct AppNumbersTests {
    @Test func noNumberIsEverGivenTwice() {
        var random = SplitMix64(seed: 1)
        var numbers = AppNumbers()
        var places = 0
        var live: Set<AppID> = []
        var given: Set<AppID> = []
        for _ in 0..<3000 {
            if random.bernoulli(0.5) {
                let lowest = numbers.vacant.min()
                let app = numbers.takeFree() ?? AppID(places)
                #expect(app.index == lowest ?? places)
                places = max(places, app.index + 1)
                #expect(given.insert(app).inserted)
                live.insert(app)
            } else if let app = live.randomElement(using: &random) {
                numbers.release(app.index)
                live.remove(app)
            }
            #expect(numbers.vacancies == places - live.count)
            let asked = AppID(index: random.below(places + 1), generation: UInt32(random.below(8)))
            if asked.index < places { #expect(numbers.has(asked) == live.contains(asked)) }
        }
        for app in given { #expect(numbers.has(app) == live.contains(app)) }
        // As many as were there at most, and no more.
        #expect(places < 200 && given.count > 1000)
    }

    @Test func theNumberOfAnApp() {
        #expect(AppID(7).index == 7 && AppID(7).generation == 0 && AppID(7).number == 7)
        let app = AppID(index: 7, generation: 3)
        #expect(app.index == 7 && app.generation == 3 && app.number == 3 << 32 | 7)
        #expect(app == AppID(number: app.number) && app != AppID(7) && AppID(8) < app)
        #expect("\(AppID(7)), \(app)" == "app 7, app 7 (generation 3)")
    }

    /// After the last generation of a place, nobody gets it any more.
    @Test func aPlaceWhoseNumbersAreUsedUpIsLeftAlone() throws {
        var numbers = try #require(read([UInt64(UInt32.max) - 1, 0], [true, false]))
        let taken = numbers.takeFree()
        let last = try #require(taken)
        #expect(last == AppID(index: 0, generation: .max - 1) && numbers.has(last))
        numbers.release(0)
        #expect(numbers.takeFree() == nil && numbers.vacancies == 1 && !numbers.has(last))
        #expect(!numbers.has(AppID(index: 0, generation: .max)) && numbers.isVacant(0))
        #expect(numbers.has(AppID(1)))
    }

    @Test func whatWasNeverWrittenIsRefused() {
        #expect(read([0, 1], [false, true])?.vacancies == 1)
        #expect(read([UInt64(UInt32.max)], [true])?.vacancies == 1)
        // Beyond the places, and beyond the last generation.
        #expect(read([0, 0, 1], [false, false, true]) == nil)
        #expect(read([1 << 32], [true]) == nil)
    }

    private func read(_ generations: [UInt64], _ vacancy: [Bool]) -> AppNumbers? {
        var writer = SnapshotWriter(base: 0)
        var changes = zip(generations, vacancy).map { generation, isFree in 2 * generation - (isFree ? 1 : 0)
        }
        writer.code(&changes)
        var reader = SnapshotReader(writer.bytes, from: 0, to: writer.bytes.count)
        var numbers = AppNumbers()
        do { try numbers.code(&reader, below: 2) } catch { return nil }
        return numbers
    }
}
