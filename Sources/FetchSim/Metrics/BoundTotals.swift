/// The figures of one device's bound that are reported.
struct BoundFigures: Sendable {
    var freshLaunches = 0
    var fetches = 0
    var wakeups = 0
    var bytes: Int64 = 0
    var joules = 0.0
}

extension BoundFigures {
    init(_ bound: ClairvoyantBound) {
        self.init(
            freshLaunches: bound.freshLaunches, fetches: bound.fetches, wakeups: bound.wakeups,
            bytes: bound.bytes, joules: bound.joules)
    }
}

/// The bound's figures, summed over devices.
struct BoundTotals: Sendable {
    private var counts = BoundFigures()
    private var joules = ExactSum()

    var total: BoundFigures {
        var total = counts
        total.joules = joules.value
        return total
    }

    mutating func add(_ bound: BoundFigures) {
        counts.freshLaunches += bound.freshLaunches
        counts.fetches += bound.fetches
        counts.wakeups += bound.wakeups
        counts.bytes += bound.bytes
        joules.add(bound.joules)
    }
}
