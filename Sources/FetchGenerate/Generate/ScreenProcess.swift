import FetchSched
import FetchTrace

/// Screen events around the foreground periods of one device, in seconds, by the clock of the launches.
///
///     launch               x--------x                             x----
///     screen    on unlocked          off     on  off   on unlocked
///
/// The screen stays lit through pauses of less than ``longestLitPause``, in which nothing announces a launch.
struct ScreenProcess: Sendable {
    private static let longestLitPause = 60.0
    /// From the end of the last use to darkness.
    private static let darkAfter = 1.0
    /// From unlocking to the app that was in front.
    private static let resumedLead = 0.1
    /// Median length of a glance, in seconds. Of 1,493 times that one user's screen was lit (niimpy's sample data) a third
    /// lasted less than 10 s.
    private static let glanceSeconds = 8.0
    /// A glance is at least so far from uses.
    private static let clearance = 30.0

    let habits: ScreenHabits
    var sampler: Sampler

    /// The screen's changes in order, if the foreground periods are in order and do not overlap.
    mutating func changes(around uses: [Stretch]) -> [Draft] {
        var result: [Draft] = []
        var end: Double?
        for use in uses {
            let pause = end.map { use.start - $0 } ?? .infinity
            if pause > Self.longestLitPause { arrive(at: use.start, after: end, &result) }
            end = use.end
        }
        if let end { result.append(change(at: end + Self.darkAfter, Words.Screen.off)) }
        return result
    }

    private func change(at time: Double, _ value: EventValue) -> Draft {
        Draft(time: time, kind: .screen, value: value)
    }

    private mutating func arrive(at start: Double, after end: Double?, _ result: inout [Draft]) {
        let isResumed = sampler.bernoulli(habits.resumedShare)
        let drawn = sampler.logNormal(median: habits.leadSeconds, sigma: habits.spread)
        let unlocked = start - (isResumed ? Self.resumedLead : drawn)
        let lit = unlocked - sampler.logNormal(median: habits.litSeconds, sigma: habits.spread)
        if let end {
            // So long a way that the screen had no time to go dark.
            guard lit > end + 2 * Self.darkAfter else { return }
            result.append(change(at: end + Self.darkAfter, Words.Screen.off))
            glance(from: end + Self.clearance, to: lit - Self.clearance, &result)
        }
        result.append(change(at: lit, Words.Screen.on))
        result.append(change(at: unlocked, Words.Screen.unlocked))
    }

    /// Looks at the screen without opening an app.
    private mutating func glance(from start: Double, to end: Double, _ result: inout [Draft]) {
        let both = habits.lockedGlances + habits.unlockedGlances
        guard both > 0 else { return }
        var looks: [(time: Double, isUnlocked: Bool)] = []
        while sampler.bernoulli(both / (1 + both)) {
            looks.append(
                (start + sampler.unit() * (end - start), sampler.bernoulli(habits.unlockedGlances / both)))
        }
        guard end > start else { return }
        var dark = start
        for look in looks.sorted(by: { $0.time < $1.time }) where look.time > dark {
            result.append(change(at: look.time, Words.Screen.on))
            var time = look.time
            if look.isUnlocked {
                time += sampler.logNormal(median: habits.litSeconds, sigma: habits.spread)
                result.append(change(at: time, Words.Screen.unlocked))
            }
            time += sampler.logNormal(median: Self.glanceSeconds, sigma: habits.spread)
            // The next use lights it again.
            dark = Swift.min(time, end + Self.clearance / 2)
            result.append(change(at: dark, Words.Screen.off))
        }
    }
}

extension Trace {
    /// Adds what the screen may have done around the launches, which must be in order on each device: for traces that
    /// do not say it, to measure the benefit of knowing it. The same seed gives the same lines.
    ///
    /// - Complexity: O(n log n).
    public mutating func addScreen(_ habits: ScreenHabits = ScreenHabits(), seed: UInt64) {
        for (device, log) in UseLog.byDevice(of: events) {
            var process = ScreenProcess(
                habits: habits, sampler: Sampler(seed, "screen".portableHash, UInt64(max(0, device))))
            for change in process.changes(around: log.uses) {
                let time = log.start + .seconds(change.time)
                // The trace of a device lasts as long as before.
                guard time >= log.start, time <= log.end else { continue }
                events.append(TraceEvent(time: time, device: device, kind: .screen, value: change.value))
            }
        }
        events.sortStably()
    }
}
