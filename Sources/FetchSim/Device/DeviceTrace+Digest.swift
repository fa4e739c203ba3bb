import FetchSched
import FetchSchedText
import FetchTrace

extension DeviceTrace {
    /// The seed of the device's randomness in a run with that seed: the seed plus the number at the end of the device's
    /// name (`d7`: 7), or, for a name without one, plus a checksum of the name.
    ///
    /// The seed depends on the name alone, so that a device gives one result whatever others are replayed with it.
    package func seed(in run: UInt64) -> UInt64 {
        let digits = name.utf8.reversed().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard !digits.isEmpty, digits.count <= 18 else {
            var digest = Digest()
            digest.add(name)
            return run &+ digest.value
        }
        return run &+ digits.reversed().reduce(0) { $0 * 10 + UInt64($1 - UInt8(ascii: "0")) }
    }

    /// A checksum of all that the device's trace says: of the decoded events, not of the bytes of a file.
    ///
    /// 64 bits, by the function FNV-1a with a final mixing: to notice that a trace is another one, not to defend
    /// against those who want to deceive.
    package var digest: UInt64 {
        var digest = Digest()
        digest.add(name)
        digest.add(appNames.count)
        for app in appNames { digest.add(app) }
        digest.add(events.count)
        for event in events {
            digest.add(event.time)
            digest.add(Int(event.kind.rawValue))
            digest.add(Int(event.app))
            digest.add(event.value)
            digest.add(Int(event.bytes))
            digest.add(event.duration.map { Int($0.milliseconds) } ?? .min)
        }
        for change in updates.inOrder() {
            digest.add(change.time)
            digest.add(change.app)
            digest.add(Int(updates.newest(of: change.app, at: change.time)?.bytes ?? 0))
        }
        for outage in outages {
            digest.add(outage.app ?? -1)
            if outage.kind != .ofFetches { digest.add(outage.kind.rawValue) }
            digest.add(outage.span.lowerBound)
            digest.add(outage.span.upperBound)
        }
        for text in provenance { digest.add(text) }
        return digest.value
    }
}

/// A checksum under construction: ``/FetchSchedText/FNV``, with the last step of SplitMix64 against its weak upper bits.
package struct Digest: Sendable {
    private var hash = FNV()

    package init() {}

    package var value: UInt64 {
        var random = SplitMix64(seed: hash.value)
        return random.next()
    }

    package mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { hash.add(byte) }
    }

    /// A text and its length, so that `ab`, `c` is not `a`, `bc`.
    package mutating func add(_ text: String) {
        add(text.utf8)
        add(text.utf8.count)
    }

    package mutating func add(_ number: Int) {
        let bits = UInt64(bitPattern: Int64(number))
        add((0..<8).map { UInt8(truncatingIfNeeded: bits >> (8 * UInt64($0))) })
    }

    package mutating func add(_ number: Double) {
        add(Int(Int64(bitPattern: number.bitPattern)))
    }

    mutating func add(_ time: FetchTime) { add(Int(time.milliseconds)) }

    mutating func add(_ value: EventValue) {
        switch value {
        case .none: add(0)
        case .number(let number):
            add(1)
            add(number)
        case .word(let word):
            add(2)
            add(Int(word))
        case .named(let word, let name):
            add(3)
            add(Int(word))
            add(Int(name))
        case .transfer(let options):
            add(4)
            add(Int(options.rawValue))
        }
    }
}
