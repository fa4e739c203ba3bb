import FetchSched

/// Makes the launches of one device out of its uses: each once, and what belongs together as one.
///
/// - Uses of one app that start at the same time are reports of the same launch (of two files or two sections).
/// - Uses of one app that overlap are one launch.
/// - Uses of one app with no other app in between and at most ``gap`` from the end of one to the start of the
///   next are one launch: the app went from one of its screens to another.
struct LaunchMerge {
    var gap: TimeSpan
    /// Whether each use was reported once, so that two which start at the same time are two; they are in order then.
    var isExact = false

    /// Uses that start less than this apart may be reports of the same start, one of them to the second.
    private static let sameStart = TimeSpan(milliseconds: 1000)

    /// Uses, and the number of each one's app.
    struct Uses {
        var all: [AppUse] = []
        var apps: [Int32] = []

        mutating func append(_ use: AppUse, _ app: Int32) {
            all.append(use)
            apps.append(app)
        }
    }

    struct Result {
        /// In order of time.
        var launches: [AppUse] = []
        /// The number of each one's app.
        var apps: [Int32] = []
        /// Uses that were reported again.
        var duplicates = 0
        /// Uses that overlapped the launch before, or went on with it.
        var merged = 0
    }

    /// The launches of one device.
    ///
    /// - Complexity: O(*n* log *n*).
    func launches(of uses: Uses) -> Result {
        let all = uses.all
        let starts = all.map(\.start)
        let order = all.indices.sorted { first, second in
            if starts[first] != starts[second] { return starts[first] < starts[second] }
            if !isExact, uses.apps[first] != uses.apps[second] { return all[first].app < all[second].app }
            return first < second
        }
        var result = Result()
        // The last launch of each app; -1 for none.
        var last = [Int](repeating: -1, count: Int(uses.apps.max() ?? -1) + 1)
        for position in order {
            let (use, app) = (all[position], Int(uses.apps[position]))
            func add() {
                last[app] = result.launches.count
                result.launches.append(use)
                result.apps.append(uses.apps[position])
            }
            let index = last[app]
            guard index >= 0 else {
                add()
                continue
            }
            let known = result.launches[index]
            let isWithin = use.start < known.end
            let isNext = index == result.launches.count - 1 && use.start - known.end <= gap
            let saysTheSame =
                known.duration == use.duration || known.duration == nil || use.duration == nil
            let hasSameStart = use.start - known.start < Self.sameStart
            let isAgain = hasSameStart && saysTheSame && !(isExact && use.start == known.start)
            if isAgain || isWithin && hasSameStart {
                result.duplicates += 1
            } else if isWithin || isNext && known.duration != nil {
                result.merged += 1
            } else {
                add()
                continue
            }
            result.launches[index].duration = Self.union(known, use)
        }
        return result
    }

    /// From the start of `first` to the end of the one that ends later.
    private static func union(_ first: AppUse, _ second: AppUse) -> TimeSpan? {
        if first.duration == nil && second.duration == nil { return nil }
        return max(first.end, second.end) - first.start
    }
}
