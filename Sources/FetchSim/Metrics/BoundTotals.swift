/// The figures of one device's bound that are reported.
struct BoundFigures: Sendable {
    var freshLaunches = 0
    var fetches = 0
    var wakeups = 0
    var bytes: Int64 = 0
    var joules = 0.0

    init() {}

    init(_ bound: ClairvoyantBound) {
        freshLaunches = bound.freshLaunches
        fetches = bound.fetches
        wakeups = bound.wakeups
        bytes = bound.bytes
        joules = bound.joules
    }
}

/// The bound's figures, summed over devices.
struct BoundTotals: Sendable {
    private(set) var freshLaunches = 0
    private(set) var fetches = 0
    private(set) var wakeups = 0
    private(set) var bytes: Int64 = 0
    private var sum = ExactSum()

    var joules: Double { sum.value }

    mutating func add(_ bound: BoundFigures) {
        freshLaunches += bound.freshLaunches
        fetches += bound.fetches
        wakeups += bound.wakeups
        bytes += bound.bytes
        sum.add(bound.joules)
    }
}
