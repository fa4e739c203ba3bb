/// Users of whom little can be learned, or whose habits mislead.
extension GeneratorPreset {
    private typealias Scene = TraceScene

    static let adverseUsers: [GeneratorPreset] = [
        adversity("exact", "one app, opened at the same three minutes of every day", apps: 1) { scene in
            scene.launch(0, daily: [8, 12.5, 18])
            scene.update(0, at: scene.every(Scene.hour, from: 600))
        },
        adversity("one-day", "one day of history, and then nothing but heartbeats and updates", apps: 10) {
            scene in
            scene.launchAnyApp(of: 0...9, perDay: 80, until: Scene.day)
            scene.updateAll(0...9, perDay: 24)
            scene.heartbeats()
        },
        adversity("once", "each app is opened once: sixty new ones a day, all of which change", apps: 900) {
            scene in
            for (number, time) in scene.atRandom(perDay: 60).enumerated() where number < 900 {
                scene.launch(number, at: time, seconds: scene.sampler.uniform(10...90))
                scene.update(number, at: time - Scene.hour)
                for later in 1...6 { scene.update(number, at: time + Double(later) * 2 * Scene.hour) }
            }
        },
        adversity("many-apps", "500 apps, all alike, 60 launches a day", apps: 500) { scene in
            scene.updateAll(0...499, perDay: 6)
            scene.launchAnyApp(of: 0...499, perDay: 60)
            scene.heartbeats()
        },
        adversity("memoryless", "launches at random, day and night, of twenty apps alike", apps: 20) {
            scene in
            for time in scene.atRandom(perDay: 100) {
                scene.launch(scene.sampler.integer(0...19), at: time, seconds: 20)
            }
            scene.updateAll(0...19, perDay: 24)
        },
        adversity("weekly", "a phone that is used on Mondays only, for an hour", apps: 8) { scene in
            for week in stride(from: 0, to: scene.days, by: 7) {
                let start = Double(week) * Scene.day + 9 * Scene.hour
                scene.launchAnyApp(of: 0...7, perDay: 40 * 16, from: start, until: start + Scene.hour)
            }
            scene.updateAll(0...7, perDay: 24)
            scene.heartbeats()
        },
        adversity("twice", "each app is opened again within a minute, and changes in between", apps: 6) {
            scene in
            for time in scene.atRandom(perDay: 40) {
                let app = scene.sampler.integer(0...5)
                scene.launch(app, at: time, seconds: 10)
                scene.update(app, at: time + 15)
                scene.launch((app + 1) % 6, at: time + 20, seconds: 10)
                scene.update(app, at: time + 55)
                scene.launch(app, at: time + 60, seconds: 10)
            }
        },
    ]
}
