import FetchSched
import FetchSchedText
import FetchSim
import Foundation
import FetchCommandLine

/// The task of a partial result, made from its settings alone, so that `bench --partial` and `merge` agree.
struct PartialTask {
    /// The comparison, without devices; of curves only the rules matter.
    let bench: Bench
    /// The curves, if that is what it is of.
    let curve: CurveBench?
    /// Whether there is all that a table needs; else only what JSON and CSV do.
    let hasTable: Bool
    /// Other power profiles to run as well.
    let profiles: [PowerProfile]

    /// Why settings are none.
    struct Fault: Error {
        let name: String
    }

    /// The program that wrote it.
    static let version = "fetchsched \(Fetchsched.version)"

    init(_ header: PartialHeader) throws {
        func value(_ name: String) throws -> String {
            guard let value = header[name] else { throw Fault(name: name) }
            return value
        }
        func decoded<Profile: Decodable>(_ name: String, _ fault: (Profile) -> String?) throws -> Profile {
            let text = try value(name)
            guard let profile = try? JSONDecoder().decode(Profile.self, from: Data(text.utf8)),
                fault(profile) == nil
            else { throw Fault(name: name) }
            return profile
        }
        var radios: [RadioProfile] = []
        while header["radio \(radios.count + 1)"] != nil {
            radios.append(try decoded("radio \(radios.count + 1)") { $0.fault })
        }
        if radios.isEmpty { throw Fault(name: "radio 1") }
        let text = try value("policy")
        let named = text.isEmpty ? BenchCommand.defaultPolicies(radios) : text
        guard let policies = try? PolicyList(named).choices() else { throw Fault(name: "policy") }
        let values = try value("value").split(separator: ",", omittingEmptySubsequences: false).map { text in
            guard let value = Double(text), value > 0, value <= 1e6 else { throw Fault(name: "value") }
            return value
        }
        var rules = SimulationRules()
        guard let days = Double(try value("warm-up days")), days >= 0, days <= 36_500 else {
            throw Fault(name: "warm-up days")
        }
        rules.warmup = .seconds(days * 86_400)
        rules.power = try decoded("power profile") { $0.fault }
        guard let traffic = Double(try value("foreground traffic")), traffic >= 0, traffic <= 86_400 else {
            throw Fault(name: "foreground traffic")
        }
        rules.burstPeriod = .seconds(traffic)
        rules.tellsContentTimes = try value("content times") == "told"
        guard let seed = UInt64(try value("seed")) else { throw Fault(name: "seed") }
        var configuration = FetchConfiguration()
        do {
            try ParameterFile.apply(value("parameters").utf8, to: &configuration)
        } catch is ParameterFileError {
            throw Fault(name: "parameters")
        }
        var bench = Bench(
            trace: "", devices: [], policies: policies, radios: radios, values: values, rules: rules,
            seed: seed)
        bench.configuration = configuration
        let kind = try value("for")
        hasTable = kind == "table"
        let names = try value("power profiles below tables")
        profiles =
            try names.isEmpty
            ? []
            : names.split(separator: ",").map { name in
                guard let profile = BenchCommand.otherProfiles.first(where: { $0.name == name }) else {
                    throw Fault(name: "power profiles below tables")
                }
                return profile
            }
        guard kind == "curves" else {
            guard hasTable || kind == "json and csv" else { throw Fault(name: "for") }
            bench.rivals = hasTable ? Self.rivals(policies, named: text.isEmpty ? nil : text, radios) : []
            curve = nil
            self.bench = bench
            return
        }
        curve = CurveBench(
            traces: [],
            subjects: text.isEmpty ? CurveSubject.usual : CurveSubject.subjects(asNamed: policies),
            of: bench)
        self.bench = bench
    }

    /// The rivals of which the best is found in hindsight, where the engine is among the policies: those named, else
    /// every one of them, and on a cable those of a server.
    static func rivals(
        _ policies: [PolicyChoice], named text: String?, _ radios: [RadioProfile]
    ) -> [PolicyChoice] {
        guard policies.contains(where: { $0.family == "adaptive" }) else { return [] }
        return text != nil || radios.allSatisfy(\.isAlwaysOn)
            ? CurveSubject.rivals(among: policies) : CurveSubject.everyRival
    }

    /// The work for each device.
    var work: ShardWork {
        if let curve { return ShardWork(curve: curve) }
        var sections = [ShardWork.Section("bench", bench)]
        for profile in profiles {
            // Any of the rivals may turn out to be the best.
            var other = BenchCommand.underOtherProfiles(bench, rivals: bench.rivals)
            other.rules.power = profile
            sections.append(ShardWork.Section(profile.name, other))
        }
        return ShardWork(sections: sections)
    }
}

extension BenchCommand {
    func partialHeader() throws -> PartialHeader {
        func encoded(_ profile: some Encodable) throws -> String {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(profile), as: UTF8.self)
        }
        // The file is read for what is wrong with it, too.
        let engine = try engineOptions.settings()
        let parameters =
            try engineOptions.config.map { try Data(contentsOf: URL(fileURLWithPath: $0)) } ?? Data()
        let rules = try runOptions.rules(engine)
        let kind = curve ? "curves" : format == .table ? "table" : "json and csv"
        let profiles = try !curve && wantsProfiles(rules) ? Self.otherProfiles.map(\.name) : []
        let values =
            curve
            ? value?.elements.map(\.value) ?? CurveBench.usualValues : engine.values(value, else: [20])
        var settings = [
            ("program", PartialTask.version), ("for", kind), ("policy", policy?.text ?? ""),
            ("power profiles below tables", profiles.joined(separator: ",")),
            ("value", values.map { "\($0)" }.joined(separator: ",")),
            ("warm-up days", "\(runOptions.replay.warmup)"), ("seed", "\(seed)"),
            ("power profile", try encoded(rules.power)),
            ("stale half-life", "\(rules.staleHalfLife.seconds)"),
            ("foreground traffic", "\(rules.burstPeriod.seconds)"),
            ("content times", rules.tellsContentTimes ? "told" : ""), (PartialSet.optionWords, optionWords),
            ("parameters", String(decoding: parameters, as: UTF8.self)),
        ]
        for (index, radio) in radio.elements.enumerated() {
            settings.append(("radio \(index + 1)", try encoded(try radio.profile())))
        }
        var names: [String] = []
        for name in traces.map(partial.name) where !names.contains(name) { names.append(name) }
        return PartialHeader(shard: partial.shard?.shard, traces: names, settings: settings)
    }
}
