/// How soon an app is launched after a notification of it; rows are those of ``LaunchCounts``.
///
///     since the notification   0       1       5              30 min
///                              [   0   )[  1   )[      2      )
///
/// For each window: the launches in it, over the notifications that were still unanswered at its start. They are
/// counted per app, and for all apps together as the prior of an app with few counts. On the recorded phones the app
/// explains nearly all: the hour, the screen and the pause before lower the forecast's loss by less than 1 %.
struct NotificationResponse: Sendable, SnapshotCoded {
    /// The notifications of an app, or of all.
    private struct Counts: Sendable, SnapshotCoded {
        /// By window: those that were unanswered at its start and were observed to its end, and the launches in it.
        var unanswered = SIMD4<Float>.zero
        var launches = SIMD4<Float>.zero

        /// Counts one more, of which older ones fade with it.
        mutating func count(_ window: Int, isLaunch: Bool, memory: Float) {
            unanswered[window] += 1 - unanswered[window] / memory
            launches[window] += (isLaunch ? 1 : 0) - launches[window] / memory
        }

        mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
            for window in 0..<3 {
                try coder.code(&unanswered[window], in: 0...1e4)
                try coder.code(&launches[window], in: 0...unanswered[window])
            }
        }
    }

    private struct Row: Sendable, SnapshotCoded {
        /// The newest two notifications, until a launch answers them.
        var shown: FetchTime?
        var before: FetchTime?
        var counts = Counts()

        mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
            try coder.code(&shown, &before, &counts)
        }
    }

    private var rows: [Row] = []
    private var all = belief

    /// Prior of an unknown user: 20, 30 and 45 % of the notifications are answered by a window's end.
    private static let belief = Counts(unanswered: SIMD4(10, 8, 7, 0), launches: SIMD4(2, 1, 1.5, 0))
    /// Ends of the windows.
    private static let ends: [TimeSpan] = [.minutes(1), .minutes(5), .minutes(30)]
    /// After so long a notification says nothing any more.
    static let reach = ends[ends.count - 1]
    /// Notifications of all apps that weigh as one of the app; numbers after which one weighs a third: app's, and all.
    private static let prior: Float = 2
    private static let memory: Float = 128
    private static let sharedMemory: Float = 512

    mutating func setRows(_ count: Int) { rows.grow(to: count, with: Row()) }

    mutating func remove(_ row: Int) { rows.remove(at: row) }

    /// Learns that the user was shown a notification. A launch then answers it and the one before it: if only the
    /// newest counted, notifications in bunches would seem to be answered less often. A third drops the first.
    mutating func notify(_ row: Int, at now: FetchTime) {
        settle(row, rows[row].before, at: now, isLaunch: false)
        (rows[row].before, rows[row].shown) = (rows[row].shown, now)
    }

    /// Learns a launch of the row's app.
    mutating func launch(_ row: Int, at now: FetchTime) {
        settle(row, rows[row].before, at: now, isLaunch: true)
        settle(row, rows[row].shown, at: now, isLaunch: true)
        (rows[row].before, rows[row].shown) = (nil, nil)
    }

    /// Counts the windows that a notification went through, and the one in which a launch answers it.
    private mutating func settle(_ row: Int, _ shown: FetchTime?, at now: FetchTime, isLaunch: Bool) {
        guard let shown else { return }
        for (window, end) in Self.ends.enumerated() {
            let isOver = now - shown >= end
            guard isOver || isLaunch else { return }
            rows[row].counts.count(window, isLaunch: !isOver, memory: Self.memory)
            all.count(window, isLaunch: !isOver, memory: Self.sharedMemory)
            if !isOver { return }
        }
    }

    mutating func clockWentBack(to now: FetchTime) {
        for row in rows.indices {
            rows[row].shown = rows[row].shown.map { min($0, now) }
            rows[row].before = rows[row].before.map { min($0, now) }
        }
    }

    /// The time since the row's newest notification; nil unless it is unanswered and still predicts launches.
    private func elapsed(_ row: Int?, at now: FetchTime) -> TimeSpan? {
        guard let row, let shown = rows[row].shown, shown <= now, now - shown < Self.reach else { return nil }
        return now - shown
    }

    /// The time for which a notification still predicts launches; zero without one.
    func remaining(_ row: Int?, at now: FetchTime) -> TimeSpan {
        elapsed(row, at: now).map { Self.reach - $0 } ?? .zero
    }

    /// Probability that the row's app is launched within `span` or before the windows end; 0 without one unanswered.
    func probability(_ row: Int?, within span: TimeSpan, at now: FetchTime) -> Double {
        guard let row, let elapsed = elapsed(row, at: now) else { return 0 }
        var unanswered = 1.0
        var start = TimeSpan.zero
        let (from, until) = (elapsed, min(elapsed + span, Self.reach))
        for (window, end) in Self.ends.enumerated() {
            let part = (min(until, end) - max(from, start)).seconds / (end - start).seconds
            // As if launches came evenly within a window.
            if part > 0 { unanswered *= PortableMath.exp(part * PortableMath.log(1 - hazard(row, window))) }
            start = end
        }
        return 1 - unanswered
    }

    /// The probability that a notification unanswered at the window's start is answered in it.
    private func hazard(_ row: Int, _ window: Int) -> Double {
        let own = rows[row].counts
        let mean = all.launches[window] / all.unanswered[window]
        return min(
            0.99, Double((own.launches[window] + Self.prior * mean) / (own.unanswered[window] + Self.prior)))
    }

    /// Codes as many rows as there are.
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&all)
        try coder.check(all.unanswered[0] > 0 && all.unanswered[1] > 0 && all.unanswered[2] > 0)
        try coder.code(each: &rows)
    }
}
