import FetchSched
import FetchSim
import Synchronization

/// Answers the trials of a search by replaying the engine, each once, on several cores.
///
/// What has been measured is kept, here and in the ``StudyFile`` if there is one, so that the searches of a
/// cross-validation share what they have in common, and a run that was killed goes on where it was. The answers do
/// not depend on the number of workers, nor on where they come from.
public final class TrialDesk: Sendable {
    /// The task.
    public let task: TuneTask
    /// Its search space.
    public let space: SearchSpace
    let units: [TuneUnit]
    let scales: [UnitScale]
    private let jobs: Int
    private let study: StudyFile?
    private let progress: @Sendable (Int) -> Void
    private let known: Mutex<[Trial: UnitMeasurement]>
    /// How many units have nothing at stake and are left out.
    public let unitsLeftOut: Int

    /// Looks at the devices, and at what the study knows already.
    ///
    /// - Parameters:
    ///   - study: what was measured before, and where to keep what will be.
    ///   - progress: told how many trials were answered, from any worker.
    /// - Throws: ``StudyError`` if the study's measurements are not those of this engine, what writing throws, or
    ///   `CancellationError`.
    public init(
        _ task: TuneTask, jobs: Int, study: StudyFile? = nil,
        progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws {
        let all = task.allUnits
        let limits = try await Self.limits(task, jobs: jobs)
        let scales = all.map { unit in
            UnitScale(limits[unit.group][unit.radio], of: task.values, at: unit.values)
        }
        let staked = all.indices.filter { scales[$0].hasStake(task.objective) }
        self.task = task
        space = task.space
        units = staked.map { all[$0] }
        self.scales = staked.map { scales[$0] }
        unitsLeftOut = all.count - staked.count
        self.jobs = jobs
        self.study = study
        self.progress = progress
        known = Mutex(study?.takeMeasurements(space: task.space) ?? [:])
        try await checkKnown()
    }

    /// The limits of each device on each radio, at all values.
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
    public var groups: (units: [[Int]], devices: [TuneDevice]) {
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
    public var runner: TrialRunner {
        { trials in
            let base = self.space.base
            let replayed = try await self.measure(
                trials + Set(trials.map(\.unit)).map { Trial(base, on: $0) })
            self.progress(max(0, trials.count - replayed))
            return self.known.withLock { known in
                trials.map { trial in
                    guard let own = known[trial], let other = known[Trial(base, on: trial.unit)] else {
                        return 0
                    }
                    return self.scales[trial.unit].gain(own, over: other, self.task.objective)
                }
            }
        }
    }

    /// What `candidate` gave on a unit; measures it if need be.
    func measurement(of candidate: Candidate, on units: [Int]) async throws -> [UnitMeasurement] {
        let trials = units.map { Trial(candidate, on: $0) }
        try await measure(trials)
        return known.withLock { known in trials.compactMap { known[$0] } }
    }

    /// Replays what is not known yet, and returns how many trials those were.
    @discardableResult private func measure(_ trials: [Trial]) async throws -> Int {
        var missing = known.withLock { known in Set(trials.filter { known[$0] == nil }) }.map { $0 }
        guard !missing.isEmpty else { return 0 }
        // The longest first, so that no worker is left with one at the end. The order decides nothing.
        missing.sort { events($0) > events($1) }
        let work = missing
        _ = try await ParallelMap.run(work.count, jobs: jobs, finished: { _ in self.progress(1) }) { index in
            let measurement = self.replay(work[index])
            try self.study?.append(work[index], measurement, space: self.space)
            self.known.withLock { $0[work[index]] = measurement }
            return true
        }
        return work.count
    }

    private func replay(_ trial: Trial) -> UnitMeasurement {
        task.measure(
            task.configuration(of: trial.candidate), on: units[trial.unit],
            unfetched: scales[trial.unit].unfetchedJoules)
    }

    private func events(_ trial: Trial) -> Int { task.trace(of: units[trial.unit]).eventCount }

    /// Replays some of what the study says again: an engine that was changed meanwhile gives other figures.
    private func checkKnown() async throws {
        guard let study else { return }
        let samples = known.withLock { known in
            known.filter { units.indices.contains($0.key.unit) }
                .sorted {
                    ($0.key.unit, $0.key.candidate.values.description) < (
                        $1.key.unit, $1.key.candidate.values.description
                    )
                }
        }
        guard let first = samples.first, let last = samples.last else { return }
        for (trial, measurement) in [first, last] where replay(trial) != measurement {
            throw StudyError.otherEngine(file: study.path)
        }
    }
}
