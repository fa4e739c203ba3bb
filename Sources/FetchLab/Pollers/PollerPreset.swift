import FetchSched

/// A world by name. A new one is one entry in ``all``.
package struct PollerPreset: Sendable {
    package let name: String
    package let summary: String
    private let sources: Int
    private let perDay: Double
    private let trouble: @Sendable (inout PollerWorld) -> Void

    private init(
        _ name: String, _ summary: String, sources: Int = 100, perDay: Double = 400,
        _ trouble: @escaping @Sendable (inout PollerWorld) -> Void
    ) {
        self.name = name
        self.summary = summary
        self.sources = sources
        self.perDay = perDay
        self.trouble = trouble
    }

    package func world(perDay: Double? = nil, seed: UInt64) -> PollerWorld {
        var world = PollerWorld(name, summary, sources: sources, perDay: perDay ?? self.perDay, seed: seed)
        trouble(&world)
        return world
    }

    package static let all = [
        PollerPreset("good", "everything answers") { _ in },
        PollerPreset("many", "300 sources, 150 requests a day", sources: 300, perDay: 150) { _ in },
        PollerPreset("import", "30 sources, and 120 more on the eighth day", sources: 150) { world in
            world.change(120) { $0.added = PollerWorld.scored }
        },
        PollerPreset("limits", "60 sources on three hosts that want 5 to 20 minutes between requests") {
            world in
            world.gather(20, on: .init(spacing: .minutes(5), saysWait: true))
            world.gather(20, on: .init(spacing: .minutes(5)))
            world.gather(20, on: .init(spacing: .minutes(20), saysWait: true))
        },
        PollerPreset("one-refused", "one of 60 sources of a host answers 429 for good") {
            $0.refuseOne(of: 60, wait: .zero)
        },
        PollerPreset("one-waits", "one of 60 sources of a host answers 503 and Retry-After: 86400 for good") {
            $0.refuseOne(of: 60, wait: .days(1))
        },
        PollerPreset(
            "quota", "a host of 60 sources serves 50 requests a day, from midnight on, and names no time"
        ) { $0.gather(60, on: .init(perDay: 50)) },
        PollerPreset("overload", "a host of 60 of 100 sources serves one request in 5 min for 2 h, thrice") {
            $0.overload(of: 60, hours: 2, times: 3)
        },
        PollerPreset("flaky", "half of the requests to a host of 60 of 100 sources fail") {
            $0.gather(60, on: .init(failing: 0.5))
        },
        PollerPreset("host-down", "a host of 60 of 100 sources is down for six hours, six times") {
            $0.takeDownHost(of: 60, hours: 6, times: 6)
        },
        PollerPreset("network-down", "the network is down for five hours, eight times") {
            $0.takeDownNetwork(hours: 5, times: 8)
        },
        PollerPreset("laptop", "awake for eight minutes ten times a day, with a network five seconds later") {
            $0.sleep(wakesPerDay: 10, minutes: 8, late: .seconds(5))
        },
        PollerPreset("asleep", "the host sleeps for eight hours, five times") {
            $0.asleep = $0.spells(5, hours: 8)
        },
        PollerPreset("weekends", "the host sleeps on Saturdays and Sundays") { $0.sleepOnWeekends() },
        PollerPreset("silent", "20 of 100 sources have their last update on the twelfth day") {
            $0.silence(20)
        },
        PollerPreset("dead", "20 of 100 sources answer with errors for good, half of them with 410") {
            $0.kill(20)
        },
        PollerPreset("errors", "30 of 100 sources have an error page for twelve hours, six times") {
            $0.breakPages(30, hours: 12)
        },
        PollerPreset("hub", "30 of 60 sources are announced", sources: 60) { $0.announce(30) },
        PollerPreset("hub-ends", "30 of 60 sources are announced, until the twelfth day", sources: 60) {
            $0.announce(30, until: PollerWorld.scored + .days(5))
        },
        PollerPreset("ever-new", "five of 105 sources are new at each request", sources: 105) {
            $0.makeEverNew(5)
        },
        PollerPreset("weekly", "30 of 100 sources have one update a week, at their hour") {
            $0.makeWeekly(30)
        },
        PollerPreset("killer", "the answer of one of 20 sources kills the process", sources: 20, perDay: 200)
        {
            $0.change(1) { $0.kills = true }
        },
        PollerPreset("restarts", "the process ends every six hours") { $0.restart(everyHours: 6) },
        PollerPreset("clock", "the clock is a day ahead until the twelfth day") {
            $0.clock = (.days(1), PollerWorld.scored + .days(5))
        },
        PollerPreset(
            "all", "all of these troubles, each with a few of 150 sources", sources: 150, perDay: 600
        ) { world in
            world.change(20) { $0.added = PollerWorld.start + .days(10) }
            world.gather(10, on: .init(spacing: .minutes(10), saysWait: true))
            world.gather(10, on: .init(spacing: .minutes(10)))
            world.refuseOne(of: 10, wait: .zero)
            world.refuseOne(of: 10, wait: .days(1))
            world.takeDownHost(of: 20, hours: 6, times: 3)
            world.takeDownNetwork(hours: 3, times: 4)
            world.asleep = world.spells(5, hours: 8)
            world.silence(10)
            world.kill(10)
            world.breakPages(10, hours: 12)
            world.announce(10, until: PollerWorld.scored + .days(14))
            world.makeEverNew(2)
            world.makeWeekly(8)
            world.change(1) { $0.kills = true }
            world.restart(everyHours: 24)
            world.clock = (.hours(5), PollerWorld.scored + .days(5))
        },
    ]
}
