import FetchSim
import Synchronization

/// Answers the trials of a search by replaying the engine, each once, on several cores.
///
/// Measurements are stored, here and in the ``StudyFile`` if there is one, so that the searches of a
/// cross-validation share what they have in common, and a run that was killed goes on where it was. The answers do
/// not depend on the number of workers, nor on where they come from: a trial that a ``ToldResults`` answers is not
/// replayed. Measurements come into the study in an order that does not depend on the workers either, so that the file
/// is always the beginning of the one that the whole search ends with.
package final class TrialDesk: Sendable {
    package let task: TuneTask
    package let space: SearchSpace
    let units: [TuneUnit]
    let scales: [UnitScale]
    private let jobs: Int
    private let study: StudyFile?
    private let progress: @Sendable (Int) -> Void
    private let known: Mutex<[Trial: UnitMeasurement]>
    /// Measurements from elsewhere that are not in the study yet.
    private let told: [Trial: UnitMeasurement]
    /// Whether missing measurements are requested, and not replayed.
    private let isAsking: Bool
    private let requested = Mutex(Requested())
    /// Where each unit stands among all of the task.
    let places: [Int]
    /// The study's fingerprint; empty without a study.
    var fingerprint: String { study?.fingerprint ?? "" }

    /// Looks at the devices, and at what the study knows already.
    ///
    /// - Parameters:
    ///   - study: what was measured before, and where to keep what will be.
    ///   - told: what was measured elsewhere.
    ///   - isAsking: whether missing measurements are requested, see ``requestedTrials``, and not replayed.
    ///   - progress: told how many trials were answered, from any worker.
    /// - Throws: ``StudyError`` if the study's measurements are not those of this engine, what writing throws, or
    ///   `CancellationError`.
    package init(
        _ task: TuneTask, jobs: Int, study: StudyFile? = nil, told: ToldResults? = nil,
        isAsking: Bool = false,
        progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws {
        let all = task.allUnits
        let limits = try await Self.limits(task, jobs: jobs)
        let scales = all.map { unit in
            let limits = limits[unit.group][unit.radio]
            return UnitScale(limits.unfetched, limits.bounds[unit.value], at: task.values[unit.value])
        }
        let staked = all.indices.filter { scales[$0].hasStake }
        self.task = task
        space = task.space
        units = staked.map { all[$0] }
        self.scales = staked.map { scales[$0] }
        places = staked
        self.jobs = jobs
        self.study = study
        self.progress = progress
        known = Mutex(study?.takeMeasurements(space: task.space) ?? [:])
        self.told = told?.measurements(space: task.space) ?? [:]
        self.isAsking = isAsking
        if let study { try check(known.withLock { $0 }, of: study.path) }
        if let told { try check(self.told, of: told.path) }
    }

    private static func limits(_ task: TuneTask, jobs: Int) async throws -> [[DeviceLimits]] {
        let devices = task.devices
        let radios = task.radios
        let all = try await ParallelMap.run(devices.count * radios.count, jobs: jobs, finished: { _ in }) {
            index in
            let device = devices[index / radios.count]
            return DeviceLimits(
                trace: task.sources[device.source].devices[device.device],
                radio: radios[index % radios.count],
                rules: task.rules, values: task.values, configuration: task.base)
        }
        return devices.indices.map { Array(all[$0 * radios.count..<($0 + 1) * radios.count]) }
    }

    /// The units of each device that has any, and which device it is.
    package var groups: (units: [[Int]], devices: [TuneDevice]) {
        var byDevice: [[Int]] = []
        var devices: [TuneDevice] = []
        for (index, unit) in units.enumerated() {
            if devices.last != unit.device {
                devices.append(unit.device)
                byDevice.append([])
            }
            byDevice[byDevice.count - 1].append(index)
        }
        return (byDevice, devices)
    }

    /// The gain over the base of each trial.
    package var runner: TrialRunner {
        { trials in
            let base = self.space.base
            let replayed = try await self.measure(
                trials + Set(trials.map(\.unit)).map { Trial(candidate: base, unit: $0) })
            self.progress(max(0, trials.count - replayed))
            return self.known.withLock { known in
                trials.map { trial in
                    guard let own = known[trial], let other = known[Trial(candidate: base, unit: trial.unit)]
                    else {
                        return 0
                    }
                    let scale = self.scales[trial.unit]
                    return scale.figure(own) - scale.figure(other)
                }
            }
        }
    }

    /// Measurements of `candidate` on units; replays those that are missing.
    func measurement(of candidate: Candidate, on units: [Int]) async throws -> [UnitMeasurement] {
        let trials = units.map { Trial(candidate: candidate, unit: $0) }
        try await measure(trials)
        return known.withLock { known in trials.compactMap { known[$0] } }
    }

    /// Replays what is not known yet, and returns how many trials those were.
    @discardableResult private func measure(_ trials: [Trial]) async throws -> Int {
        let work = missing(of: trials)
        guard !work.isEmpty else { return 0 }
        if isAsking, try !ask(for: work) { return work.count }
        let record = InOrder<UnitMeasurement> { [next = Mutex(0)] measurement in
            let trial = next.withLock { next in
                defer { next += 1 }
                return work[next]
            }
            try self.study?.append(trial, measurement, space: self.space)
        }
        _ = try await ParallelMap.run(work.count, jobs: jobs, finished: { _ in self.progress(1) }) { index in
            let measurement = self.told[work[index]] ?? self.replay(work[index])
            try record.submit(measurement, of: index)
            self.known.withLock { $0[work[index]] = measurement }
            return true
        }
        return work.count
    }

    /// Trials that are not known, each once, in the order in which they come into the study: the longest
    /// first, so that no worker is left with one at the end.
    private func missing(of trials: [Trial]) -> [Trial] {
        var seen: Set<Trial> = []
        let missing = known.withLock { known in
            trials.filter { known[$0] == nil && seen.insert($0).inserted }
        }
        return missing.enumerated().sorted {
            (events($1.element), $0.offset) < (events($0.element), $1.offset)
        }.map(\.element)
    }

    private struct Requested {
        var trials: [Trial] = []
        var seen: Set<Trial> = []
    }

    /// Thrown if a search needs measurements that do not exist yet.
    struct NotTold: Error {}

    /// Throws if `work` was not all told, after adding the rest to the requested trials. What was told and comes before
    /// the first that was not goes into the study, if nothing was requested before.
    ///
    /// - Returns: whether the work is still to be done.
    private func ask(for work: [Trial]) throws -> Bool {
        let absent = work.filter { told[$0] == nil }
        let isFirst = requested.withLock { $0.trials.isEmpty }
        if isFirst, absent.isEmpty { return true }
        if isFirst {
            for trial in work {
                guard let measurement = told[trial] else { break }
                try study?.append(trial, measurement, space: space)
            }
        }
        known.withLock { known in
            // From now on nothing comes into the study.
            for trial in work { known[trial] = told[trial] }
        }
        if absent.isEmpty { return false }
        requested.withLock { requested in
            for trial in absent where requested.seen.insert(trial).inserted { requested.trials.append(trial) }
        }
        throw NotTold()
    }

    /// All requested trials, in the order of the requests.
    var requestedTrials: [Trial] { requested.withLock { $0.trials } }

    private func replay(_ trial: Trial) -> UnitMeasurement {
        task.measure(
            task.configuration(of: trial.candidate), on: units[trial.unit],
            unfetched: scales[trial.unit].unfetchedJoules)
    }

    private func events(_ trial: Trial) -> Int { task.trace(of: units[trial.unit]).eventCount }

    /// Replays some of what a file says again: an engine that was changed meanwhile gives other figures.
    private func check(_ measurements: [Trial: UnitMeasurement], of file: String) throws {
        let samples = measurements.filter { units.indices.contains($0.key.unit) }.sorted {
            ($0.key.unit, $0.key.candidate.values.description) < (
                $1.key.unit, $1.key.candidate.values.description
            )
        }
        guard let first = samples.first, let last = samples.last else { return }
        for (trial, measurement) in [first, last] where replay(trial) != measurement {
            throw StudyError.otherEngine(file: file)
        }
    }
}
