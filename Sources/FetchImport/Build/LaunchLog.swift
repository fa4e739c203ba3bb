import FetchSched
import FetchSchedText
import FetchTrace
import FetchGenerate

/// The launches of a log: each once, without the apps that are left out, by device; and what the screens did meanwhile.
package struct LaunchLog: Sendable {
    package struct Device: Sendable {
        /// As the file names it.
        package let name: String
        /// In order of time; never empty.
        package let launches: [AppUse]
        /// The position in ``LaunchLog/apps`` of each launch's app.
        let places: [Int]
        /// Screen events between the launches, in order of time; empty if the log has none.
        package let screen: [ScreenEvent]
        /// When apps that are launched posted notifications between the first launch and the last, in order of time.
        package let notifications: [AppUse]

        var first: FetchTime { launches.first?.start ?? .epoch }
        var last: FetchTime { launches.map(\.end).max() ?? .epoch }
    }

    package struct LeftOut: Hashable, Sendable {
        package let name: String
        package let uses: Int
    }

    /// Counts of what was read, taken and dropped, for the line that reports them.
    package struct Summary: Hashable, Sendable {
        /// Events or rows that were read.
        package var records = 0
        /// Launches that came of them.
        package var launches = 0
        package var apps = 0
        /// Days from the first launch to the last.
        package var days = 0.0
        /// Records that were repeated, and dropped.
        package var duplicates = 0
        /// Uses that overlapped the launch before, or went on with it.
        package var merged = 0
        /// Names that were left out, with the number of their uses, the most frequent first.
        package var leftOut: [LeftOut] = []
        /// Notifications that were taken.
        package var notifications = 0
        /// Notifications that were dropped, as their apps were not launched, or not yet, or not any more.
        package var notificationsLeftOut = 0
        /// Rows that were left out as they are not as the format says.
        package var bad = BadRows()
        /// Signs that rows are no launches; a sentence each.
        package var oddities: [String] = []
    }

    package let devices: [Device]
    /// The apps, those with the most launches first, then by name.
    package let apps: [String]
    package private(set) var summary: Summary

    /// Whether times of launches say how far local time was from UTC.
    package var hasOffsets: Bool {
        devices.contains { $0.launches.contains { $0.secondsEast.map { $0 != 0 } ?? false } }
    }

    /// When the first launch of all was.
    var first: FetchTime? { devices.map(\.first).min() }
    /// When the last use of all ended.
    var last: FetchTime? { devices.map(\.last).max() }

    /// Takes the launches from what a file says.
    ///
    /// - Parameters:
    ///   - gap: The longest pause within a launch.
    ///   - period: Uses that start outside of it are left out, and what the screen did.
    package init(
        _ log: UsageLog, selection: AppSelection, gap: TimeSpan = .seconds(5),
        period: Range<FetchTime> = .distantPast ..< .distantFuture
    ) {
        var summary = Summary()
        summary.records = log.records
        summary.duplicates = log.duplicates
        summary.bad = log.bad
        // Each name is looked up once, and a number from then on: there may be as many names as uses.
        var names = NameTable()
        var leavesOut: [Bool] = []
        var leftOut: [Int32: Int] = [:]
        var uses: [String: LaunchMerge.Uses] = [:]
        for use in log.uses where period.contains(use.start) {
            let app = names.number(of: use.app)
            if leavesOut.count < names.count {
                leavesOut.append(selection.leavesOut(use.app, isKnown: log.notApps.contains(use.app)))
            }
            if leavesOut[Int(app)] {
                leftOut[app, default: 0] += 1
            } else {
                uses[use.device, default: LaunchMerge.Uses()].append(use, app)
            }
        }
        summary.leftOut = leftOut.map { LeftOut(name: names[$0.key], uses: $0.value) }
            .sorted { ($1.uses, $0.name) < ($0.uses, $1.name) }
        let screens = Dictionary(
            grouping: log.screen.lazy.filter { period.contains($0.time) }, by: \.device)
        let notifications = Dictionary(grouping: log.notifications, by: \.device)
        let merge = LaunchMerge(gap: gap, isExact: log.isExact)
        let merged = uses.sorted { $0.key < $1.key }.map { ($0.key, merge.launches(of: $0.value)) }
        var counts = [Int](repeating: 0, count: names.count)
        for (_, result) in merged {
            for app in result.apps { counts[Int(app)] += 1 }
        }
        let ranked = names.names.indices.filter { counts[$0] > 0 }
            .sorted { counts[$0] != counts[$1] ? counts[$0] > counts[$1] : names.names[$0] < names.names[$1] }
        var places = counts
        for (place, app) in ranked.enumerated() { places[app] = place }
        var devices: [Device] = []
        for (name, result) in merged {
            summary.duplicates += result.duplicates
            summary.merged += result.merged
            summary.launches += result.launches.count
            let screen = ScreenMerge.events(
                of: screens[name] ?? [], among: result.launches, isExact: log.isExact)
            let posted = Self.notifications(notifications[name] ?? [], among: result.launches)
            summary.notifications += posted.count
            devices.append(
                Device(
                    name: name, launches: result.launches, places: result.apps.map { places[Int($0)] },
                    screen: screen, notifications: posted))
        }
        summary.notificationsLeftOut = log.notifications.count - summary.notifications
        self.devices = devices
        apps = ranked.map { names.names[$0] }
        summary.apps = apps.count
        summary.oddities = Oddities.found(in: devices)
        self.summary = summary
        if let first, let last { self.summary.days = (last - first).seconds / 86_400 }
    }

    /// Notifications of apps that are launched, from the first launch to the last.
    private static func notifications(_ posted: [AppUse], among launches: [AppUse]) -> [AppUse] {
        guard let first = launches.first?.start, let last = launches.last?.start, !posted.isEmpty else {
            return []
        }
        let apps = Set(launches.map(\.app))
        return posted.filter { apps.contains($0.app) && first...last ~= $0.start }
            .sorted { ($0.start, $0.app) < ($1.start, $1.app) }
    }

    /// Throws if there is nothing to import, or so much that times must be wrong.
    package func check(file: String, format: ImportFormat) throws(TraceError) {
        guard let first, let last else {
            let apps = summary.leftOut.count
            throw TraceError(
                kind: .data, file: file,
                found: "no launch" + (summary.records > 0 ? " in \(counted(summary.records, "event"))" : ""),
                expected: format.lookedFor,
                advice: apps > 0 ? "left out: \(counted(apps, "app")), see --include" : nil)
        }
        let days = Double(TraceGenerator.maximumDays)
        let isInRange = first >= .epoch && last.milliseconds < TraceLimits.time
        guard isInRange, summary.days <= days else {
            throw TraceError(
                kind: .data, file: file, found: "launches from \(first) to \(last)",
                expected: "at most ten years, from 1970 on",
                advice: "leave out wrong times with --since and --until")
        }
    }
}

/// `1 event`, `2 events`.
private func counted(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)" + (number == 1 ? "" : "s")
}
