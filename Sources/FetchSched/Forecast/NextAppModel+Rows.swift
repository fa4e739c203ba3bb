/// What ``NextAppModel`` does with every row, eight at a time.
///
/// Each is a function that is never inlined, with few things that happen at once: of more the compiler takes the lanes apart and
/// shuffles them, in three times as many instructions.
extension NextAppModel {
    // MARK: Scores

    /// The shares' logarithms by their weights, and what is the same for all.
    @inline(never)
    static func mix(
        _ features: NextAppFeatures, _ weights: SIMD4<Float>, to scores: inout [FloatLanes]
    ) {
        var span = scores.mutableSpan
        let (popularity, recent, hourly) = (
            features.popularity.span, features.recent.span, features.hourly.span
        )
        for block in span.indices {
            var score = FloatLanes(repeating: weights[3])
            score += weights[0] * popularity[block]
            score += weights[1] * recent[block]
            score += weights[2] * hourly[block]
            span[block] = score
        }
    }

    /// Adds the biases by sessions: what each bound adds that a row reaches.
    @inline(never)
    static func addSessions(
        _ biases: SIMD16<Float>, _ last: RowTable<Int32>, _ bounds: SIMD16<Int32>,
        to scores: inout [FloatLanes]
    ) {
        var span = scores.mutableSpan
        let last = last.lanes.span
        @inline(__always)
        func rise(_ bound: Int, _ last: IntLanes) -> FloatLanes {
            FloatLanes(repeating: biases[bound + 1] - biases[bound])
                .masked(by: last.isLess(than: bounds[bound]))
        }
        for block in span.indices {
            let session = last[block]
            var score = span[block]
            score += rise(0, session)
            score += rise(1, session)
            score += rise(2, session)
            score += rise(3, session)
            score += rise(4, session)
            score += rise(5, session)
            score += rise(6, session)
            score += rise(7, session)
            score += rise(8, session)
            score += rise(9, session)
            span[block] = score
        }
    }

    /// Adds the biases by time. Rows that were never launched have no chance of their own.
    @inline(never)
    static func addTimes(
        _ biases: RowTable<Float>, from first: Int, _ last: RowTable<Int32>, at step: Int32,
        to scores: inout [FloatLanes]
    ) {
        var span = scores.mutableSpan
        let (last, numbers) = (last.lanes.span, biases.lanes.span)
        for block in span.indices {
            let times = NextAppCells.Times(last[block], at: step)
            let cell = block * biases.width + first
            let bias =
                numbers[cell].masked(by: times.first) + numbers[cell + 1].masked(by: times.second)
                + numbers[cell + 2].masked(by: times.third) + numbers[cell + 3].masked(by: times.fourth)
                + numbers[cell + 4].masked(by: times.fifth)
            let wasLaunched = last[block].isLess(than: NextAppCells.never)
            span[block] = FloatLanes(repeating: least).replacing(with: span[block] + bias, by: wasLaunched)
        }
    }

    // MARK: Learning

    /// The misses of the rows in each place; 0 where there is none.
    static func spread(_ misses: [FloatLanes], to list: [Int32], _ cells: inout [FloatLanes]) {
        var span = cells.mutableSpan
        let (misses, list) = (misses.span, list.span)
        for place in list.indices { span[number: firstPlace + place] = misses[number: Int(list[place])] }
        for place in list.count..<RecencyList.length { span[number: firstPlace + place] = 0 }
    }

    /// Biases learn by how much their cells were missed.
    @inline(never)
    static func learn(
        _ biases: inout [FloatLanes], _ squares: inout [FloatLanes], from first: Int, _ misses: [FloatLanes],
        step: Float
    ) {
        var biasSpan = biases.mutableSpan
        var squareSpan = squares.mutableSpan
        let misses = misses.span
        for block in misses.indices {
            let miss = misses[block]
            let square = squareSpan[first + block] + miss * miss
            squareSpan[first + block] = square
            biasSpan[first + block] += step * miss * PortableMath.inverseSquareRoot(square)
        }
    }

    /// The sum of all misses.
    @inline(never)
    static func sum(_ misses: [FloatLanes]) -> Float {
        var sum = FloatLanes.zero
        for miss in misses { sum += miss }
        return sum.total
    }

    /// The sum of the misses, each times its row's number.
    @inline(never)
    static func sum(_ misses: [FloatLanes], _ numbers: [FloatLanes]) -> Float {
        let (misses, numbers) = (misses.span, numbers.span)
        var sum = FloatLanes.zero
        for block in misses.indices { sum += misses[block] * numbers[block] }
        return sum.total
    }

    /// The sum of the misses of the rows whose number is below a bound.
    @inline(never)
    static func sum(_ misses: [FloatLanes], _ numbers: RowTable<Int32>, before bound: Int32) -> Float {
        let (misses, numbers) = (misses.span, numbers.lanes.span)
        var sum = FloatLanes.zero
        for block in misses.indices { sum += misses[block].masked(by: numbers[block].isLess(than: bound)) }
        return sum.total
    }

    /// The biases by time learn, each row's in the cell in which it is. Row 0 is in its first cell.
    @inline(never)
    static func learnTimes(
        _ biases: inout RowTable<Float>, _ squares: inout RowTable<Float>, from first: Int,
        _ misses: [FloatLanes], _ last: RowTable<Int32>, at step: Int32
    ) {
        let width = biases.width
        var biasSpan = biases.lanes.mutableSpan
        var squareSpan = squares.lanes.mutableSpan
        let (last, misses) = (last.lanes.span, misses.span)
        for block in misses.indices {
            let times = NextAppCells.Times(last[block], at: step)
            let (cell, miss) = (block * width + first, misses[block])
            let square = miss * miss
            let squares = (
                squareSpan[cell] + square.masked(by: times.first),
                squareSpan[cell + 1] + square.masked(by: times.second),
                squareSpan[cell + 2] + square.masked(by: times.third),
                squareSpan[cell + 3] + square.masked(by: times.fourth),
                squareSpan[cell + 4] + square.masked(by: times.fifth)
            )
            squareSpan[cell] = squares.0
            squareSpan[cell + 1] = squares.1
            squareSpan[cell + 2] = squares.2
            squareSpan[cell + 3] = squares.3
            squareSpan[cell + 4] = squares.4
            let own =
                squares.0.masked(by: times.first) + squares.1.masked(by: times.second)
                + squares.2.masked(by: times.third) + squares.3.masked(by: times.fourth)
                + squares.4.masked(by: times.fifth)
            let step = biasStep * miss * PortableMath.inverseSquareRoot(own)
            biasSpan[cell] += step.masked(by: times.first)
            biasSpan[cell + 1] += step.masked(by: times.second)
            biasSpan[cell + 2] += step.masked(by: times.third)
            biasSpan[cell + 3] += step.masked(by: times.fourth)
            biasSpan[cell + 4] += step.masked(by: times.fifth)
        }
    }
}
