import FetchSched
import FetchTrace
import TestSupport
import Testing

@testable import FetchTune

/// What is in a study survives whatever happens to the process that writes it.
@Suite struct StudyFileTests {
    private let space = SearchSpace(dimensions: [
        Dimension("a", 0...1, base: 0.5), Dimension("b.c", 0.001...1000, log: true, base: 2),
    ])
    private let settings = StudySettings([("engine", "1"), ("trace 1", "0123 x.csv"), ("seed", "7")])

    private var measurements: [(Trial, UnitMeasurement)] {
        var random = SplitMix64(seed: 9)
        return (0..<6).map { index in
            let candidate =
                index == 0 ? space.base : space.candidate(at: [random.nextUnit(), random.nextUnit()])
            let measurement = UnitMeasurement(
                fresh: Int(random.next() % 1000), joules: 100 * random.nextUnit() - 1)
            return (Trial(candidate: candidate, unit: index), measurement)
        }
    }

    private func write(_ path: String, _ measurements: some Sequence<(Trial, UnitMeasurement)>) throws {
        let study = try StudyFile(path: path, settings: settings)
        for (trial, measurement) in measurements { try study.append(trial, measurement, space: space) }
    }

    @Test func whatWasWrittenIsRead() throws {
        let folder = try TestFolder()
        let path = folder.path("s")
        try write(path, measurements.prefix(4))
        try write(path, measurements.dropFirst(4))
        let study = try StudyFile(path: path, settings: settings)
        let expected = Dictionary(uniqueKeysWithValues: measurements.map { ($0.0, $0.1) })
        #expect(study.takeMeasurements(space: space) == expected)
        #expect(study.bytesCutOff == 0)
    }

    /// The file ends anywhere, as if the process or the machine had stopped there; what was whole is kept, and what
    /// is added afterwards is found.
    @Test func whereverItEndsWhatWasWholeIsKept() throws {
        let folder = try TestFolder()
        let path = folder.path("s")
        try write(path, measurements)
        let bytes = try folder.bytes("s")
        let heading = settings.text.utf8.count
        // Every place in the lines; some in the heading, which is but one line more.
        for end in 0...bytes.count where end > heading || end % 9 == 0 {
            try folder.write(bytes[..<end], to: "s")
            let lines = bytes[..<end].dropFirst(heading).filter { $0 == 10 }.count
            try write(path, [measurements[5]])
            let study = try StudyFile(path: path, settings: settings)
            let found = study.takeMeasurements(space: space)
            let expected = Set(measurements.prefix(lines).map(\.0)).union([measurements[5].0])
            #expect(Set(found.keys) == expected, "cut off after \(end) bytes")
        }
    }

    @Test func aDamagedLineAndAllThatFollowsIsCutOff() throws {
        let folder = try TestFolder()
        let path = folder.path("s")
        try write(path, measurements)
        let bytes = try folder.bytes("s")
        let heading = settings.text.utf8.count
        for place in stride(from: heading, to: bytes.count, by: 7) {
            var damaged = bytes
            damaged[place] ^= 1
            try folder.write(damaged, to: "s")
            let study = try StudyFile(path: path, settings: settings)
            let whole = bytes[heading..<place].filter { $0 == 10 }.count
            #expect(study.bytesCutOff > 0)
            #expect(
                Set(study.takeMeasurements(space: space).keys) == Set(measurements.prefix(whole).map(\.0)))
        }
    }

    /// A later search of fewer parameters takes what it can use.
    @Test func whatConcernsOtherParametersIsPassedOver() throws {
        let folder = try TestFolder()
        let path = folder.path("s")
        try write(path, measurements)
        let fewer = SearchSpace(dimensions: [space.dimensions[0]])
        let study = try StudyFile(path: path, settings: settings)
        let taken = study.takeMeasurements(space: fewer)
        #expect(taken == [Trial(candidate: fewer.base, unit: 0): measurements[0].1])
        #expect(study.bytesCutOff == 0)
    }

    @Test func otherSettingsAreRefusedByName() throws {
        let folder = try TestFolder()
        let path = folder.path("s")
        try write(path, measurements)
        let before = try folder.bytes("s")
        let other = StudySettings([("engine", "1"), ("trace 1", "0123 x.csv"), ("seed", "8")])
        let error = #expect(throws: StudyError.self) { try StudyFile(path: path, settings: other) }
        #expect(
            error?.description
                == "\(path):4:1: error: found \"seed = 7\", expected \"seed = 8\" as in this run; repeat the "
                + "settings of the study, or start a new one in another file")
        #expect(try folder.bytes("s") == before)
    }

    @Test(arguments: ["hello\n", "fetchsched study 2\n", "fetchsched parameters 1\nshare = 2\n"])
    func whatIsNoStudyStaysAsItIs(text: String) throws {
        let folder = try TestFolder()
        try folder.write(text.utf8, to: "s")
        #expect(throws: StudyError.self) { try StudyFile(path: folder.path("s"), settings: settings) }
        #expect(try folder.bytes("s") == Array(text.utf8))
    }

    @Test func twoRunsDoNotShareOne() throws {
        let folder = try TestFolder()
        let first = try StudyFile(path: folder.path("s"), settings: settings)
        let error = #expect(throws: TraceError.self) {
            try StudyFile(path: folder.path("s"), settings: settings)
        }
        #expect(error?.description.hasSuffix("cannot write: another run has it open") == true)
        try first.synchronize()
    }
}
