import Synchronization
import Testing

@testable import FetchSim

/// What workers share: every piece is done once, and comes back in its place. Run under the thread sanitizer too.
@Suite struct WorkersTests {
    @Test(arguments: [1, 2, 8]) func everyPieceOnceAndInOrder(jobs: Int) async throws {
        let told = Collected<Int>()
        let ordered = Mutex<[Int]>([])
        let inOrder = InOrder<Int> { result in ordered.withLock { $0.append(result) } }
        let results = try await ParallelMap.run(500, jobs: jobs, finished: { told.append($0) }) { piece in
            // Some pieces take longer than others: a square as the sum of the odd numbers.
            let square = (0..<piece).reduce(0) { $0 + 2 * $1 + 1 }
            try inOrder.submit(square, of: piece)
            return square
        }
        #expect(results == (0..<500).map { $0 * $0 })
        #expect(ordered.withLock { $0 } == results)
        #expect(told.all.sorted() == Array(0..<500))
    }

    @Test func whatAPieceThrowsEndsTheRest() async {
        struct Stop: Error {}
        let begun = Mutex(0)
        await #expect(throws: Stop.self) {
            _ = try await ParallelMap.run(10_000, jobs: 3, finished: { _ in }) { piece in
                begun.withLock { $0 += 1 }
                if piece == 5 { throw Stop() }
                return piece
            }
        }
        #expect(begun.withLock { $0 } >= 6)
    }
}
