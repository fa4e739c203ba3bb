import Testing

@testable import FetchSched

/// No byte is moved twice and none is missing, wherever a transfer breaks off.
@Suite struct TransferBytesTests {
    /// Moves 12 bytes, one a second, and breaks off before each of the bytes in `breaks` (a bit each): by an
    /// interruption, or by the end of the network. Gives the bytes in the order in which they were moved.
    private func moved(breaks: Int, byOutages: Int) throws -> [Int64] {
        var service = TransferBench(apps: 1)
        var conditions = Conditions()
        var now = Instant.monday
        let id = try service.enqueue(TransferRequest(AppID(0), bytes: 12), at: now)
        var breaks = breaks
        var moved: [Int64] = []
        for _ in 0..<100 {
            guard
                case .startTransfer(id, var byte) = service.nextAction(
                    conditions, isRadioAwake: false, at: now)
            else {
                now = service.nextTime(conditions, at: now) ?? .distantFuture
                continue
            }
            while byte < 12, breaks & (1 << byte) == 0 {
                moved.append(byte)
                byte += 1
                now = now + .seconds(1)
            }
            if byte == 12 {
                try service.finished(id, at: now)
                return moved
            }
            breaks &= ~(1 << Int(byte))
            if byOutages & (1 << byte) == 0 {
                try service.interrupted(id, atByte: byte, at: now)
            } else {
                conditions.network = .none
                guard service.nextAction(conditions, isRadioAwake: false, at: now) == .pauseTransfer(id)
                else {
                    break
                }
                try service.progress(id, bytes: byte, at: now)
                now = now + .minutes(1)
                conditions.network = .wifi
            }
        }
        return moved
    }

    /// Every set of places to break off, with interruptions alone, and with outages here and there.
    @Test(arguments: [0, 0x5a5])
    func everySetOfBreaks(byOutages: Int) throws {
        for breaks in 0..<4096 {
            let moved = try moved(breaks: breaks, byOutages: byOutages)
            if moved != Array(0..<12) {
                Issue.record("breaks \(String(breaks, radix: 2)): moved \(moved)")
                return
            }
        }
    }

    @Test func reportsThatCannotBeAreHeldToWhatIsPossible() throws {
        var service = TransferBench(apps: 1)
        let now = Instant.monday
        let id = try service.enqueue(TransferRequest(AppID(0), bytes: 1000), at: now)
        for (report, expected) in [(-5, 0), (300, 300), (200, 300), (.min, 300), (1001, 1000), (.max, 1000)] {
            try service.progress(id, bytes: Int64(report), at: now)
            #expect(try service.status(of: id).bytesDone == Int64(expected))
        }
        let none = try service.enqueue(TransferRequest(AppID(0), bytes: -7), at: now)
        try service.progress(none, bytes: 5, at: now)
        #expect(try service.status(of: none).bytesDone == 0)
    }
}
