/// Numbers by row and cell, eight rows side by side, so that what is reckoned of all rows is reckoned of eight at once.
///
/// A row has the same number of cells as any other. Rows are appended at the end and may be removed; those after move up.
/// The rows of a block beyond the last one have what new rows have.
///
///     cell      0        1        2
///     block 0   rows 0-7 rows 0-7 rows 0-7
///     block 1   rows 8-15 ...
///
/// - Complexity: O(1) per number; `width` numbers per row, and up to seven rows of room.
struct RowTable<Scalar: SIMDScalar & Sendable>: Sendable where Scalar.SIMD8Storage: Sendable {
    typealias Lanes = SIMD8<Scalar>

    /// All of them, block by block, and in each block cell by cell. Their number is the table's own; each may be changed.
    var lanes: [Lanes] = []
    private(set) var rowCount = 0
    /// Cells per row.
    let width: Int
    /// What new rows have in each cell.
    private let initial: Scalar

    /// Makes a table without rows.
    init(width: Int = 1, _ initial: Scalar) {
        self.width = width
        self.initial = initial
    }

    /// How many blocks of eight rows there are.
    var blockCount: Int { Self.blocks(of: rowCount) }

    /// How many blocks of eight have so many rows.
    @inline(__always)
    static func blocks(of rows: Int) -> Int { (rows + Lanes.scalarCount - 1) / Lanes.scalarCount }

    @inline(__always)
    private static func block(_ row: Int) -> Int { row >> 3 }

    @inline(__always)
    private static func lane(_ row: Int) -> Int { row & 7 }

    /// The number in a cell of a row.
    subscript(row: Int, cell: Int = 0) -> Scalar {
        @inline(__always) get { lanes[Self.block(row) * width + cell][Self.lane(row)] }
        @inline(__always) set { lanes[Self.block(row) * width + cell][Self.lane(row)] = newValue }
    }

    /// The numbers of a block's eight rows in a cell.
    subscript(block block: Int, cell: Int = 0) -> Lanes {
        @inline(__always) get { lanes[block * width + cell] }
    }

    /// Makes room for that many rows.
    mutating func grow(to rows: Int) {
        guard rows > rowCount else { return }
        rowCount = rows
        lanes.grow(to: blockCount * width, with: Lanes(repeating: initial))
    }

    /// Forgets a row; those after it move up.
    ///
    /// - Complexity: O(rows x `width`).
    mutating func remove(_ row: Int) {
        let (first, width, initial) = (Self.block(row), width, initial)
        var span = lanes.mutableSpan
        for index in first * width..<span.count {
            let (own, next) = (span[index], index + width)
            let incoming = next < span.count ? span[next][0] : initial
            var moved = Lanes(own[1], own[2], own[3], own[4], own[5], own[6], own[7], incoming)
            if index < (first + 1) * width {
                for lane in 0..<Self.lane(row) { moved[lane] = own[lane] }
            }
            span[index] = moved
        }
        rowCount -= 1
        lanes.removeLast(lanes.count - blockCount * width)
    }

    /// The numbers row by row, for a snapshot.
    var rowMajor: [Scalar] {
        get {
            (0..<rowCount * width).map { self[$0 / width, $0 % width] }
        }
        set {
            for (index, number) in newValue.enumerated() where index < rowCount * width {
                self[index / width, index % width] = number
            }
        }
    }
}

extension RowTable<Float> {
    /// Multiplies each number by `factor`; for tables whose new rows have 0.
    ///
    /// - Complexity: O(rows x `width`).
    mutating func scale(by factor: Float) {
        var span = lanes.mutableSpan
        for index in span.indices { span[index] *= factor }
    }
}
