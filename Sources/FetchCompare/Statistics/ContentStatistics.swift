extension Statistic {
    /// What launches find, where nothing is fetched in the background; after the warm-up.
    static let contentStatistics: [Statistic] = [
        .percent("content.fresh", "fresh without any fetch") { slice in
            share(slice.launches.filter(\.isScored)) { $0.content?.isNew != true }
        },
        .percent("content.new", "launches that find new content") { slice in
            share(slice.contents) { $0.isNew }
        },
        .percent("content.apps", "launches of apps with content") { slice in
            share(slice.launches.filter(\.isScored)) { $0.content != nil }
        },
        Statistic(
            "content.age", "age of the content, median", "h", scale: 1 / 3600.0,
            .sample { $0.contents.compactMap(\.age) }),
        Statistic(
            "content.changesPerGap", "changes from launch to launch", "",
            .sample { $0.contents.compactMap(\.changesPerGap) }),
    ]
}

extension HabitSlice {
    /// The content of launches after the warm-up, of apps whose content changes.
    var contents: [HabitLaunch.Content] { launches.filter(\.isScored).compactMap(\.content) }
}
