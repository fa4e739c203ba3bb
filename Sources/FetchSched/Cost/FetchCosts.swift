/// Bytes, time and energy of an app's fetches, learned from those that ended.
///
/// Each app has such a record, and all together have one; values that are not known of an app yet come from the latter,
/// so that an unknown app starts at the mean of the others.
struct FetchCosts: Hashable, Sendable, SnapshotCoded {
    /// Mean bytes of newData; 0 while unknown.
    private(set) var bytes: Float = 0
    /// Duration as it was, over that expected of a request and its bytes; 0 while unknown.
    private(set) var slowness: Float = 0
    /// Energy as the host measured it, over that expected; 0 while unknown.
    private(set) var energyFactor: Float = 0

    init() {}

    init(bytes: Double) {
        self.bytes = Float(min(max(1, bytes), 1e12))
        slowness = 1
        energyFactor = 1
    }

    /// Learns the size of content that was loaded; each new one has the weight `weight`, the first one all.
    mutating func learn(bytes: Double, weight: Float) {
        guard bytes > 0 else { return }
        Self.move(&self.bytes, to: bytes, within: 1...1e12, weight)
    }

    mutating func learn(slowness: Double, weight: Float) {
        Self.move(&self.slowness, to: slowness, within: 0.1...100, weight)
    }

    mutating func learn(energyFactor: Double, weight: Float) {
        Self.move(&self.energyFactor, to: energyFactor, within: 0.05...20, weight)
    }

    private static func move(
        _ mean: inout Float, to value: Double, within range: ClosedRange<Double>, _ weight: Float
    ) {
        guard value.isFinite else { return }
        let value = Float(min(max(value, range.lowerBound), range.upperBound))
        mean = mean == 0 ? value : mean + weight * (value - mean)
    }

    func completed(by others: FetchCosts) -> FetchCosts {
        var result = self
        if bytes == 0 { result.bytes = others.bytes }
        if slowness == 0 { result.slowness = others.slowness }
        if energyFactor == 0 { result.energyFactor = others.energyFactor }
        return result
    }

    /// Bytes that a fetch is expected to bring that finds something with probability `somethingNew`.
    func content(somethingNew: Double) -> Double { somethingNew * Double(bytes) }

    /// Duration of a request and its bytes, as the radio has it.
    static func plainSeconds(bytes: Double, _ radio: RadioCosts, _ power: PowerCosts) -> Double {
        radio.requestSeconds + (power.requestDownBytes + bytes) / max(1, radio.bytesPerSecond)
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&bytes, &slowness, &energyFactor)
        // Zero where nothing was learned.
        try coder.check(bytes >= 0 && slowness >= 0 && energyFactor >= 0)
    }
}
