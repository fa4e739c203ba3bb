import Testing

@testable import FetchSched

@Suite struct NextAppCellsTests {
    /// Cells grow with the powers of 1.7.
    @Test func sessionsAreToldApartByTheirPowers() {
        for sessions in 0...2000 as ClosedRange<Int32> {
            let power = PortableMath.log(Double(max(1, sessions))) / PortableMath.log(1.7)
            let expected = sessions == 0 ? 0 : min(10, 1 + Int(power))
            #expect(NextAppCells.cell(sessions: sessions) == expected, "\(sessions)")
        }
        #expect(NextAppCells.cell(sessions: -1) == 0 && NextAppCells.cell(sessions: .max) == 10)
    }

    /// The cell of a row is how many bounds it reaches, in any session.
    @Test func boundsAreThoseOfCells() {
        for present in [0, 1, 500, 100_000] as [Int32] {
            let bounds = NextAppCells.bounds(present: present)
            for sessions in 0...150 as ClosedRange<Int32> {
                let last = IntLanes(repeating: present - sessions)
                let reached = (0..<NextAppCells.sessionBoundCount).count {
                    last.isLess(than: bounds[$0])[3] < 0
                }
                #expect(reached == NextAppCells.cell(sessions: sessions), "\(sessions)")
            }
        }
    }

    /// Cells by time begin 20 minutes, 5, 20 and 30 hours after the last use.
    @Test func timesAreToldApartByTheirBounds() {
        let bounds: [TimeSpan] = [.minutes(20), .hours(5), .hours(20), .hours(30)]
        let millisecond = TimeSpan(milliseconds: 1)
        for now in [Instant.monday, .epoch, .epoch - .days(3)] {
            #expect(cell(now, at: now) == 0 && cell(now + .days(40), at: now) == 0)
            #expect(cell(now - .days(30_000), at: now) == 4)
            for (number, bound) in bounds.enumerated() {
                #expect(cell(now - bound + millisecond, at: now) == number, "\(bound)")
                #expect(cell(now - bound, at: now) == number + 1, "\(bound)")
                #expect(cell(now - bound - millisecond, at: now) == number + 1, "\(bound)")
            }
        }
    }

    /// Of senseless times they are some cell or other, and nothing traps.
    @Test func anyTimeHasACell() {
        let moments = [Instant.distantPast, .distantFuture, .epoch, Instant(milliseconds: .min + 1), .monday]
        for now in moments { for last in moments { #expect((0..<5).contains(cell(last, at: now))) } }
        for now in moments {
            let step = NextAppCells.held(ForecastStep.of(now))
            let times = NextAppCells.Times(IntLanes(repeating: NextAppCells.never), at: step)
            #expect(times.first == IntLanes(repeating: -1))
        }
    }

    /// The one cell of an app used at `last`; one past all if there is not one.
    private func cell(_ last: Instant, at now: Instant) -> Int {
        let step = NextAppCells.held(ForecastStep.of(now))
        let times = NextAppCells.Times(IntLanes(repeating: NextAppCells.step(after: last)), at: step)
        let masks = [times.first, times.second, times.third, times.fourth, times.fifth].map { $0[5] }
        return masks.count { $0 == -1 } == 1 ? masks.firstIndex(of: -1) ?? 5 : 5
    }
}
