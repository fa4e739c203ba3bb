import FetchFiles
import FetchSched
import Testing

@testable import FetchStore

/// States that are whole, and cannot be read for the moment.
@Suite struct UnreadableStateTests {
    /// EMFILE, ENFILE, ENOMEM, EINTR, EACCES, EPERM, and ESTALE of a server that is away.
    static let passing: [Int32] = [24, 23, 12, 4, 13, 1, 116]

    @Test(arguments: passing) func isLeftAloneUntilItCanBeRead(_ code: Int32) throws {
        var steps = opened(try prepared().files)
        let error = StoreError.cannotRead(FileProblem(file: "f", reason: .system(code: code)))
        steps.files.restart(.failure(code), at: 0)
        #expect(throws: error) { _ = try steps.load(number) }
        steps.files.restart(.failure(code), at: 0)
        #expect(throws: error) { try steps.save(state(3)) }
        #expect(steps.files.names.keys.sorted() == ["f", "f.previous"])
        steps.files.restart()
        #expect(try steps.load(number)?.state == 2)
        try steps.save(state(3))
        #expect(try held(steps.files, "f.previous") == 2)
    }

    /// A save that failed leaves open which file holds what; the next one looks, and may not be able to.
    @Test(arguments: passing) func aSaveThatFailedIsNoReasonToLoseTheLastState(_ code: Int32) throws {
        var steps = opened(try prepared().files)
        #expect(try steps.load(number)?.state == 2)
        // Steps that fail one after the other, up to the second renaming.
        for step in 0... {
            steps.files.restart(.failure(28), at: step)
            try? steps.save(state(3))
            if try held(steps.files, "f") == 3 { break }
            steps.files.restart(.failure(code), at: 0)
            try? steps.save(state(3))
            guard try held(steps.files, "f") == 2 else { break }
        }
        #expect(try held(steps.files, "f.previous") == 2)
    }

    /// The one before is all that there is: it is not pushed out by two new states while nobody can look at it.
    @Test(arguments: passing) func theOneBeforeIsLeftAloneToo(_ code: Int32) throws {
        var steps = opened(try prepared().files)
        let last = try #require(steps.files.names["f"])
        steps.files.contents[last][40] ^= 1
        steps = opened(steps.files)
        let error = StoreError.cannotRead(FileProblem(file: "f.previous", reason: .system(code: code)))
        steps.files.restart(.failure(code), at: 1)
        #expect(throws: error) { _ = try steps.load(number) }
        // A save looks at the last state first, then at the one before.
        for (step, file) in ["f", "f.previous"].enumerated() {
            steps.files.restart(.failure(code), at: step)
            let error = StoreError.cannotRead(FileProblem(file: file, reason: .system(code: code)))
            #expect(throws: error) { try steps.save(state(3)) }
            #expect(try held(steps.files, "f.previous") == 1)
        }
        steps.files.restart()
        #expect(try steps.load(number)?.state == 1)
    }

    /// EIO, EISDIR, ELOOP: what is wrong with the file itself does not pass, and the one before is used. If it does pass,
    /// the state is kept as the one before all the same.
    @Test(arguments: [5, 21, 40] as [Int32]) func aFileThatIsBrokenFallsBack(_ code: Int32) throws {
        var steps = opened(try prepared().files)
        steps.files.restart(.failure(code), at: 0)
        let kept = try steps.load(number)
        #expect(kept?.state == 1)
        #expect(kept?.problems == [FileProblem(file: "f", reason: .system(code: code))])
        try steps.save(state(3))
        #expect(try held(steps.files, "f.previous") == 2)
    }

    /// What could not be given back is not kept.
    @Test func aStateThatIsTooLongIsNotKept() throws {
        let files = opened(try prepared().files).files
        let length = state(3).count
        for most in [length - 1, length] {
            var steps = StoreSteps(files, current: "f", folder: ".", access: nil, mostBytes: most)
            if most == length {
                try steps.save(state(3))
                #expect(try steps.load(number)?.state == 3)
            } else {
                let problem = FileProblem(file: "f", reason: .tooLong(most: most))
                #expect(throws: StoreError.cannotWrite(problem)) { try steps.save(state(3)) }
                #expect(try held(steps.files, "f") == 2)
            }
        }
    }

    // MARK: States

    /// The number of the state in a file.
    private func held(_ files: SimulatedFiles, _ name: String) throws -> Int {
        try number(files.contents[try #require(files.names[name])])
    }
}
