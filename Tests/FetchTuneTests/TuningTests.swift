import FetchSched
import FetchSim
import TestSupport
import Testing

@testable import FetchTune

/// The engine tuned on small traces.
@Suite struct TuningTests {
    /// The base is wrong on purpose: no fetch pays. What that costs is known from the engine's defaults.
    @Test func whatAWrongParameterCostsIsWonBackOnDevicesHeldOut() async throws {
        let searched = ["leastFetchJoules", "prospectWeight"]
        let task = try SmallTraces.task(
            devices: 4, searched: searched, fixed: ["leastFetchJoules": 5, "prospectWeight": 2])
        let desk = try await TrialDesk(task, jobs: 2)
        var tuning = Tuning(desk: desk, folds: 2)
        tuning.evaluations = 40
        let result = try await tuning.run()
        let defaults = try await TrialDesk(SmallTraces.task(devices: 4, searched: searched), jobs: 2)
        var right = 0.0
        for group in defaults.groups.units {
            let measured = try await defaults.measurement(of: defaults.space.base, on: group)
            for (unit, measurement) in zip(group, measured) {
                right += defaults.scales[unit].figure(measurement) / 4
            }
        }
        #expect(result.base.ofBound == 0)
        #expect(right > 0.4)
        #expect(result.validation.isBetter)
        #expect(result.tuned.ofBound > 0.9 * right)
    }

    @Test func anEngineThatWasChangedMeanwhileIsNoticed() async throws {
        let folder = try TestFolder()
        let task = try SmallTraces.task(devices: 1, searched: ["prospectWeight"])
        let settings = StudySettings(task, version: "test")
        let path = folder.path("t.study")
        let line = StudyLine.text(
            Trial(candidate: task.space.base, unit: 0), UnitMeasurement(fresh: 3, joules: 1.25), task.space)
        try folder.write(Array((settings.text + line).utf8), to: "t.study")
        let study = try StudyFile(path: path, settings: settings)
        await #expect(throws: StudyError.self) { try await TrialDesk(task, jobs: 1, study: study) }
    }

    @Test func netValueIsMeasuredByTheBound() throws {
        var scale = UnitScale(value: 20, launches: 10, days: 2, unfetchedFresh: 4, mostGain: 100)
        // 20 x 2 - 10 of 100; 20 x 3 - 5 of 100.
        #expect(scale.figure(UnitMeasurement(fresh: 6, joules: 10)) == 0.3)
        #expect(scale.figure(UnitMeasurement(fresh: 7, joules: 5)) == 0.55)
        #expect(scale.hasStake)
        scale.value = 101
        #expect(!scale.hasStake)
    }
}
