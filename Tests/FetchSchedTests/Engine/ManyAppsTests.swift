import Testing

@testable import FetchSched

/// Work of many apps at once.
@Suite struct ManyAppsTests {
    private let now = Instant.monday

    /// Transfers whose deadline has passed end in order, and their apps are woken.
    @Test func overdueTransfersEndInOrder() throws {
        var service = TransferBench(apps: 100)
        for app in 0..<100 {
            var request = TransferRequest(AppID(app), bytes: 1000)
            request.resourceTimeout = .minutes(Int64(app % 7))
            _ = try service.enqueue(request, at: now)
        }
        let later = now + .hours(1)
        var ended: [UInt64] = []
        var woken = 0
        while let action = service.nextAction(.good, isRadioAwake: false, at: later) {
            if case .giveUpTransfer(let id) = action { ended.append(id.number) } else { woken += 1 }
            // The host may ask for the next time at any time.
            #expect(service.nextTime(.good, at: later) ?? later >= later)
        }
        #expect(ended == Array(1...100) && woken == 100)
    }
}
