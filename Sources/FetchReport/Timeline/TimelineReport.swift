import FetchSched
import FetchSim

/// A day of a device under its policies: lanes and lists, or `fetchsched-timeline/1`.
package struct TimelineReport: Sendable {
    package var trace: String
    package var radio: String
    package var valueJoules: Double
    package var seed: UInt64
    package var replay: DayReplay
    /// The apps that the day was cut down to; empty if it has all.
    package var apps: [String] = []

    package init(trace: String, radio: String, valueJoules: Double, seed: UInt64, replay: DayReplay) {
        self.trace = trace
        self.radio = radio
        self.valueJoules = valueJoules
        self.seed = seed
        self.replay = replay
    }

    func app(_ number: Int) -> String { replay.trace.appNames[number] }

    func time(_ instant: FetchTime) -> String { replay.days.timeOfDay(at: instant) }

    /// A policy's results of that day: `3 of 4 launches fresh, 1.2 J of the radio; 5 fetches (2 newData, 3 noData)`;
    /// for some apps alone, without the radio, whose energy is that of all.
    static func summary(_ run: DayReplay.Run, isOfAllApps: Bool = true) -> String {
        let launches = run.timeline.launches.count
        let outcomes = FetchOutcome.inOrder.compactMap { outcome -> String? in
            let count = run.fetches(outcome)
            return count > 0 ? "\(count) \(outcome.name)" : nil
        }
        let energy = "\(Figures.fixed(run.backgroundEnergy.joules, decimals: 1)) J of the radio"
        let fetches = run.timeline.fetches.count
        return
            "\(run.timeline.freshLaunches) of \(Figures.counted(launches, "launch", plural: "launches")) fresh"
            + (isOfAllApps ? ", \(energy); " : "; ")
            + Figures.counted(fetches, "fetch", plural: "fetches")
            + (outcomes.isEmpty ? "" : " (\(outcomes.joined(separator: ", ")))")
            + (fetches > 0 ? ", \(Figures.counted(run.wakeups, "wakeup"))" : "")
    }
}

extension FetchOutcome {
    /// Every outcome, the best first.
    static let inOrder: [FetchOutcome] = [.newData, .noData, .failed, .gone]
}
