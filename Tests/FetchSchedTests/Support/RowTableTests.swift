import Testing

@testable import FetchSched

@Suite struct RowTableTests {
    /// A list of rows, each a list of cells.
    @Test(arguments: [1, 2, 5, 24]) func isAListOfRows(_ width: Int) {
        var random = SplitMix64(seed: UInt64(width))
        // Only those that begin with 0 are scaled.
        let initial: Float = width == 5 ? 2 : 0
        var table = RowTable<Float>(width: width, initial)
        var naive: [[Float]] = []
        for round in 0..<600 {
            if naive.isEmpty || random.chance(0.3) {
                let count = naive.count + random.below(4)
                table.grow(to: count)
                while naive.count < count { naive.append([Float](repeating: initial, count: width)) }
            } else if random.chance(0.25) {
                let row = random.below(naive.count)
                table.remove(row)
                naive.remove(at: row)
            } else if random.chance(0.05), initial == 0 {
                table.scale(by: 0.5)
                naive = naive.map { $0.map { $0 * 0.5 } }
            } else {
                let (row, cell) = (random.below(naive.count), random.below(width))
                table[row, cell] += Float(round)
                naive[row][cell] += Float(round)
            }
            #expect(table.rowCount == naive.count && table.blockCount == (naive.count + 7) / 8)
            #expect(table.rowMajor == naive.flatMap { $0 }, "round \(round)")
        }
    }

    /// A removed row leaves nothing: what comes in its place is as new.
    @Test(arguments: [1, 7, 8, 9, 17]) func newRowsAreNew(_ count: Int) {
        for row in 0..<count {
            var table = RowTable<Int32>(width: 3, -1)
            table.grow(to: count)
            for filled in 0..<count { for cell in 0..<3 { table[filled, cell] = Int32(filled * 3 + cell) } }
            table.remove(row)
            table.grow(to: count)
            #expect(table[count - 1, 0] == -1 && table[count - 1, 2] == -1)
            #expect((row..<count - 1).allSatisfy { table[$0, 1] == Int32(($0 + 1) * 3 + 1) })
            #expect((0..<row).allSatisfy { table[$0, 2] == Int32($0 * 3 + 2) })
        }
    }

    @Test func rowsAreReadBack() {
        var table = RowTable<Float>(width: 2, 0)
        table.grow(to: 11)
        let numbers = (0..<22).map { Float($0) }
        table.rowMajor = numbers
        #expect(table.rowMajor == numbers && table[10, 1] == 21)
    }
}
