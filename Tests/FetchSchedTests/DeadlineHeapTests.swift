import Testing

@testable import FetchSched

@Suite struct DeadlineHeapTests {
    /// The same as a dictionary that is searched.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func agreesWithADictionary(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var heap = DeadlineHeap()
        var reference: [Int: FetchTime] = [:]
        for step in 0..<3000 {
            let number = Int(random.next() % 40)
            if random.next() % 3 == 0 {
                heap.remove(number)
                reference[number] = nil
            } else {
                let due = FetchTime(milliseconds: Int64(random.next() % 50))
                heap.set(number, to: due)
                reference[number] = due
            }
            let first = reference.min { ($0.value, $0.key) < ($1.value, $1.key) }
            #expect(heap.first?.number == first?.key, "seed \(seed), step \(step)")
            #expect(heap.first?.due == first?.value, "seed \(seed), step \(step)")
            #expect(heap[number] == reference[number], "seed \(seed), step \(step)")
            #expect((heap.first == nil) == reference.isEmpty, "seed \(seed), step \(step)")
        }
    }

    @Test func numbersOutOfRangeAreIgnored() {
        var heap = DeadlineHeap()
        heap.set(-1, to: .epoch)
        heap.remove(-1)
        heap.remove(7)
        #expect(heap.first == nil)
        #expect(heap[-1] == nil)
    }
}
