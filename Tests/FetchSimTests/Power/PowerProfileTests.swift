import FetchSched
import Foundation
import Testing

@testable import FetchSim

@Suite struct PowerProfileTests {
    /// The figures of the built-in profiles, as the documents give them.
    @Test func builtInFigures() {
        func figures(_ profile: PowerProfile) -> [Double] {
            let costs = profile.costs
            return [
                costs.runJoules, costs.coldStartJoules, costs.handlingJoulesPerMB, costs.requestDownBytes,
                costs.requestUpBytes, costs.awakeWatts,
            ]
        }
        #expect(PowerProfile.all.map(\.name) == ["default", "low", "high", "radio-only", "requests"])
        #expect(figures(.radioOnly) == [0, 0, 0, 0, 0, 0])
        #expect(figures(.low) == [0.1, 0.5, 0, 800, 500, 0.05])
        #expect(figures(.standard) == [0.4, 1.5, 0.05, 4500, 1500, 0.15])
        #expect(figures(.high) == [1.5, 4, 0.5, 8000, 2000, 0.3])
        #expect(PowerProfile.all.map(\.costs.aliveProcesses) == [10, 30, 3, nil, nil])
        // 5,000 mAh at 3.85 V are 69.3 kJ.
        #expect(PowerProfile.all.allSatisfy { abs($0.batteryJoules - 69_300) < 1e-6 && $0.fault == nil })
        for profile in PowerProfile.all { #expect(PowerProfile.named(profile.name) == profile) }
        #expect(PowerProfile.named("medium") == nil)
        #expect(SimulationRules().power == .standard)
    }

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
        #expect(fault { $0.name = "" } != nil)
        for wrong in [-1, Double.nan, .infinity, 1e9] {
            #expect(fault { $0.costs.runJoules = wrong } != nil)
            #expect(fault { $0.costs.coldStartJoules = wrong } != nil)
            #expect(fault { $0.costs.handlingJoulesPerMB = wrong } != nil)
            #expect(fault { $0.costs.requestDownBytes = wrong } != nil)
            #expect(fault { $0.costs.requestUpBytes = wrong } != nil)
            #expect(fault { $0.costs.awakeWatts = wrong } != nil)
        }
        for wrong in [0, -1, Double.nan, .infinity] { #expect(fault { $0.batteryJoules = wrong } != nil) }
        for wrong in [-1, 1_000_001] { #expect(fault { $0.costs.aliveProcesses = wrong } != nil) }
        for right in [0, 1, nil] { #expect(fault { $0.costs.aliveProcesses = right } == nil) }
    }
}
