import FetchFiles
import FetchSched
import Testing

@testable import FetchStore

/// What a kill cannot show: at every step of keeping a state the power goes, or the step fails, and what was not
/// synchronized is there, in part, or not.
@Suite struct PowerLossTests {
    /// Kept: two states, one after the other; then the fault comes while a third is kept, and once more while a
    /// fourth is.
    @Test(arguments: [SimulatedFiles.Fault.powerLoss, .kill])
    func theOldStateOrTheNew(_ fault: SimulatedFiles.Fault) throws {
        var (points, states) = (0, 0)
        for step in 0... {
            var steps = try prepared()
            steps.files.restart(fault, at: step)
            let isSaved = (try? steps.save(state(3))) != nil
            for left in fault == .kill ? [steps.files] : steps.files.leftovers {
                states += 1
                let found = try loaded(left)
                #expect(found == 3 || found == 2 && !isSaved, "step \(step): \(String(describing: found))")
                guard let found else { return }
                // From what is left, the next state is kept; and that is cut off too.
                let next = step < 4 || step % 5 == 0 ? 0..<40 : 0..<1
                for second in next {
                    var again = opened(left)
                    again.files.restart(fault, at: second)
                    _ = try? again.load(number)
                    let isSaved = (try? again.save(state(4))) != nil
                    for left in fault == .kill ? [again.files] : again.files.leftovers {
                        states += 1
                        let last = try loaded(left)
                        #expect(
                            last == 4 || last == found && !isSaved,
                            "steps \(step) and \(second): \(String(describing: last)), was \(found)")
                        guard last != nil else { return }
                    }
                    if !again.files.hasStopped { break }
                }
            }
            points += 1
            if !steps.files.hasStopped { break }
        }
        #expect(points > 10 && states > points)
    }

    /// A step that fails is told, and changes nothing; and the next state can be kept.
    @Test(arguments: [28, 5, 13] as [Int32])
    func aStepThatFails(_ code: Int32) throws {
        var failures = 0
        for step in 0... {
            var steps = try prepared()
            steps.files.restart(.failure(code), at: step)
            var kept = true
            do throws(StoreError) { try steps.save(state(3)) } catch {
                kept = false
                failures += 1
                switch error {
                // The first step of a save reads the state that is there; nothing is written without that.
                case .cannotRead(let problem) where step == 0:
                    #expect(problem == FileProblem(file: "f", reason: .system(code: code)))
                case .cannotWrite(let problem): #expect(problem.reason == .system(code: code))
                default:
                    Issue.record("\(error)")
                    return
                }
            }
            let found = try loaded(steps.files)
            #expect(found == 3 || found == 2 && !kept, "step \(step): \(String(describing: found))")
            #expect(steps.files.names["f.new"] == nil || !kept)
            let hadFault = steps.files.step > step
            steps.files.restart()
            try steps.save(state(4))
            #expect(try loaded(steps.files) == 4)
            #expect(steps.files.names.keys.sorted() == ["f", "f.previous"])
            if !hadFault { break }
        }
        #expect(failures > 8)
    }

    /// A last state that is damaged does not take the place of the one before, which is whole.
    @Test func damageDoesNotSpread() throws {
        for (hasLoaded, step) in [(true, nil), (false, nil), (true, 3), (false, 4)] as [(Bool, Int?)] {
            var steps = try prepared()
            guard let file = steps.files.names["f"] else { return }
            steps.files.contents[file][40] ^= 1
            steps = opened(steps.files)
            if hasLoaded {
                let kept = try steps.load(number)
                #expect(kept?.state == 1 && kept?.isFallback == true && kept?.file == "f.previous")
                #expect(kept?.problems == [FileProblem(file: "f", reason: .snapshot(.damaged))])
            }
            steps.files.restart(.kill, at: step)
            _ = try? steps.save(state(3))
            #expect(try loaded(steps.files) == (step == nil ? 3 : 1))
            if let before = steps.files.names["f.previous"] {
                #expect(steps.files.contents[before] == state(1))
            }
        }
    }

    // MARK: States

    private func loaded(_ files: SimulatedFiles) throws -> Int? {
        var steps = opened(files)
        try steps.cleanUp()
        return try steps.load(number)?.state
    }
}

/// A snapshot that says its number.
func state(_ number: Int) -> [UInt8] {
    firstStates.indices.contains(number) ? firstStates[number] : newState(number)
}

/// Those that are asked for most, written once.
private let firstStates = (0..<8).map { newState($0) }

private func newState(_ number: Int) -> [UInt8] {
    var engine = FetchEngine(unchecked: FetchConfiguration(), seed: 1)
    try? engine.observe(.batteryLevel(1), at: FetchTime(milliseconds: Int64(number)))
    return engine.snapshot()
}

/// The number of a state that is whole: the time of a snapshot (docs/snapshots.md).
func number(_ bytes: [UInt8]) throws(SnapshotError) -> Int {
    if let error = SnapshotError(checking: bytes) { throw error }
    return (0..<8).reduce(0) { $0 | Int(bytes[24 + $1]) << (8 * $1) }
}
