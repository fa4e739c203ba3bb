import FetchSched
import FetchTrace
import Testing

@testable import FetchSim

@Suite struct LaunchProfileTests {
    /// App 0 is opened at eight every morning, app 1 at eight and at six in the evening on alternate days.
    private var trace: DeviceTrace {
        var script = Script(apps: 3, seconds: 42 * 86_400)
        for day in 0..<42 {
            let midnight = Double(day) * 86_400
            script.launch(0, at: midnight + 8.2 * 3600, seconds: 30)
            script.launch(1, at: midnight + (day % 2 == 0 ? 8.3 : 18.3) * 3600, seconds: 30)
        }
        return script.trace
    }

    @Test func mostUsedAppsAtTheirHours() {
        let rules = SimulationRules.warm(14 * 86_400)
        let profiles = LaunchProfile.mostUsed(3, of: trace, rules: rules, seed: 1)
        #expect(profiles.map(\.app) == [0, 1])
        for profile in profiles {
            #expect(profile.hours.reduce(0) { $0 + $1.launches } == 28)
            let times = profile.hours.reduce(0) { $0 + $1.times }
            #expect(abs(times - 28 * 24) < 1e-3)
        }
        // 1970-01-01 was a Thursday: of the 28 days from the 15th on 20 are weekdays.
        #expect(abs(profiles[0].hours[12].times - 20) < 1e-3)
        #expect(profiles[0].hours[8].launches == 20)
        #expect(profiles[0].hours[32].launches == 8)
        // The forecast has seen it coming: most of what it expects of a day lies in that hour.
        let weekday = profiles[0].hours[0..<24].map(\.expected)
        #expect(weekday[8] > weekday.reduce(0, +) / 3)
        #expect(weekday[8] > 5)
    }

    @Test func nothingToLearn() {
        #expect(LaunchProfile.mostUsed(3, of: Script(seconds: 86_400).trace, rules: .warm(0), seed: 1) == [])
    }
}
