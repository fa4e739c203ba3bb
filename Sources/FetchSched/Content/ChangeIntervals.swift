/// How regular a source is: what its intervals from one change to the next have been, where the host tells when it changed.
///
/// Many sources keep a timetable. A page that posts every two hours has nothing new for an hour after a post, and almost
/// certainly something two hours later; by a constant rate both chances would be alike. Intervals are counted in eight
/// cells, in the source's own time (``SourceHours``) and as multiples of its mean interval. From the counts follows by how
/// much the rate differs from the mean at each age of the newest change, as a life table has it (Kaplan and Meier, JASA 53,
/// 1958, in cells), with a belief in a constant rate worth two changes.
///
/// So time is stretched once more: a gap is taken for as much time as, at the mean rate, has the chance of a change that the
/// gap has at this age.
///
/// - Complexity: O(cells); 48 bytes.
struct ChangeIntervals: Hashable, Sendable {
    /// Intervals that ended in each cell.
    private var counts = SIMD8<Float>.zero
    /// The newest change that was told.
    private(set) var last = PastInstant()
    /// How old that one was at the last look, in seconds of the source's own time.
    private(set) var ageAtSync: Float = 0

    /// Where each cell begins, in mean intervals.
    private static let begins = SIMD8<Double>(0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2)
    /// How long each is; the last one, which has no end, as long as what is left of an interval in it.
    private static let widths = SIMD8<Double>(0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.5, 1)
    private static let cells = 8
    /// Changes that weigh as much as the belief in a constant rate.
    private static let prior = 2.0
    /// What is kept at each change: half after 70.
    private static let kept: Float = 0.99

    /// Whether it is known when the source changed last.
    @inline(__always)
    var areKnown: Bool { last.moment != nil }

    /// The rate in each cell, over the mean.
    private var ratios: SIMD8<Double> {
        let counts = SIMD8<Double>(counts)
        var (ratios, later) = (SIMD8<Double>.one, 0.0)
        for cell in stride(from: Self.cells - 1, through: 0, by: -1) {
            let own = cell == Self.cells - 1 ? counts[cell] : 0.5 * counts[cell]
            let exposure = Self.widths[cell] * (later + own)
            ratios[cell] = (counts[cell] + Self.prior) / (exposure + Self.prior)
            later += counts[cell]
        }
        return ratios
    }

    /// The largest of them.
    var mostRatio: Double { areKnown ? ratios.max() : 1 }

    /// What a gap since the last look counts for, in seconds, at so many changes per second in the mean.
    func stretched(_ gap: Double, rate: Double) -> Double {
        guard areKnown, rate > 0, gap > 0 else { return gap }
        let ratios = ratios
        let age = Double(ageAtSync) * rate
        return (Self.expected(age + gap * rate, ratios) - Self.expected(age, ratios)) / rate
    }

    /// Which gap counts for that much.
    func unstretched(_ seconds: Double, rate: Double) -> Double {
        guard areKnown, rate > 0, seconds > 0 else { return seconds }
        let ratios = ratios
        let age = Double(ageAtSync) * rate
        var left = Self.expected(age, ratios) + seconds * rate
        for cell in 0..<Self.cells - 1 {
            let own = Self.widths[cell] * ratios[cell]
            if left < own { return max(0, (Self.begins[cell] + left / ratios[cell] - age) / rate) }
            left -= own
        }
        return max(0, (Self.begins[Self.cells - 1] + left / ratios[Self.cells - 1] - age) / rate)
    }

    /// Changes expected up to an age, both in mean intervals.
    private static func expected(_ age: Double, _ ratios: SIMD8<Double>) -> Double {
        var expected = 0.0
        for cell in 0..<cells {
            let within = age - begins[cell]
            guard within > 0 else { break }
            expected += ratios[cell] * (cell < cells - 1 ? min(within, widths[cell]) : within)
        }
        return expected
    }

    /// Learns that the source changed then, `interval` mean intervals after the change before it; nil if none is known.
    mutating func learn(changeAt moment: Instant, after interval: Double?) {
        last.moment = moment
        guard let interval, interval >= 0 else { return }
        counts *= Self.kept
        var cell = 0
        while cell < Self.cells - 1, interval >= Self.begins[cell + 1] { cell += 1 }
        counts[cell] += 1
    }

    /// Learns of a look at which the newest change was so old, in seconds of the source's own time.
    mutating func look(age: Double) {
        guard areKnown else { return }
        ageAtSync = age > 0 ? Float(min(age, Self.oldest)) : 0
    }

    /// A look found a change of which nobody told when it came.
    mutating func lose() { last.moment = nil }

    /// The clock was set back.
    mutating func hold(to now: Instant) { last.hold(to: now) }

    private static let oldest = 1e12
}

extension ChangeIntervals: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        var areCounted = self != ChangeIntervals()
        try coder.code(&areCounted)
        guard areCounted else { return }
        try coder.code(&last.moment)
        for cell in 0..<Self.cells { try coder.code(&counts[cell]) }
        try coder.code(&ageAtSync)
        try coder.check(all(counts .>= 0) && all(counts .<= 1000))
        try coder.check(ageAtSync >= 0 && Double(ageAtSync) <= 1.1 * Self.oldest)
    }
}
