import FetchSched
import FetchTrace
import Synchronization
import Testing
@testable import FetchGenerate

/// Generated traces have the properties that `Datasets/README.md` says they have, for several seeds.
@Suite struct GenerateStatisticsTests {
    static let days = 28
    static let seeds: [UInt64] = [1, 2]

    private static let measured = Mutex<[String: [TraceMeasures]]>([:])

    /// Two devices of the preset for each seed, measured once for all tests.
    static func of(_ name: String) throws -> [TraceMeasures] {
        if let measures = measured.withLock({ $0[name] }) { return measures }
        let preset = try #require(GeneratorPreset.named(name))
        var measures: [TraceMeasures] = []
        for seed in seeds {
            var names = TraceNames()
            let generator = TraceGenerator(preset: preset, devices: 2, days: days, seed: seed)
            for device in 0..<2 {
                measures.append(TraceMeasures(generator.generateDevice(device, names: &names), days: days))
            }
        }
        // Measured without the lock: tests of other presets go on meanwhile.
        measured.withLock { $0[name] = measures }
        return measures
    }

    /// Presets whose user is the ordinary one.
    static let ordinary = ["commuter", "student", "night-shift", "quiet", "news", "custom", "habit-change"]

    @Test(arguments: ordinary) func ordinaryLaunchesPerDay(_ name: String) throws {
        let perDay = try Self.of(name).map(\.launchesPerDay)
        #expect(perDay.allSatisfy { (20...95).contains($0) }, "\(perDay)")
        #expect((38...62).contains(mean(perDay)), "\(perDay)")
    }

    @Test func heavyAndSparse() throws {
        let heavy = try Self.of("heavy").map(\.launchesPerDay)
        #expect((170...240).contains(mean(heavy)), "\(heavy)")
        let sparse = try Self.of("sparse").map(\.launchesPerDay)
        #expect((8...14).contains(mean(sparse)), "\(sparse)")
    }

    @Test(arguments: ordinary) func sessionsAreLikeThoseOfLSApp(_ name: String) throws {
        let all = try Self.of(name)
        let distinct = mean(all.map(\.distinctAppsPerSession))
        #expect((1.8...2.8).contains(distinct), "\(distinct)")
        let median = quantile(all.flatMap(\.sessionSeconds), 0.5)
        #expect((60...150).contains(median), "\(median)")
        let perDay = mean(all.map { Double($0.sessions.count) / Double(Self.days) })
        #expect((12...22).contains(perDay), "\(perDay)")
    }

    /// Presets whose users have favourites that stay.
    static let steady = ordinary.filter { $0 != "habit-change" } + ["heavy"]

    @Test(arguments: steady) func oneAppStandsOutAndManyAreRare(_ name: String) throws {
        let shares = try Self.of(name).map { $0.appShares(days: 0..<Self.days).values.sorted(by: >) }
        let first = mean(shares.compactMap(\.first))
        #expect((0.25...0.38).contains(first), "\(first)")
        let rare = mean(shares.map { Double($0.filter { $0 < 0.01 }.count) / Double($0.count) })
        #expect(rare > 0.5, "\(rare)")
        let apps = mean(shares.map { Double($0.count) })
        #expect((55...90).contains(apps), "\(apps)")
    }

    @Test(arguments: ordinary + ["heavy"]) func launchesComeInSessionsWithoutManyRepeats(_ name: String)
        throws
    {
        var within = 0.0
        var repeats = 0.0
        var launches = 0.0
        for one in try Self.of(name) {
            for session in one.sessions {
                launches += Double(session.count)
                within += Double(session.count - 1)
                repeats += Double(zip(session, session.dropFirst()).filter { $0.app == $1.app }.count)
            }
        }
        #expect((0.44...0.74).contains(within / launches), "\(within / launches)")
        #expect((0...0.18).contains(repeats / within), "\(repeats / within)")
    }

    @Test(arguments: ["commuter", "student", "custom", "news", "population"])
    func launchesFindNewContentAsOftenAsOnPhones(_ name: String) throws {
        let share = mean(try Self.of(name).map(\.findsNewContent))
        #expect((0.3...0.65).contains(share), "\(share)")
    }

    @Test func populationsDiffer() throws {
        let perDay = try Self.of("population").map(\.launchesPerDay).map { PortableMath.log($0) }
        let usual = try Self.of("commuter").map(\.launchesPerDay).map { PortableMath.log($0) }
        #expect(deviation(perDay) > 1.5 * deviation(usual), "\(perDay) \(usual)")
    }

