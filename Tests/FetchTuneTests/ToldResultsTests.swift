import FetchSched
import FetchSim
import FetchTrace
import TestSupport
import Testing

@testable import FetchTune

/// A search that others measure for ends like one that measured everything itself, in whatever way they tell.
@Suite struct ToldResultsTests {
    private static func task() throws -> TuneTask {
        try SmallTraces.task(
            devices: 3, days: 3, searched: ["leastFetchJoules", "prospectWeight"],
            fixed: ["leastFetchJoules": 5])
    }

    private static func tuning(_ desk: TrialDesk) -> Tuning {
        var tuning = Tuning(desk: desk, folds: 2)
        tuning.evaluations = 15
        return tuning
    }

    private static func study(_ path: String, _ task: TuneTask) throws -> StudyFile {
        try StudyFile(path: path, settings: StudySettings(task, version: "1"))
    }

    /// What a run that nobody helped ends with: made once.
    private static let local = Task { () throws -> (result: TuneResult, study: [UInt8]) in
        let folder = try TestFolder()
        let task = try ToldResultsTests.task()
        let desk = try await TrialDesk(task, jobs: 1, study: study(folder.path("s"), task))
        return (try await tuning(desk).run(), try folder.bytes("s"))
    }

    private func ask(_ path: String) async throws -> [RequestedTrial] {
        let task = try Self.task()
        let told = try ToldResults(study: path, settings: StudySettings(task, version: "1"))
        let desk = try await TrialDesk(
            task, jobs: 2, study: Self.study(path, task), told: told, isAsking: true)
        return try await Self.tuning(desk).requestedTrials()
    }

    /// Tells the study the results; how many were new to it, and how many were not.
    private func tell(
        _ results: some Sequence<ToldResult>, to path: String
    ) throws -> (added: Int, repeated: Int) {
        var teller = try StudyTeller(study: path)
        for (line, result) in results.enumerated() { try teller.take(result, file: "r", line: line + 1) }
        try teller.commit()
        return (teller.added, teller.repeated)
    }

    @Test func theOrderIsThatOfTheSearchWhateverTheWorkers() async throws {
        let folder = try TestFolder()
        let task = try Self.task()
        let desk = try await TrialDesk(task, jobs: 3, study: Self.study(folder.path("s"), task))
        _ = try await Self.tuning(desk).run()
        #expect(try await folder.bytes("s") == Self.local.value.study)
    }

    /// Results come shuffled; in the second case many twice, others not until they are asked for again.
    @Test(arguments: [1, 2] as [UInt64]) func endsLikeALocalRun(seed: UInt64) async throws {
        let folder = try TestFolder()
        let local = try await Self.local.value
        let path = folder.path("s")
        let task = try Self.task()
        var random = SplitMix64(seed: seed)
        var rounds = 0
        var before: [UInt8] = []
        while rounds < 100 {
            let asked = try await ask(path)
            // The study is at any time the beginning of the one that a local run makes.
            let now = try folder.bytes("s")
            #expect(now.starts(with: before))
            #expect(local.study.starts(with: now))
            before = now
            if asked.isEmpty { break }
            rounds += 1
            var results = try asked.map { try task.measure($0) }.shuffled(using: &random)
            if seed > 1 {
                results += results.prefix(results.count / 3)
                results = results.filter { _ in results.count == 1 || random.nextUnit() < 0.7 }
                results.shuffle(using: &random)
            }
            for part in [results.prefix(results.count / 2), results.dropFirst(results.count / 2)] {
                let told = try tell(part, to: path)
                #expect(told.added + told.repeated == part.count)
            }
        }
        #expect(rounds > 1 && rounds < 100)
        #expect(before == local.study)
        #expect(try ToldResults.removeIfTaken(study: path) == 0)
        #expect(try ToldResults(study: path, settings: StudySettings(task, version: "1")) == nil)
        // What is left to do is to say what was found.
        let desk = try await TrialDesk(task, jobs: 1, study: Self.study(path, task))
        let end = try await Self.tuning(desk).run()
        #expect(end.validation == local.result.validation)
        #expect(try folder.bytes("s") == local.study)
    }

