extension HabitsFit {
    /// Noise of a greater scale, on numbers from 0 to 1, leaves little of them.
    static let mostNoise = 0.05

    /// Why habits fitted so are worth little: for each reason what was found, expected, and helps. Empty if none is known.
    public func doubts(about habits: Habits, of devices: Devices) -> [String] {
        if let noise {
            let blocks = devices.statistics.first?.names.count ?? 0
            let most = LaplaceNoise.scale(
                sensitivity: Statistics.sensitivityOfShares, blocks: blocks, devices: devices.count,
                noise.epsilon)
            guard most > HabitsFit.mostNoise else { return [] }
            let needed = Double(devices.count) * most / HabitsFit.mostNoise
            return [
                "found noise of scale \(most.fourDigits) on shares between 0 and 1, expected at most "
                    + "\(HabitsFit.mostNoise): these habits are mostly noise; --epsilon \(noise.epsilon) is of use from "
                    + "\(Swift.min(1e15, needed.rounded(.up)).fourDigits) devices on"
            ]
        }
        var doubts: [String] = []
        let rhythm = habits.sessions.rhythm
        if Set(rhythm.weekdayHours).count == 1, Set(rhythm.weekendHours).count == 1 {
            doubts.append(
                "found no two groups of half hours with \(threshold) sessions each: any hour has as many; "
                    + "give more traces or a lower --threshold")
        }
        let changes = devices.statistics.reduce(0.0) { sum, one in
            ContentStatistics.ranks.indices.reduce(sum) { $0 + one.count("rate.\($1).log") }
        }
        if changes > 0, habits.content.rates.allSatisfy({ $0.perDay == 0 }) {
            doubts.append(
                "found fewer than \(threshold) changes of content in each group of apps: content never changes; "
                    + "give more traces or a lower --threshold")
        }
        return doubts
    }
}
