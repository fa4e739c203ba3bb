import Foundation
import Testing

/// `bench --per-device`, and what is said of pairs of devices.
@Suite struct PerDeviceTests {
    private func folder() throws -> Command {
        let command = try Command()
        let made = try command.run([
            "generate", "--preset", "sparse", "--devices", "3", "--days", "6", "-q", "-o", "t.csv",
        ])
        #expect(made.status == 0)
        return command
    }

    private static let bench = [
        "bench", "t.csv", "-q", "--no-profiles", "--policy", "none,one-recent-3600,adaptive",
    ]

    private func object(_ output: String) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
    }

    /// Each device's figures are those of a run with that device alone, named, in JSON and in CSV.
    @Test func figuresOfEachDevice() throws {
        let command = try folder()
        let json = try object(command.run(Self.bench + ["--per-device", "--format", "json"]).output)
        let devices = try #require(json["perDevice"] as? [[String: Any]])
        #expect(devices.map { $0["device"] as? String } == ["d0", "d1", "d2"])
        for device in devices {
            let name = try #require(device["device"] as? String)
            let alone = try object(
                command.run(Self.bench + ["--device", name, "--format", "json"]).output)
            #expect((device["policies"] as? NSArray) == (alone["policies"] as? NSArray))
            #expect(device["traceDigest"] as? String == alone["traceDigest"] as? String)
        }
        let csv = try command.run(Self.bench + ["--per-device", "--format", "csv"]).output
        let lines = csv.split(separator: "\n")
        #expect(lines.count == 1 + 9 && lines[0].hasPrefix("trace,radio,valueJoules,device,days,"))
        #expect(lines[1].hasPrefix("t.csv,lte,20,d0,"))
    }

    /// The difference of the pooled gains, and an interval around it; the ratio is that of the gains.
    @Test func pairs() throws {
        let command = try folder()
        let json = try object(command.run(Self.bench + ["--format", "json"]).output)
        var gains: [String: Double] = [:]
        for row in try #require(json["policies"] as? [[String: Any]]) {
            gains[row["policy"] as? String ?? ""] = row["gainJoulesPerDay"] as? Double
        }
        let own = try #require(gains["adaptive"])
        let pairs = try #require(json["paired"] as? [[String: Any]])
        #expect(pairs.map { $0["other"] as? String } == ["none", "one-recent-3600"])
        for pair in pairs {
            let name = try #require(pair["other"] as? String)
            let other = try #require(gains[name])
            let difference = try #require(pair["gainDifferenceJoulesPerDay"] as? Double)
            #expect(abs(difference - (own - other)) < 1e-5)
            let ends = try #require(pair["interval95"] as? [Double])
            #expect(ends[0] <= difference && difference <= ends[1] && ends[0] < ends[1])
            let ratio = pair["gainRatio"] as? Double
            #expect(other > 0 ? abs((ratio ?? 0) - own / other) < 1e-5 : ratio == nil)
        }
        let table = try command.run(Self.bench).output
        #expect(table.contains("\nDevice by device [95 % bootstrap interval over devices]\n"))
        let one = try command.run(Self.bench + ["--device", "d1"]).output
        #expect(!one.contains("Device by device"))
    }

    @Test func refused() throws {
        let command = try folder()
        for options in [[], ["--format", "json", "--curve"], ["--format", "csv", "--partial", "p"]] {
            try command.expectRefusal(
                of: Self.bench + ["--per-device"] + options, "--per-device goes with --format json and csv")
        }
    }
}
