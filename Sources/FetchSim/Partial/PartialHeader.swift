import FetchTrace

/// The beginning of a partial result: the shard, and all settings that its figures depend on.
package struct PartialHeader: Sendable {
    package static let format = "fetchsched-partial/1"

    /// One of several shards, from 1.
    package struct Shard: Hashable, Sendable {
        /// Which, from 1 to ``count``.
        package let number: Int
        package let count: Int

        /// More shards than this there cannot be.
        package static let most = 1_000_000

        /// Shard `number` of `count`; nil unless that is in range.
        package init?(_ number: Int, of count: Int) {
            guard (1...Self.most).contains(count), (1...count).contains(number) else { return nil }
            self.number = number
            self.count = count
        }

        /// Whether a device belongs to it: which shard that is, a checksum of the name says.
        package func contains(_ device: String) -> Bool {
            var digest = Digest()
            digest.add(device)
            return Int(digest.value % UInt64(count)) == number - 1
        }
    }

    /// Which shard it is; nil if the devices were cut without a number.
    package var shard: Shard?
    /// The names of the traces, in the order wanted.
    package var traces: [String]
    /// The settings that figures depend on, by name, in order; equal names for one kind and version.
    package var settings: [(name: String, value: String)]

    package init(shard: Shard?, traces: [String], settings: [(name: String, value: String)]) {
        self.shard = shard
        self.traces = traces
        self.settings = settings
    }

    package subscript(name: String) -> String? { settings.first { $0.name == name }?.value }

    var fields: String {
        JSON.members([
            ("format", .text(Self.format)),
            ("shard", shard.map { .wholes([$0.number, $0.count]) } ?? .null),
            ("traces", .list(traces.map { .text($0) })),
            ("settings", .list(settings.map { .list([.text($0.name), .text($0.value)]) })),
        ])
    }

    init(_ value: JSONValue) throws(RecordProblem) {
        let format = try value.field("format").text()
        guard format == Self.format else {
            throw RecordProblem(
                offset: 0, found: "the format \(quoted(format))", expected: quoted(Self.format),
                advice: "merge with the version of fetchsched that wrote it")
        }
        if let pair = try value.optionalField("shard") {
            let numbers = try pair.list(count: 2)
            shard = Shard(try numbers[0].count(), of: try numbers[1].count())
            if shard == nil {
                throw RecordProblem(
                    offset: 0, found: "a shard out of range", expected: "one from 1 to their number")
            }
        }
        traces = []
        for name in try value.field("traces").list() { traces.append(try name.text()) }
        settings = []
        for pair in try value.field("settings").list() {
            let pair = try pair.list(count: 2)
            settings.append((try pair[0].text(), try pair[1].text()))
        }
    }
}
