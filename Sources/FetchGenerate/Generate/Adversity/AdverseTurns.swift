/// Users and sources that can be learned, and then turn.
extension GeneratorPreset {
    private typealias Scene = TraceScene

    static let adverseTurns: [GeneratorPreset] = [
        adversity("vacation", "a week of habits, a week in a drawer, and so on", apps: 8) { scene in
            for week in stride(from: 0, to: scene.days, by: 14) {
                let start = Double(week) * Scene.day
                scene.launchAnyApp(of: 0...7, perDay: 80, from: start, until: start + 7 * Scene.day)
            }
            scene.updateAll(0...7, perDay: 48)
            scene.heartbeats()
        },
        adversity("user-changes", "a user like clockwork, with other times and apps from day 10 on", apps: 6)
        { scene in
            for app in 0..<3 {
                let shift = Double(app) / 4
                scene.launch(app, daily: [7 + shift, 12 + shift, 18 + shift], days: 0..<min(10, scene.days))
                scene.launch(
                    app + 3, daily: [2 + shift, 15 + shift, 22 + shift],
                    days: min(10, scene.days)..<scene.days)
            }
            scene.updateAll(0...5, perDay: 24)
            scene.heartbeats()
        },
        adversity("bait", "each week another app is all that is used, and each goes on changing", apps: 6) {
            scene in
            for week in stride(from: 0, to: scene.days, by: 7) {
                let start = Double(week) * Scene.day
                let app = week / 7 % 6
                scene.launchAnyApp(of: app...app, perDay: 60, from: start, until: start + 7 * Scene.day)
            }
            scene.updateAll(0...5, perDay: 96)
            scene.heartbeats()
        },
        adversity("daily-turn", "apps of even days are not opened on odd ones", apps: 8) { scene in
            for day in 0..<scene.days {
                let start = Double(day) * Scene.day
                let first = day % 2 * 4
                scene.launchAnyApp(of: first...first + 3, perDay: 80, from: start, until: start + Scene.day)
            }
            scene.updateAll(0...7, perDay: 48)
        },
        adversity(
            "source-turns", "sources that change after each launch for a week, then just before it", apps: 6
        ) { scene in
            for time in scene.atRandom(perDay: 80) {
                let app = scene.sampler.integer(0...5)
                scene.launch(app, at: time, seconds: 20)
                scene.update(app, at: time < 7 * Scene.day ? time + 21 : time - 20)
            }
        },
        adversity("sizes-turn", "updates of 20 kB for a week, of 60 MB from then on", apps: 6) { scene in
            for app in 0..<6 {
                for time in scene.atRandom(perDay: 24) {
                    scene.update(app, at: time, bytes: time < 7 * Scene.day ? 20_000 : 60_000_000)
                }
            }
            scene.launchAnyApp(of: 0...5, perDay: 60)
        },
    ]
}
