import Testing

@testable import FetchSched

/// What finds things by number, name and slot, against dictionaries and arrays.
@Suite struct SlotTests {
    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func numbersFindTheirSlots(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var slots = NumberedSlots()
        var reference: [(number: UInt64, slot: Int)] = []
        var last: UInt64 = 0
        for step in 0..<4000 {
            // It grows, shrinks to nothing, grows again.
            if random.chance(step % 800 < 500 ? 0.6 : 0.2) {
                last += UInt64(1 + random.below(3))
                slots.append(last, slot: step)
                reference.append((last, step))
            } else {
                let number = reference.isEmpty ? last : random.pick(reference).number
                slots.remove(number)
                reference.removeAll { $0.number == number }
            }
            let number = UInt64(random.below(Int(last) + 2))
            #expect(slots.slot(of: number) == reference.first { $0.number == number }?.slot, "step \(step)")
            #expect(slots.count == reference.count)
            if step % 50 == 0 { #expect(Array(slots) == reference.map(\.slot), "step \(step)") }
        }
    }

    /// Few names, so that they meet in the table; some are as far apart as integers can be.
    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func namesFindTheirSlots(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var table = SlotTable()
        var reference: [[Int]: Int] = [:]
        let parts = [0, 1, 2, 3, 4, 5, 6, 7, -1, .max, .min]
        for step in 0..<6000 {
            let (one, two) = (random.pick(parts), random.pick(parts))
            if reference[[one, two]] == nil, random.chance(step % 2000 < 1000 ? 0.9 : 0.3) {
                table.insert(one, two, slot: step)
                reference[[one, two]] = step
            } else {
                table.remove(one, two)
                reference[[one, two]] = nil
            }
            let name = [random.pick(parts), random.pick(parts)]
            #expect(table.slot(of: name[0], name[1]) == reference[name], "step \(step)")
            #expect(table.count == reference.count)
        }
        for (name, slot) in reference { #expect(table.slot(of: name[0], name[1]) == slot) }
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func listsKeepTheirOrder(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var slab = Slab<Int>()
        var lists = SlotLists()
        var own = [SlotLists.List(), SlotLists.List(), SlotLists.List()]
        var reference: [[Int]] = [[], [], []]
        for step in 0..<4000 {
            let list = random.below(3)
            if random.chance(step % 800 < 500 ? 0.6 : 0.3) {
                let slot = slab.insert(step)
                lists.append(slot, to: &own[list])
                reference[list].append(slot)
            } else if !reference[list].isEmpty {
                let slot = reference[list].remove(at: random.below(reference[list].count))
                lists.remove(slot, from: &own[list])
                slab.remove(slot)
            }
            var found: [Int] = []
            var next = own[list].first
            while let slot = next {
                found.append(slot)
                next = lists.next(after: slot)
            }
            #expect(found == reference[list], "step \(step)")
            #expect(slab.count == reference.joined().count)
            // Those that are there are what they were.
            #expect(found.map { slab[$0] } == found.map { slab[$0] }.sorted(), "step \(step)")
        }
    }

    /// An app that nobody ever heard of takes no memory, one among others four bytes.
    @Test func blankAppsAreSmall() {
        var states = AppStates(blank: 7)
        states.grow(to: 3_000_000)
        #expect(states.count == 3_000_000 && states[2_999_999] == 7)
        #expect(Storage.bytes(of: states) < 100)
        states[1_000_000] = 8
        states[5] = 9
        #expect(states[1_000_000] == 8 && states[5] == 9 && states[6] == 7 && states[1_000_001] == 7)
        #expect(Array(states.written) == [1_000_000, 5])
        #expect(Storage.bytes(of: states) < 4_200_000)
    }
}
