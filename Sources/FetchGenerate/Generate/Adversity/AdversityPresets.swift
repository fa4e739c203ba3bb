extension GeneratorPreset {
    /// Cases in which a scheduler that learns does badly: `.ci/adversity` holds the engine against them. They represent
    /// no real user, so no figure of `Datasets/README.md` is about them.
    public static let adversity: [GeneratorPreset] = adverseSources + adverseUsers + adverseTurns

    /// A preset that a script writes.
    static func adversity(
        _ name: String, _ summary: String, apps: Int,
        write: @escaping @Sendable (inout TraceScene) -> Void
    ) -> GeneratorPreset {
        var preset = GeneratorPreset(
            name: "adversity-" + name, summary: summary, habits: .ordinary(.allDay))
        preset.script = TraceScript(apps: apps, write: write)
        return preset
    }
}

/// Parts that several scripts have in common.
extension TraceScene {
    /// The user opens one of the apps at random, so often a day, in waking hours.
    mutating func launchAnyApp(
        of apps: ClosedRange<Int>, perDay: Double, from first: Double = 0, until last: Double? = nil
    ) {
        for time in atRandom(perDay: perDay * 24 / 16, from: first, until: last) where isAwake(time) {
            launch(sampler.integer(apps), at: time, seconds: sampler.uniform(10...90))
        }
    }

    /// From 7 to 23 h.
    func isAwake(_ time: Double) -> Bool {
        let hour = time.truncatingRemainder(dividingBy: Self.day) / Self.hour
        return hour >= 7 && hour < 23
    }

    /// The user opens the app at the same times of every day of a stretch of them.
    mutating func launch(
        _ app: Int, daily hours: [Double], days: Range<Int>? = nil, seconds: Double = 60
    ) {
        for day in days ?? 0..<self.days {
            for hour in hours { launch(app, at: Double(day) * Self.day + hour * Self.hour, seconds: seconds) }
        }
    }

    /// The sources of the apps change at random, so often a day each.
    mutating func updateAll(_ apps: ClosedRange<Int>, perDay: Double) {
        for app in apps { update(app, at: atRandom(perDay: perDay)) }
    }
}