    /// A local run that finds results told takes them, and its study is the same.
    @Test func aLocalRunTakesWhatWasTold() async throws {
        let folder = try TestFolder()
        let path = folder.path("s")
        let task = try Self.task()
        let asked = try await ask(path)
        _ = try tell(asked.dropFirst(3).map { try task.measure($0) }, to: path)
        let told = try #require(try ToldResults(study: path, settings: StudySettings(task, version: "1")))
        let desk = try await TrialDesk(task, jobs: 2, study: Self.study(path, task), told: told)
        _ = try await Self.tuning(desk).run()
        #expect(try await folder.bytes("s") == Self.local.value.study)
    }

    @Test func whatDoesNotBelongIsRefused() async throws {
        let folder = try TestFolder()
        let path = folder.path("s")
        let task = try Self.task()
        let asked = try #require(try await ask(path).first)
        let good = try task.measure(asked)
        func refuses(_ change: (inout ToldResult) -> Void) throws {
            var result = good
            change(&result)
            var teller = try StudyTeller(study: path)
            #expect(throws: StudyError.self) { try teller.take(result, file: "r", line: 7) }
        }
        try refuses { $0.study = "0123456789abcdef" }
        try refuses { $0.trial = "" }
        try refuses { $0.trial = "a b" }
        try refuses { $0.trial = "-\n- 0 1/1" }
        try refuses { $0.unit = -1 }
        try refuses { $0.measurement.joules = .infinity }
        try refuses { $0.measurement.fresh = -1 }
        let told = try tell([good, good], to: path)
        #expect(told.added == 1 && told.repeated == 1)
        try refuses { $0.measurement.fresh += 1 }
        #expect(throws: (any Error).self) { _ = try StudyTeller(study: folder.path("none")) }
        // Other settings: neither is it taken, nor is it lost.
        var others = task
        others.seed = 5
        #expect(throws: StudyError.self) {
            _ = try ToldResults(study: path, settings: StudySettings(others, version: "1"))
        }
        #expect(throws: TuneTask.RequestedFault.noSuchUnit) {
            _ = try task.measure(RequestedTrial(study: "", trial: "-", unit: 0, place: 1000))
        }
        #expect(throws: TuneTask.RequestedFault.noSuchCandidate) {
            _ = try task.measure(RequestedTrial(study: "", trial: "leastFetchJoules=1e9", unit: 0, place: 0))
        }
    }

    /// Figures that lie are noticed, as some are measured again.
    @Test func figuresOfAnotherEngineAreNoticed() async throws {
        let folder = try TestFolder()
        let path = folder.path("s")
        let task = try Self.task()
        var result = try task.measure(try #require(try await ask(path).first))
        result.measurement.fresh += 1
        _ = try tell([result], to: path)
        await #expect(throws: StudyError.self) { _ = try await ask(path) }
    }

    /// The file ends anywhere, as if the process had stopped there: what was whole is kept, and told again is the rest.
    @Test func whateverIsLeftOfTheFileIsOfUse() async throws {
        let folder = try TestFolder()
        let path = folder.path("s")
        let task = try Self.task()
        let asked = try await ask(path).prefix(4)
        let results = try asked.map { try task.measure($0) }
        #expect(try tell(results, to: path).added == results.count)
        let whole = try folder.bytes("s.told")
        for end in stride(from: 0, to: whole.count, by: 5) {
            try folder.write(whole[..<end], to: "s.told")
            let lines = max(0, whole[..<end].filter { $0 == 10 }.count - 1)
            #expect(try tell(results, to: path).added == results.count - lines)
            #expect(try folder.bytes("s.told") == whole)
        }
    }
}
