import FetchSched

/// One local day of one device under several policies.
package struct DayReplay: Sendable {
    package struct Run: Sendable {
        package let policy: String
        package internal(set) var timeline: DeviceTimeline
        /// The radio's energy that day beyond that without any background fetch, in joules by cause.
        package let backgroundEnergy: RadioEnergy
        /// When the radio was on for background fetches alone, in seconds since the beginning of the trace.
        package let radioBeyondOwn: [ClosedRange<Double>]

        package func fetches(_ outcome: FetchOutcome) -> Int {
            timeline.fetches.reduce(0) { $0 + ($1.outcome == outcome ? 1 : 0) }
        }

        package var wakeups: Int { timeline.fetches.reduce(0) { $0 + ($1.wokeRadio ? 1 : 0) } }
    }

    package let trace: DeviceTrace
    package let days: LocalDays
    package let day: LocalDays.Day
    /// The day without any background fetch.
    package private(set) var own: DeviceTimeline
    /// The policies, in the requested order.
    package private(set) var runs: [Run]

    /// Replays a device under the policies of `bench`, which must have no other device, and one radio and value, and cuts
    /// out a day.
    ///
    /// The bound is no policy and is left out; nil without a device or radio.
    package static func day(
        _ bench: Bench, jobs: Int, progress: @escaping @Sendable (Int) -> Void = { _ in },
        choose: (LocalDays) throws -> LocalDays.Day
    ) async throws -> DayReplay? {
        guard let trace = bench.devices.first, let radio = bench.radios.first else { return nil }
        let days = LocalDays(trace)
        let day = try choose(days)
        let plan = BenchPlan(bench)
        let runs = try await ParallelMap.run(
            plan.runs.count, jobs: jobs, finished: { _ in progress(trace.eventCount) }
        ) { index in
            try plan.timeline(of: plan.runs[index], over: trace)
        }
        let own = DeviceTimeline(unfetched: trace, radio: radio, rules: bench.rules).part(in: day.time)
        return DayReplay(
            trace: trace, days: days, day: day, own: own,
            runs: runs.compactMap { $0 }.map { run in
                let part = run.timeline.part(in: day.time)
                return Run(
                    policy: run.policy, timeline: part,
                    backgroundEnergy: part.radio.energy - own.radio.energy,
                    radioBeyondOwn: part.radio.on(beyond: own.radio))
            })
    }

    /// The replay of some apps alone: their launches, updates and fetches. The radio is that of all.
    package func only(_ apps: Set<Int>) -> DayReplay {
        var copy = self
        copy.own.keep(apps)
        for index in copy.runs.indices { copy.runs[index].timeline.keep(apps) }
        return copy
    }
}

extension [RadioStretch] {
    var energy: RadioEnergy { reduce(into: RadioEnergy()) { $0[$1.phase] += $1.joules } }
}
