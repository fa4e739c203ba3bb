/// How often something happens at each hour of the week, learned with forgetting, shrunk towards the daily
/// rhythm.
///
/// - Complexity: O(1) per event and query; 168 counters and as many exposures.
struct WeeklyRhythm: Sendable {
    private var counts = [Float](repeating: 0, count: 168)
    /// How long each hour of the week was observed, in hours.
    private(set) var hours = [Float](repeating: 0, count: 168)
    private var sinceDecay = 0.0
    private let halfLifeDays: Double
    /// Hours of a slot that weigh as much as the daily rhythm: four weeks.
    private static let shrinkage = 4.0

    init(halfLifeDays: Double) { self.halfLifeDays = halfLifeDays }

    /// Learns that the event happened in that hour of the week.
    mutating func observe(slot: Int) { counts[slot] += 1 }

    /// Lets time pass, all within one hour of the week.
    mutating func pass(_ seconds: Double, slot: Int) {
        hours[slot] += Float(seconds / 3600)
        sinceDecay += seconds
        guard sinceDecay > 86_400 else { return }
        let kept = Float(PortableMath.exp(-sinceDecay / 86_400 / halfLifeDays * 0.693_147_180_559_945_3))
        sinceDecay = 0
        counts.scale(by: kept)
        hours.scale(by: kept)
    }

    /// Expected events per second in an hour of the week of which the daily rhythm says `daily`.
    @inline(__always)
    func rate(slot: Int, daily: Double) -> Double {
        let prior = daily * 3600
        return (Double(counts[slot]) + Self.shrinkage * prior) / (Double(hours[slot]) + Self.shrinkage) / 3600
    }
}

extension WeeklyRhythm: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(counters: &counts)
        try coder.code(counters: &hours)
        try coder.code(amount: &sinceDecay)
    }
}
