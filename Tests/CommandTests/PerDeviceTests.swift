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

    /// The command in JSON gives the same bytes, with what was set and what was not; also for curves.
    @Test func theCommandInJSONRepeatsIt() throws {
        let command = try folder()
        for options in [
            [
                "--per-device", "--value", "5,20", "--warmup", "2", "--half-life", "3", "--policy",
                "none,adaptive",
            ],
            [
                "--curve", "--policy", "exec:false || sh ./p.sh {7200/3600},one-recent-600/1800,adaptive",
                "--seed", "3",
            ],
        ] {
            try command.write(Self.program, to: "p.sh")
            let first = try command.run(["bench", "t.csv", "-q", "--format", "json"] + options)
            #expect(first.status == 0, "\(first.error)")
            let parsed = try JSONSerialization.jsonObject(with: Data(first.output.utf8))
            let object = try #require((parsed as? [[String: Any]])?.first ?? parsed as? [String: Any])
            let line = try #require(object["command"] as? String)
            #expect(line.hasPrefix("fetchsched bench t.csv ") && line.contains("--format json"))
            let shell = Process()
            shell.executableURL = URL(fileURLWithPath: "/bin/sh")
            shell.arguments = [
                "-c",
                line.replacing(
                    "fetchsched bench", with: "'\(Command.executable.path)' bench -q -o again",
                    maxReplacements: 1),
            ]
            shell.currentDirectoryURL = command.folder
            try shell.run()
            shell.waitUntilExit()
            #expect(shell.terminationStatus == 0)
            #expect(try command.read("again") == first.output)
        }
    }

    /// Fetches app 0 each time that its argument has passed.
    private static let program = #"""
        period=$1
        read hello; echo '{"hello":"fetchsched-exec/1"}'
        last=0
        while read -r line; do
            at=$(printf %s "$line" | sed -n 's/.*"at":\([0-9]*\).*/\1/p')
            case $line in
            *'"ask":"fetch"'*)
                if [ $((at - last)) -ge $((period * 1000)) ]; then last=$at; echo '{"fetch":0}'
                else echo "{\"fetch\":null,\"wake\":$((last + period * 1000)),\"radio\":null}"; fi;;
            *'"ask":"wake"'*) echo "{\"wake\":$((last + period * 1000))}";;
            *'"ask":"push"'*) echo '{"start":false}';;
            esac
        done
        """#

    /// A program's own setting draws a curve, as that of a built-in policy does, in every form of output.
    @Test func aProgramsSettingIsACurve() throws {
        let command = try folder()
        try command.write(Self.program, to: "p.sh")
        let bench = [
            "bench", "t.csv", "-q", "--curve", "--device", "d0", "--policy",
            "exec:sh ./p.sh {43200/21600},adaptive",
            "--value", "20",
        ]
        let csv = try command.run(bench + ["--format", "csv", "--figure", "f.svg"])
        #expect(csv.status == 0, "\(csv.error)")
        let runs = csv.output.split(separator: "\n").filter {
            $0.contains(",exec:sh ./p.sh {43200/21600},run,")
        }
        #expect(runs.count == 2)
        #expect(
            runs[0].contains(",run,exec:sh ./p.sh 43200,,") && runs[1].contains(",run,exec:sh ./p.sh 21600,,")
        )
        let energies = runs.compactMap {
            Double($0.split(separator: ",", omittingEmptySubsequences: false)[9])
        }
        #expect(energies.count == 2 && energies[0] < energies[1])
        #expect(try command.read("f.svg").hasPrefix("<?xml"))
        #expect(try command.run(bench).output.contains("exec:sh ./p.sh {43200/21600}"))
        for wrong in [["--figure", "f.svg"], ["--figure", "t.csv", "--curve"]] {
            let refused = try command.run(["bench", "t.csv", "-q"] + wrong)
            #expect(refused.status == 64 && refused.output.isEmpty)
        }
    }
}
