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
            if random.chance(0.5) {
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
        var numbers = try #require(read([(1, 0, .max - 1, true)], places: 2))
        let taken = numbers.takeFree()
        let last = try #require(taken)
        #expect(last == AppID(index: 0, generation: .max - 1) && numbers.has(last))
        #expect(written(numbers, places: 2) == bytes([(1, 0, .max - 1, false)]))
        numbers.release(0)
        #expect(numbers.takeFree() == nil && numbers.vacancies == 1 && !numbers.has(last))
        #expect(!numbers.has(AppID(index: 0, generation: .max)) && numbers.isVacant(0))
        #expect(numbers.has(AppID(1)))
        #expect(written(numbers, places: 2) == bytes([(1, 0, .max, true)]))
        #expect(read([(1, 0, .max, true)], places: 2)?.vacancies == 1)
    }

    @Test func writtenAndRead() throws {
        var random = SplitMix64(seed: 2)
        var numbers = AppNumbers()
        for place in 0..<300 where random.chance(0.3) { numbers.release(place) }
        for _ in 0..<40 { _ = numbers.takeFree() }
        let bytes = written(numbers, places: 300)
        var reader = SnapshotReader(bytes, from: 0, to: bytes.count)
        var again = AppNumbers()
        try again.code(&reader, below: 300)
        #expect(reader.position == bytes.count && written(again, places: 300) == bytes)
        #expect(again.vacancies == numbers.vacancies && Array(again.vacant) == Array(numbers.vacant))
    }

    @Test func whatWasNeverWrittenIsRefused() {
        #expect(read([(1, 1, 1, true)], places: 2) != nil)
        // Beyond the places, never removed, and a last generation that was given.
        for wrong in [(1, 2, 1, true), (1, .max, 1, true), (1, 0, 0, true), (1, 0, 0, false)] as [Entry] {
            #expect(read([wrong], places: 2) == nil, "\(wrong)")
        }
        #expect(read([(1, 0, .max, false)], places: 2) == nil)
        #expect(read([(2, 0, 1, true), (2, 1, 1, true)], places: 2) == nil)
    }

    /// How many there are, how many places after the one before, generation, whether it is vacant.
    private typealias Entry = (count: Int, gap: UInt64, generation: UInt32, isVacant: Bool)

    private func bytes(_ entries: [Entry]) -> [UInt8] {
        var writer = SnapshotWriter(base: 0)
        var count = entries.first?.count ?? 0
        writer.code(count: &count)
        for entry in entries {
            var (gap, word) = (entry.gap, UInt64(entry.generation) << 1 | (entry.isVacant ? 1 : 0))
            writer.code(varint: &gap)
            writer.code(varint: &word)
        }
        return writer.bytes
    }

    private func read(_ entries: [Entry], places: Int) -> AppNumbers? {
        let bytes = bytes(entries)
        var reader = SnapshotReader(bytes, from: 0, to: bytes.count)
        var numbers = AppNumbers()
        do { try numbers.code(&reader, below: places) } catch { return nil }
        return numbers
    }

    private func written(_ numbers: AppNumbers, places: Int) -> [UInt8] {
        var (numbers, writer) = (numbers, SnapshotWriter(base: 0))
        numbers.code(&writer, below: places)
        return writer.bytes
    }
}
