import FetchTrace
import FetchSim

extension Statistic {
    /// What launches find, where nothing is fetched in the background; after the warm-up.
    static let contentStatistics: [Statistic] = [
        .percent(freshKey, "fresh without any fetch", of: \.scored) { $0.content?.isNew != true },
        .percent("content.apps", "launches of apps with content", of: \.scored) { $0.content != nil },
        .percent("content.new", "of these, with new content", of: \.contents) { $0.isNew },
        Statistic(
            "content.ageHours", "age of the content, median", "h",
            measure: .sample { $0.contents.compactMap { $0.age.map { $0 / 3600 } } }),
        Statistic(
            "content.changesPerGap", "gap / mean time to a change",
            measure: .sample { $0.contents.compactMap(\.changesPerGap) }),
    ]

    /// What a criterion is about.
    static let freshKey = "content.fresh"
}

extension HabitSlice {
    /// Launches after the warm-up.
    var scored: [HabitLaunch] { launches.filter(\.isScored) }

    /// The content that they find, where the app's content changes at all.
    var contents: [HabitLaunch.Content] { scored.compactMap(\.content) }
}
