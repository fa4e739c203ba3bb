/// Sources that mislead: too fast, at the wrong moment, broken, silent, or huge.
extension GeneratorPreset {
    private typealias Scene = TraceScene

    static let adverseSources: [GeneratorPreset] = [
        adversity("updates-10s", "two apps change every 10 s, 80 launches a day", apps: 2) { scene in
            for app in 0..<2 { scene.update(app, at: scene.every(10)) }
            for (number, time) in scene.every(1_080, from: 1_083).enumerated() {
                scene.launch(number % 2, at: time)
            }
        },
        adversity("updates-minute", "four apps change every minute, 120 launches a day", apps: 4) { scene in
            for app in 0..<4 { scene.update(app, at: scene.every(Scene.minute, from: Double(app))) }
            scene.launchAnyApp(of: 0...3, perDay: 120)
        },
        adversity("just-before", "each app changes 20 s before each of its launches", apps: 4) { scene in
            for time in scene.atRandom(perDay: 60) {
                let app = scene.sampler.integer(0...3)
                scene.update(app, at: time - 20)
                scene.launch(app, at: time)
            }
        },
        adversity(
            "just-after", "each app changes right after each of its launches, and then no more", apps: 6
        ) { scene in
            for time in scene.atRandom(perDay: 60) {
                let app = scene.sampler.integer(0...5)
                scene.launch(app, at: time, seconds: 20)
                scene.update(app, at: time + 21)
            }
        },
        adversity("always-late", "whatever a fetch brings has changed again by the launch", apps: 4) {
            scene in
            for time in scene.atRandom(perDay: 60) {
                let app = scene.sampler.integer(0...3)
                scene.launch(app, at: time, seconds: 120)
                for other in 0..<4 {
                    for late in stride(from: -2.0, to: 150, by: 20) { scene.update(other, at: time + late) }
                }
            }
        },
        adversity("failing", "sources that fail for ever, while launches load them", apps: 8) { scene in
            scene.outage(at: 0, seconds: scene.end)
            scene.updateAll(0...7, perDay: 24)
            scene.launchAnyApp(of: 0...7, perDay: 60)
        },
        adversity("failing-later", "sources that answer for a week, and then fail for ever", apps: 8) {
            scene in
            scene.outage(at: 7 * Scene.day, seconds: scene.end)
            scene.updateAll(0...7, perDay: 24)
            scene.launchAnyApp(of: 0...7, perDay: 60)
        },
        adversity("flaky", "network and sources that are gone half of the time, for minutes", apps: 8) {
            scene in
            var time = 0.0
            while time < scene.end {
                time += scene.sampler.exponential(mean: 600)
                let seconds = scene.sampler.exponential(mean: 300)
                scene.loseNetwork(at: time, seconds: seconds)
                time += seconds
                scene.outage(
                    of: scene.sampler.integer(0...7), at: time,
                    seconds: scene.sampler.exponential(mean: 1_800))
            }
            scene.updateAll(0...7, perDay: 24)
            scene.launchAnyApp(of: 0...7, perDay: 60)
        },
        adversity("portal", "captive portals of 8 hours every other day, which say Wi-Fi", apps: 8) { scene in
            for start in scene.every(2 * Scene.day, from: 9 * Scene.hour) {
                scene.outage(at: start, seconds: 8 * Scene.hour, Words.Outage.failing)
            }
            scene.updateAll(0...7, perDay: 24)
            scene.launchAnyApp(of: 0...7, perDay: 60)
        },
        adversity("hanging", "captive portals every third day, where fetches hang to their limit", apps: 8) {
            scene in
            for start in scene.every(3 * Scene.day, from: 9 * Scene.hour) {
                scene.outage(at: start, seconds: 8 * Scene.hour, Words.Outage.hanging)
            }
            scene.updateAll(0...7, perDay: 24)
            scene.launchAnyApp(of: 0...7, perDay: 60)
        },
        adversity("gone", "twelve apps; six sources end after a week", apps: 12) { scene in
            for app in 0..<6 {
                scene.outage(of: app, at: 7 * Scene.day, seconds: scene.end, Words.Outage.gone)
            }
            scene.updateAll(0...11, perDay: 24)
            scene.launchAnyApp(of: 0...11, perDay: 60)
        },
        adversity("dead", "twelve apps; six sources hang after a week", apps: 12) { scene in
            for app in 0..<6 {
                scene.outage(of: app, at: 7 * Scene.day, seconds: scene.end, Words.Outage.hanging)
            }
            scene.updateAll(0...11, perDay: 24)
            scene.launchAnyApp(of: 0...11, perDay: 60)
        },
        adversity("silent", "sources that never change, 200 launches a day", apps: 10) { scene in
            scene.launchAnyApp(of: 0...9, perDay: 200)
            scene.heartbeats()
        },
        adversity("huge", "updates of 30 MB now and then among small ones", apps: 6) { scene in
            for app in 0..<6 {
                for time in scene.atRandom(perDay: 24) {
                    scene.update(app, at: time, bytes: scene.sampler.bernoulli(0.3) ? 30_000_000 : 20_000)
                }
            }
            scene.launchAnyApp(of: 0...5, perDay: 60)
        },
    ]
}
