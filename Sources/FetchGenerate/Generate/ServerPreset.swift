import FetchSched

extension GeneratorPreset {
    /// A server that reads sources for many people: openings come by popularity and hour, and say nothing about each other.
    static let server: GeneratorPreset = {
        var preset = GeneratorPreset(
            name: "server",
            summary: "a server with 250 sources that many people open, without sessions; for --radio wired",
            habits: .ordinary(.allDay))
        preset.script = TraceScript(apps: serverSources) { $0.writeServer(sources: serverSources) }
        return preset
    }()

    private static var serverSources: Int { 250 }
}

extension TraceScene {
    /// Openings of all sources a day, as a mean per source.
    private static var openingsPerSource: Double { 8 }
    /// Popularity by rank falls with this power: web requests have 0.64 to 0.83 (Breslau et al., "Web caching and Zipf-like
    /// distributions", INFOCOM 1999).
    private static var popularityPower: Double { 0.8 }

    /// Adds the sources' updates, and their launches.
    fileprivate mutating func writeServer(sources: Int) {
        let changes = SyntheticContent(seed: sampler.seed(), start: start, days: days)
            .changes(of: (0..<sources).map { "source \($0)" })
        for (source, list) in changes.enumerated() {
            for change in list { update(source, at: change.time, bytes: change.bytes) }
        }
        let weights = (1...sources).map {
            PortableMath.exp(-Self.popularityPower * PortableMath.log(Double($0)))
        }
        let scale = Self.openingsPerSource * Double(sources) / weights.reduce(0, +)
        // Popular sources are not the first by number, nor those that change most.
        for (source, weight) in zip(sampler.shuffled(Array(0..<sources)), weights) {
            openByHour(source, perDay: scale * weight)
        }
    }

    /// Openings by the hours of people of all kinds.
    private mutating func openByHour(_ source: Int, perDay: Double) {
        let rhythm = PublishedRhythm.allDay.weekday
        let heights = (0..<24).map { rhythm.height(at: Double($0) + 0.5) }
        let (most, mean) = (heights.max() ?? 1, heights.reduce(0, +) / 24)
        for time in atRandom(perDay: perDay * most / mean) {
            let hour = Int(time / Self.hour) % 24
            if sampler.bernoulli(heights[hour] / most) { launch(source, at: time, seconds: 0) }
        }
    }
}
