/// Rates of slots in a circle, told for groups of neighbours with enough events each.
///
/// No slot is in two groups: if groups overlapped, their differences would tell what a single slot had. The smallest group
/// is joined with the smaller of its neighbours until all are large enough. So what is quiet is told together, and what is
/// busy slot by slot. O(slots^2).
struct RateGroups {
    private var groups: [Group] = []
    private let slots: Int
    private let threshold: Double

    private struct Group {
        let start: Int
        var slots = 1
        var count: Double
        var events: Double
        var exposure: Double
    }

    /// - Parameters:
    ///   - counts: What the rates are of, in any unit.
    ///   - events: How many events stand behind each count.
    ///   - exposure: Time spent in each slot, in any unit.
    ///   - threshold: Events that stand behind each rate.
    init(counts: [Double], events: [Double], exposure: [Double], threshold: Double) {
        slots = counts.count
        self.threshold = threshold
        for slot in 0..<slots {
            groups.append(
                Group(start: slot, count: counts[slot], events: events[slot], exposure: exposure[slot]))
        }
        while groups.count > 1, let small = smallestOfTooSmall() {
            let before = (small + groups.count - 1) % groups.count
            let after = (small + 1) % groups.count
            let kept = groups[before].events < groups[after].events ? before : small
            let joined = (kept + 1) % groups.count
            groups[kept].slots += groups[joined].slots
            groups[kept].count += groups[joined].count
            groups[kept].events += groups[joined].events
            groups[kept].exposure += groups[joined].exposure
            groups.remove(at: joined)
        }
    }

    private func smallestOfTooSmall() -> Int? {
        groups.indices.filter { !tells(groups[$0]) }.min { groups[$0].events < groups[$1].events }
    }

    private func tells(_ group: Group) -> Bool {
        group.events >= threshold && group.exposure > 0
    }

    /// The rate of each slot over the mean of all slots; 1 each where not even all slots together have enough.
    var relativeRates: [Double] {
        var rates = [Double](repeating: 1, count: slots)
        for group in groups where tells(group) {
            for slot in group.start..<group.start + group.slots {
                rates[slot % slots] = group.count / group.exposure
            }
        }
        let mean = rates.reduce(0, +) / Double(slots)
        return mean > 0 ? rates.map { $0 / mean } : rates
    }
}
