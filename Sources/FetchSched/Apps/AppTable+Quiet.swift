/// For how long what is known of an app says that it need not be looked at: until the next launch, hour, or change of what
/// it was reckoned with.
struct QuietEpoch: Equatable, Sendable {
    var forecast: UInt32 = 0
    var waits: UInt32 = 0
    var contentHours: UInt32 = 0
    var calibration: UInt32 = 0
    var clock = LocalClock()
    /// How far apps are trusted of which nothing is known, see ``Scorecard/sharedTrustStep``.
    var sharedTrustStep: Int32 = 0
    /// No less is ``FetchCosts/energyFactor`` of apps that have none of their own.
    var energyFactor = Float.infinity
    /// The most that a fresh launch may be worth.
    var value = -Double.infinity
}

/// Which apps are quiet: a free moment need not look at them. Whatever is written to an app ends that.
extension AppTable {
    /// The next app after `row` with a state of its own that is not quiet at `moment`, and its row; the first row is 1.
    @inline(__always)
    func nextAwake(after row: Int, at moment: Instant) -> (row: Int, app: Int)? {
        let epoch = quietEpochNumber
        return next(after: row, at: moment) { $0.quietUntil(in: epoch) }
    }

    /// The row of an app's state if it has one of its own and is not quiet at `moment`.
    @inline(__always)
    func awakeRow(of app: Int, at moment: Instant) -> Int? {
        let row = Int(slots[app].row)
        return row > 0 && rows[row].quietUntil(in: quietEpochNumber) <= Self.seconds(moment) ? row : nil
    }

    /// The row of an app's state if it has one of its own and it is not known that it needs no look for want of others.
    @inline(__always)
    func probeRow(of app: Int, at moment: Instant) -> Int? {
        let row = Int(slots[app].row)
        return row > 0 && rows[row].noProbeUntil <= Self.seconds(moment) ? row : nil
    }

    /// The next app after `row` of which it is not known that it needs no look for want of others.
    @inline(__always)
    func nextProbe(after row: Int, at moment: Instant) -> (row: Int, app: Int)? {
        next(after: row, at: moment) { $0.noProbeUntil }
    }

    @inline(__always)
    private func next(
        after row: Int, at moment: Instant, restsUntil: (Row) -> UInt32
    ) -> (row: Int, app: Int)? {
        let seconds = Self.seconds(moment)
        var row = row + 1
        while row < rows.count {
            if restsUntil(rows[row]) <= seconds { return (row, Int(rows[row].app)) }
            row += 1
        }
        return nil
    }

    @inline(__always)
    mutating func setNoProbe(row: Int, until end: Instant) { rows[row].noProbeUntil = Self.seconds(end) }

    @inline(__always)
    mutating func setQuiet(row: Int, until end: Instant) {
        rows[row].quietUntil = Self.seconds(end)
        rows[row].quietEpoch = quietEpochNumber
    }

    /// What is quiet stays so only while what it was reckoned with stays.
    ///
    /// - Complexity: O(1).
    mutating func beginQuiet(_ epoch: QuietEpoch) {
        guard epoch != quietEpoch else { return }
        quietEpoch = epoch
        quietEpochNumber &+= 1
        if quietEpochNumber == 0 { startEpochs() }
    }

    /// After four thousand million of them, so that no old one passes for a new one.
    @inline(never)
    private mutating func startEpochs() {
        quietEpochNumber = 1
        for row in rows.indices { rows[row].quietEpoch = 0 }
    }
}
