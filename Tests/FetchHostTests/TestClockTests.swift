import FetchHostTesting
import FetchSched
import Testing

/// The clock whose time passes when nobody has anything to do.
@Suite struct TestClockTests {
    /// Sleeps end in the order of their ends, those of the same moment in that of their beginnings.
    @Test func sleepsEndInOrder() async {
        let clock = TestClock()
        let notes = Notes<String>()
        await clock.run {
            await withTaskGroup { group in
                for (name, seconds) in [("c", 3.0), ("a", 1), ("b", 2), ("d", 3), ("z", 0)] {
                    group.addTask {
                        try? await clock.sleep(seconds: seconds)
                        notes.add(
                            "\(name)\(clock.time - FetchTime(milliseconds: 1_704_067_200_000))")
                    }
                }
            }
        }
        #expect(notes.all == ["z0 ms", "a1 s", "b2 s", "c3 s", "d3 s"])
        #expect(clock.now.offset == .seconds(3) && clock.wakeups == 4)
    }

    @Test func aCancelledSleepThrowsAndTakesNoTime() async {
        let clock = TestClock()
        let errors = Notes<any Error>()
        let sleep: @Sendable (Int) async -> Void = { hours in
            do { try await clock.sleep(hours: hours) } catch { errors.add(error) }
        }
        await clock.run {
            await withTaskGroup { group in
                group.addTask { await sleep(2) }
                group.addTask { await sleep(1) }
                await group.next()
                group.cancelAll()
            }
            await withTaskGroup(of: Void.self) { group in
                group.cancelAll()
                group.addTask { await sleep(1) }
            }
        }
        #expect(errors.all.count == 2 && errors.all.allSatisfy { $0 is CancellationError })
        #expect(clock.now.offset == .seconds(3_600))
    }

    /// While something outside is waited for, no time passes; and however long each takes, they come back in order.
    @Test func outsideTimeStandsStill() async {
        let clock = TestClock()
        let notes = Notes<Int>()
        await clock.run {
            await withTaskGroup { group in
                for number in 0..<4 {
                    group.addTask {
                        await clock.outside {
                            for _ in 0..<100 * (4 - number) { await Task { await Task.yield() }.value }
                        }
                        #expect(clock.now.offset == .zero)
                        notes.add(number)
                    }
                }
                group.addTask { try? await clock.sleep(seconds: 1) }
            }
        }
        #expect(notes.all == [0, 1, 2, 3])
        #expect(clock.now.offset == .seconds(1))
    }
}
