import FetchSched
import FetchTrace
import Testing

@testable import FetchSim

/// The checksum of a device's trace.
@Suite struct DigestTests {
    private func trace(_ change: (inout Script) -> Void = { _ in }) -> DeviceTrace {
        var script = Script(apps: 2, seconds: 90_000)
        script.update(0, at: 100, bytes: 1000)
        script.launch(0, at: 500, seconds: 20)
        script.launch(1, at: 600)
        change(&script)
        return script.trace
    }

    @Test func whateverIsAddedChangesIt() {
        let changes: [(inout Script) -> Void] = [
            { $0.launch(0, at: 700) }, { $0.launch(1, at: 700) }, { $0.launch(0, at: 700, seconds: 0) },
            { $0.launch(0, at: 700, bytes: 0) }, { $0.launch(0, at: 701) }, { $0.update(0, at: 700) },
            { $0.update(1, at: 700) }, { $0.update(0, at: 700, bytes: 5) }, { $0.update(0, at: 701) },
            { $0.heartbeat(at: 700) }, { $0.add(700, .outage, seconds: 10) },
            { $0.add(700, .outage, 0, seconds: 10) }, { $0.add(700, .outage, seconds: 11) },
            { $0.add(700, .level, nil, .number(0.5)) }, { $0.add(700, .level, nil, .number(0.6)) },
            { $0.add(700, .screen, nil, .word(0)) }, { $0.add(700, .screen, nil, .word(1)) },
            { $0.add(700, .saver, nil, .word(0)) }, { $0.add(700, .saver, nil, .word(1)) },
        ]
        let digests = [trace().digest] + changes.map { trace($0).digest }
        #expect(Set(digests).count == digests.count && trace().digest == digests[0])
    }

    @Test func itIsTheSameEverywhere() {
        var digest = Digest()
        digest.add("")
        // FNV-1a over eight zero bytes, then the finalizer of SplitMix64.
        #expect(digest.value == 0x5ba3_14b8_cfda_3b6b)
    }
}