    @Test(arguments: ordinary + ["heavy"]) func hazardFalls(_ name: String) throws {
        let all = try Self.of(name)
        let rates = [5.0..<15, 15..<60, 60..<600].map { range in
            let parts = all.map { $0.hazard(minutes: range) }
            return parts.reduce(0) { $0 + $1.starts } / parts.reduce(0) { $0 + $1.hours }
        }
        #expect(rates[0] > 1.1 * rates[1], "\(rates)")
        #expect(rates[1] > 1.05 * rates[2], "\(rates)")
    }

    @Test func commutersHaveWeekends() throws {
        for one in try Self.of("commuter") {
            let weekday = one.hourShares(weekend: false)
            #expect(distance(weekday, one.hourShares(weekend: true)) > 0.25)
            // The four busiest hours of weekdays hold far more than their 1/6 of the day.
            #expect(weekday.sorted(by: >).prefix(4).reduce(0, +) > 0.35)
        }
    }

    @Test func nightWorkersAreAwakeAtNight() throws {
        func night(_ name: String) throws -> Double {
            mean(try Self.of(name).map { $0.hourShares(days: 0..<21).prefix(5).reduce(0, +) })
        }
        #expect(try night("night-shift") > 0.25)
        #expect(try night("commuter") < 0.08)
        for one in try Self.of("night-shift") {
            #expect(distance(one.hourShares(days: 0..<21), one.hourShares(days: 21..<28)) > 0.25)
        }
    }

    @Test func habitsChangeHalfWay() throws {
        let changing = try Self.of("habit-change")
        let steady = try Self.of("commuter")
        #expect(mean(changing.map(shiftOfHours)) > 2 * mean(steady.map(shiftOfHours)))
        // Interest comes and goes for everyone, but not as far.
        let kept = [mean(changing.map(keptFavourites)), mean(steady.map(keptFavourites))]
        #expect(kept[0] < 0.85 * kept[1] && kept[1] > 0.55, "\(kept)")
    }

    /// How far the distribution over the hours of the day moves from the first half to the second.
    private func shiftOfHours(_ one: TraceMeasures) -> Double {
        distance(one.hourShares(days: 0..<14), one.hourShares(days: 14..<28))
    }

    /// The share of launches that the distributions over apps of the two halves have in common.
    private func keptFavourites(_ one: TraceMeasures) -> Double {
        let after = one.appShares(days: 14..<28)
        return one.appShares(days: 0..<14).reduce(0) { $0 + Swift.min($1.value, after[$1.key] ?? 0) }
    }

    @Test(arguments: GeneratorPreset.all.map(\.name)) func originsSleep(_ name: String) throws {
        let ratio = mean(try Self.of(name).map(\.nightUpdateRatio))
        #expect((0.25...0.75).contains(ratio), "\(ratio)")
    }

    @Test(arguments: ["commuter", "student", "night-shift", "custom", "habit-change"])
    func originsChangeAtAllRates(_ name: String) throws {
        let all = try Self.of(name)
        let soon = mean(all.flatMap { $0.changeWithin(10_800) })
        let notForDays = 1 - mean(all.flatMap { $0.changeWithin(172_800) })
        #expect((0.1...0.4).contains(soon), "\(soon)")
        #expect((0.2...0.55).contains(notForDays), "\(notForDays)")
    }

    @Test func quietAndNews() throws {
        let quiet = mean(try Self.of("quiet").flatMap { $0.changeWithin(10_800) })
        #expect(quiet < 0.15)
        let news = try Self.of("news")
        #expect(mean(news.flatMap { $0.changeWithin(10_800) }) > 0.25)
        // Somewhere a change every few minutes of the day.
        for one in news {
            #expect((one.updates.values.map(\.count).max() ?? 0) > 40 * Self.days)
        }
    }

    @Test(arguments: GeneratorPreset.all.map(\.name)) func sizes(_ name: String) throws {
        let all = try Self.of(name)
        // The medians of single apps differ by a factor of 5, so that of one fast origin can move it.
        let medians = all.flatMap { one in one.sizes.isEmpty ? [] : [quantile(one.sizes, 0.5)] }
        let centre = PortableMath.exp(mean(medians.map { PortableMath.log($0) }))
        #expect((80_000...300_000).contains(centre), "\(centre)")
        let sigma = deviation(all.flatMap(\.sizes).map { PortableMath.log($0) })
        #expect((0.7...1.5).contains(sigma), "\(sigma)")
    }

    @Test(arguments: GeneratorPreset.all.map(\.name)) func tracesStaySmall(_ name: String) throws {
        // A server has 250 sources.
        let limit = name == "news" ? 1_000.0 : name == "server" ? 2_000 : 400
        for one in try Self.of(name) {
            #expect(one.updatesPerDay < limit)
            #expect(one.lineBytes < (name == "server" ? 5_000_000 : 1_000_000))
        }
    }
}
