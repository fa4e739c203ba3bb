import FetchSched
import Testing

@testable import FetchSim

@Suite struct HeapTests {
    /// Beside a sorted array.
    @Test func theLeastComesFirst() {
        var random = SplitMix64(seed: 5)
        var (heap, naive) = (Heap<Int>(), [Int]())
        for _ in 0..<2000 {
            if random.next() % 3 > 0 {
                let number = Int(random.next() % 50)
                heap.insert(number)
                naive.append(number)
                naive.sort()
            } else {
                heap.removeFirst()
                if !naive.isEmpty { naive.removeFirst() }
            }
            #expect(heap.first == naive.first)
        }
    }
}
