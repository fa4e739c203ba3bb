import FetchSched
import Foundation
import Testing

@testable import FetchSim

@Suite struct PowerProfileTests {
    @Test(arguments: PowerProfile.all) func comesBackFromJSON(_ profile: PowerProfile) throws {
        var profile = profile
        profile.batteryJoules = 50_000
        let data = try JSONEncoder().encode(profile)
        #expect(try JSONDecoder().decode(PowerProfile.self, from: data) == profile)
        let keys = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any]).keys
        #expect(keys.contains("runJoules"))
        #expect(keys.contains("aliveProcesses") == (profile.costs.aliveProcesses != nil))
    }

    /// Source, battery and the number of processes may be left out, nothing else.
    @Test func whatMayBeLeftOut() throws {
        let figures = [
            "\"name\": \"mine\"", "\"runJoules\": 1", "\"coldStartJoules\": 2", "\"handlingJoulesPerMB\": 3",
            "\"requestDownBytes\": 4", "\"requestUpBytes\": 5", "\"awakeWatts\": 6",
        ]
        func read(_ lines: [String]) throws -> PowerProfile {
            try JSONDecoder().decode(PowerProfile.self, from: Data("{\(lines.joined(separator: ", "))}".utf8))
        }
        let expected = PowerProfile(
            name: "mine", source: "",
            costs: PowerCosts(
                runJoules: 1, coldStartJoules: 2, handlingJoulesPerMB: 3, requestDownBytes: 4,
                requestUpBytes: 5, awakeWatts: 6))
        #expect(try read(figures) == expected)
        #expect(
            expected.costs.aliveProcesses == nil && expected.batteryJoules == PowerProfile.usualBatteryJoules)
        for index in figures.indices {
            var fewer = figures
            fewer.remove(at: index)
            #expect(throws: DecodingError.self) { try read(fewer) }
        }
    }

    @Test func faults() {
        func fault(_ change: (inout PowerProfile) -> Void) -> String? {
            var profile = PowerProfile.standard
            change(&profile)
            return profile.fault
        }
        #expect(fault { _ in } == nil)
        #expect(fault { $0.name = "" } == "the name is empty")
        let figures: [(String, WritableKeyPath<PowerCosts, Double>)] = [
            ("runJoules", \.runJoules), ("coldStartJoules", \.coldStartJoules),
            ("handlingJoulesPerMB", \.handlingJoulesPerMB), ("requestDownBytes", \.requestDownBytes),
            ("requestUpBytes", \.requestUpBytes), ("awakeWatts", \.awakeWatts),
        ]
        for (name, path) in figures {
            for wrong in [-1, Double.nan, .infinity, 1e9] {
                #expect(
                    fault { $0.costs[keyPath: path] = wrong } == "\(name) must be at least 0 and below 1e9")
            }
            #expect(fault { $0.costs[keyPath: path] = 0 } == nil)
        }
        for wrong in [0, -1, Double.nan, .infinity] {
            #expect(fault { $0.batteryJoules = wrong } == "batteryJoules must be above 0 and below 1e12")
        }
        for wrong in [-1, 1_000_001] {
            #expect(
                fault { $0.costs.aliveProcesses = wrong }
                    == "aliveProcesses must be 0 to 1000000, or left out for all apps")
        }
        for right in [0, 1, nil] { #expect(fault { $0.costs.aliveProcesses = right } == nil) }
    }
}
