import FetchHost
import FetchHostTesting
import FetchSched
import Testing

/// The code of docs/host.md for intervals, pushes, tasks and transfers, and what becomes of it.
@Suite struct ServicesExampleTests {
    @Test func theExampleRuns() async throws {
        let clock = TestClock()
        let lines = Notes<String>()
        try await clock.run {
            let host = try FetchHost(
                clock: clock,
                perform: { action, app in
                    switch action {
                    case .deliver(let push): lines.add("push \(push.number) to \(app ?? "")")
                    case .startTransfer(let transfer, fromByte: let start):
                        lines.add("upload \(transfer) from \(start)")
                    case .expiring: lines.add("a task expires")
                    default: break
                    }
                })
            // An interval of its own: two hours at least between two looks at the source.
            await host.add("sport", interval: .custom(.hours(2))) { _ in .noData(bytes: 300) }
            try await host.run {
                try await host.observe(.launch("sport"))
                // A push: is it brought to the app now, later by `perform`, or not at all?
                switch try await host.receive(.silent, for: "sport", number: 7) {
                case .deliver: lines.add("now")
                case .stored: lines.add("later")
                case .refused(let veto): lines.add("\(veto)")
                }
                // Work that the app finishes after its use, and a transfer that the device does when it suits it.
                let sport = try await host.app(named: "sport")
                let task = try await host.withEngine { engine, now throws(EngineError) in
                    try engine.startTask(of: sport, at: now)
                }
                let transfer = try await host.withEngine { engine, now throws(EngineError) in
                    try engine.enqueue(TransferRequest(sport, bytes: 4_000_000), at: now)
                }
                try await clock.sleep(for: .seconds(5))
                try await host.withEngine { engine, now throws(EngineError) in
                    try engine.end(task, at: now)
                }
                lines.add("\(transfer)")
            }
        }
        #expect(lines.all.first == "now")
        #expect(lines.all.contains { $0.hasPrefix("upload") })
    }
}
