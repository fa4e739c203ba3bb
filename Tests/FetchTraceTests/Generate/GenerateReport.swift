import FetchSched
import FetchTrace
import Foundation
import Testing

/// Prints the measured numbers of `Datasets/README.md`:
///
///     FETCHSCHED_MEASURE=1 swift test --filter GenerateReport
///
/// Not a test of anything; skipped unless asked for.
@Suite struct GenerateReport {
    static let isWanted = ProcessInfo.processInfo.environment["FETCHSCHED_MEASURE"] != nil
    static let devices = 10
    static let days = 28

    @Test(.enabled(if: isWanted)) func measure() {
        print(
            "preset | apps | launches/day (p10 p50 p90) | sessions/day | apps/session | median s | mean s | r(log pop) | top app | successor hit | apps/week |",
            "hazard 5-15, 15-60, 60+ /h | updates/day | night | P(change 3h) | P(none 48h) | gap cv, sigma | rate quartiles | size kB | bytes/dev/day"
        )
        for preset in GeneratorPreset.all {
            let generator = TraceGenerator(
                preset: preset, devices: Self.devices, days: Self.days, seed: 1)
            var names = TraceNames()
            let all = (0..<Self.devices).map {
                TraceMeasures(generator.generateDevice($0, names: &names), days: Self.days)
            }
            func text(_ value: Double, _ digits: Int = 1) -> String {
                String(format: "%.\(digits)f", value)
            }
            let perDay = all.map(\.launchesPerDay)
            let hazards = [5.0..<15, 15..<60, 60..<600].map { range in
                let parts = all.map { $0.hazard(minutes: range) }
                return parts.reduce(0) { $0 + $1.starts } / parts.reduce(0) { $0 + $1.hours }
            }
            let all3h = all.flatMap { $0.changeWithin(10_800) }
            let rates = all.flatMap { $0.updates.values.map { Double($0.count) / Double(Self.days) } }
            let all48h = all.flatMap { $0.changeWithin(172_800) }
            print(
                preset.name,
                text(mean(all.map { Double($0.apps) })),
                [0.1, 0.5, 0.9].map { text(quantile(perDay, $0)) }.joined(separator: " "),
                text(mean(all.map { Double($0.sessions.count) / Double(Self.days) })),
                text(mean(all.map(\.distinctAppsPerSession)), 2),
                text(quantile(all.flatMap(\.sessionSeconds), 0.5), 0),
                text(mean(all.flatMap(\.sessionSeconds)), 0),
                text(mean(all.map(\.popularityCorrelation)), 3),
                text(mean(all.map { $0.appShares(days: 0..<Self.days).values.max() ?? 0 }), 2),
                text(mean(all.map(\.successorHits)), 2),
                text(mean(all.map(\.appsPerWeek))),
                hazards.map { text($0, 2) }.joined(separator: " "),
                text(mean(all.map(\.updatesPerDay)), 0),
                text(mean(all.map(\.nightUpdateRatio)), 2),
                text(mean(all3h), 2),
                text(1 - mean(all48h), 2),
                text(quantile(all.flatMap(\.gapSpreads).map(\.variation), 0.5), 2) + " "
                    + text(quantile(all.flatMap(\.gapSpreads).map(\.logSigma), 0.5), 2),
                [0.25, 0.5, 0.75].map { text(quantile(rates, $0)) }.joined(separator: " "),
                text(quantile(all.flatMap(\.sizes), 0.5) / 1_000, 0),
                text(Double(all.reduce(0) { $0 + $1.lineBytes }) / Double(Self.devices * Self.days), 0),
                separator: " | ")
        }
    }

    /// Devices and days of the data sets in `Datasets/` and `Datasets/background/`.
    static let datasets: [(name: String, devices: Int, days: Int)] = [
        ("commuter", 2, 28), ("student", 2, 28), ("night-shift", 1, 56), ("quiet", 3, 28), ("news", 1, 21),
        ("heavy", 1, 28), ("sparse", 3, 28), ("custom", 2, 28), ("habit-change", 1, 42),
        ("messenger", 2, 28), ("traveller", 2, 28), ("backup", 2, 28), ("everything", 2, 28),
    ]

    @Test(.enabled(if: isWanted)) func estimateSizes() throws {
        var total = 0
        for (name, devices, days) in Self.datasets {
            let preset = try #require(GeneratorPreset.named(name))
            let generator = TraceGenerator(preset: preset, devices: devices, days: days, seed: 1)
            var names = TraceNames()
            let all = (0..<devices).map {
                TraceMeasures(generator.generateDevice($0, names: &names), days: days)
            }
            let bytes = all.reduce(0) { $0 + $1.lineBytes }
            let lines = all.reduce(0) { $0 + $1.counts.values.reduce(0, +) }
            let launches = all.reduce(0) { $0 + $1.launches.count }
            total += bytes
            print(name, devices, days, lines, launches, bytes / 1_000, separator: " | ")
        }
        print("total |", total)
    }
}
