/// Something that is measured on each device of two traces, and compared.
struct Statistic: Sendable {
    /// Its name in code and tests.
    let key: String
    /// What it is, for people, with its unit.
    let title: String
    /// Whether people read it in percent.
    var isShare = false
    /// Decimals for people.
    var decimals = 2
    /// The value of a device; nil where it has none.
    let value: @Sendable (DeviceHabits) -> Double?

    init(
        _ key: String, _ title: String, decimals: Int = 2,
        value: @escaping @Sendable (DeviceHabits) -> Double?
    ) {
        self.key = key
        self.title = title
        self.decimals = decimals
        self.value = value
    }

    /// The share of some elements for which something holds.
    static func percent<Element>(
        _ key: String, _ title: String, of elements: @escaping @Sendable (DeviceHabits) -> [Element],
        where holds: @escaping @Sendable (Element) -> Bool
    ) -> Statistic {
        var result = Statistic(key, title + ", %", decimals: 1) {
            mean(elements($0).map { holds($0) ? 1 : 0 })
        }
        result.isShare = true
        return result
    }

    func compare(_ first: [DeviceHabits], _ second: [DeviceHabits]) -> ComparedFigure {
        ComparedFigure(
            key: key, title: title, scale: isShare ? 100 : 1, decimals: decimals,
            first: Estimate(first.map(value)), second: Estimate(second.map(value)))
    }

    /// What a criterion is about.
    static let freshKey = "content.fresh"

    /// All of them, in the order in which they are reported: a new one is one line here.
    static let all: [Statistic] = [
        Statistic("use.apps", "apps launched", decimals: 0) { Double(Set($0.launches.map(\.app)).count) },
        Statistic("use.launchesPerDay", "launches, /day", decimals: 1) { mean($0.dailyLaunches) },
        Statistic("use.gapMinutes", "between launches, median, min", decimals: 1) {
            median($0.launches.compactMap { $0.gap.map { $0 / 60 } })
        },
        .percent("popularity.top1", "launches of the most used app", of: \.launches) { $0.isOfFirst },
        Statistic("next.entropy0", "next app, knowing none, nats") { $0.loss(0) },
        Statistic("next.entropy1", "next app, knowing one, nats") { $0.loss(1) },
        Statistic("next.entropy2", "next app, knowing two, nats") { $0.loss(2) },
        .percent("recency.first", "the last app again", of: \.launches) { $0.place == 1 },
        .percent("recency.second", "the last but one", of: \.launches) { $0.place == 2 },
        .percent("recency.never", "an app never launched before", of: \.launches) { $0.place == 0 },
        Statistic("session.perDay", "sessions, /day", decimals: 1) {
            mean($0.days.map { Double($0.sessions) })
        },
        Statistic("session.seconds", "length of a session, mean, s", decimals: 0) {
            mean($0.sessions.map(\.seconds))
        },
        Statistic("session.launches", "launches in a session, mean") {
            mean($0.sessions.map { Double($0.launches) })
        },
        .percent("day.weekend", "launches at weekends", of: \.launches) { $0.isWeekend },
        Statistic("day.dispersion", "daily counts, variance / mean", decimals: 1) { $0.dispersion },
        Statistic("day.lag1", "daily counts, a day later, r") { $0.autocorrelation(1) },
        Statistic("day.lag7", "daily counts, a week later, r") { $0.autocorrelation(7) },
        .percent(freshKey, "fresh without any fetch", of: \.scored) { $0.content?.isNew != true },
        .percent("content.new", "with content: it is new", of: \.contents) { $0.isNew },
        Statistic("content.ageHours", "age of the content, median, h") {
            median($0.contents.compactMap { $0.age.map { $0 / 3600 } })
        },
        Statistic("content.changesPerGap", "gap / mean time to a change, median") {
            median($0.contents.compactMap(\.changesPerGap))
        },
    ]
}

extension DeviceHabits {
    /// Launches after the warm-up.
    var scored: [Launch] { launches.filter(\.isScored) }

    /// The content that they find, where the app's content changes at all.
    var contents: [Launch.Content] { scored.compactMap(\.content) }

    /// Mean loss of the chain of that order after the warm-up, see ``AppChains``.
    func loss(_ order: Int) -> Double? { mean(scored.map { $0.losses[order] }) }

    /// Launches of each covered day.
    var dailyLaunches: [Double] { days.map { Double($0.launches) } }

    /// Variance of the launches of a day over their mean: 1 if launches were independent.
    var dispersion: Double? {
        let counts = dailyLaunches
        guard counts.count > 1, let middle = mean(counts), middle > 0 else { return nil }
        return counts.reduce(0) { $0 + ($1 - middle) * ($1 - middle) } / Double(counts.count - 1) / middle
    }

    /// Autocorrelation of the launches of a day; nil on fewer than three times as many days as the lag, or where each
    /// day is like the other.
    func autocorrelation(_ lag: Int) -> Double? {
        let counts = dailyLaunches
        guard counts.count >= 3 * lag, let middle = mean(counts) else { return nil }
        let all = counts.reduce(0) { $0 + ($1 - middle) * ($1 - middle) }
        guard all > 0 else { return nil }
        return zip(counts, counts.dropFirst(lag)).reduce(0) { $0 + ($1.0 - middle) * ($1.1 - middle) } / all
    }
}
