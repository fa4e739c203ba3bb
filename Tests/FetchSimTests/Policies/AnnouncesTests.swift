import FetchSched
import Testing

@testable import FetchSim

/// Lines `announces`: the host declares that pushes announce all updates of an app's source.
@Suite struct AnnouncesTests {
    /// Two days of an app that is opened every two hours, with radio activity every ten minutes, and no update or push.
    private func fetches(declared: Bool) -> Int {
        let hours = 2 * 24
        var script = Script(seconds: Double(hours) * 3600)
        if declared { script.add(1, .announces, 0, .word(0)) }
        for hour in stride(from: 1, to: hours, by: 2) {
            script.launch(0, at: Double(hour) * 3600 + 3000, seconds: 30)
            for beat in 0..<12 { script.heartbeat(at: Double(hour * 3600 + 600 * beat) + 7) }
        }
        return PolicyRun(engineOn: script.trace, radio: .lte, rules: .warm(0), valueJoules: 20, seed: 1)
            .engineMetrics.fetches
    }

    /// Silence says that nothing is new where the host has declared that.
    @Test func aDeclaredSourceIsPolledLess() {
        let (unknown, declared) = (fetches(declared: false), fetches(declared: true))
        #expect(unknown >= 10 && declared <= unknown / 5, "\(unknown), \(declared)")
    }
}
