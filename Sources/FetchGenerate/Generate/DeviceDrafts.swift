/// All that happens on one generated device after its first lines, in elapsed time.
struct DeviceDrafts: Sendable {
    /// Standard deviation of a heartbeat's gap in seconds: the timers of phones are inexact.
    private static let heartbeatJitter = 8.0
    /// A use that a flight cuts off must have lasted for this many seconds to be told.
    private static let shortestUse = 1.0

    private let user: UserModel
    private let use: [LaunchProcess.Launch]
    private let index: Int
    private let generator: TraceGenerator
    private let calendar: LocalCalendar
    private let travel: TravelPlan
    private let places: PlacePlan?

    private var preset: GeneratorPreset { generator.preset }
    private var habits: Habits { generator.preset.habits }
    private var days: Int { generator.days }
    private var end: Double { Double(generator.days) * 86_400 }

    init(
        of user: UserModel, use: [LaunchProcess.Launch], index: Int, generator: TraceGenerator
    ) {
        self.user = user
        self.use = use
        self.index = index
        self.generator = generator
        calendar = LocalCalendar(start: generator.start, days: generator.days)
        guard let parameters = generator.preset.places else {
            travel = TravelPlan(home: user.zone)
            places = nil
            return
        }
        var journeys = generator.sampler(for: .journeys, of: index)
        travel = TravelPlan(
            home: user.zone, parameters: parameters, days: generator.days, sampler: &journeys)
        var sampler = generator.sampler(for: .places, of: index)
        places = PlacePlan(parameters: parameters, calendar: calendar, travel: travel, sampler: &sampler)
    }

    /// Everything, one process after the other, each in order of time.
    func all() -> [Draft] {
        var location = places.flatMap { plan in
            preset.places.map {
                LocationProcess(parameters: $0, plan: plan, travel: travel, sampler: sampler(.locations))
            }
        }
        let conditions = conditions() + elapsed(location?.networks() ?? [])
        let offline = offline(conditions.filter { $0.kind == .network })
        let changes = changes()
        let pushes = pushes(for: changes, offline: offline)
        let launches = opening(pushes, with: launches())

        var drafts = conditions + outages()
        for (app, changes) in changes.enumerated() {
            drafts += changes.map { Draft(time: $0.time, kind: .update, app: app, bytes: $0.bytes) }
        }
        drafts += heartbeats().filter { beat in !offline.contains { $0.contains(beat.time) } }
        drafts += told(launches)
        drafts += screen(launches)
        drafts += elapsed(travel.zoneChanges + (location?.locations(apps: user.apps.count) ?? []))
        drafts += pushes
        if let runs = preset.runs {
            var process = RunProcess(
                parameters: runs, conditions: conditions, uses: launches.map { $0.time },
                sampler: sampler(.runs))
            drafts += process.runs(until: end)
        }
        drafts += afterUses(launches)
        drafts += controlsOfRefresh()
        if let traffic = preset.traffic {
            var process = TrafficProcess(parameters: traffic, sampler: sampler(.radioTraffic))
            drafts += elapsed(process.radio(days: days))
        }
        return drafts.filter { $0.time >= 0 && $0.time < end }
    }

    private func sampler(_ purpose: TraceGenerator.Purpose) -> Sampler {
        generator.sampler(for: purpose, of: index)
    }

    /// Drafts in local time, with elapsed time instead; those after the last day are left out.
    private func elapsed(_ drafts: [Draft]) -> [Draft] {
        drafts.filter { $0.time < end }.map { draft in
            var copy = draft
            copy.time = travel.elapsed(draft.time)
            return copy
        }
    }

    /// Where the user's places are told, the network follows from them.
    private func conditions() -> [Draft] {
        guard let conditions = habits.surroundings.conditions else { return [] }
        var process = ConditionProcess(
            conditions: conditions, calendar: calendar, sampler: sampler(.conditions))
        return elapsed(process.steps().filter { places == nil || $0.kind != .network })
    }

    private func offline(_ networks: [Draft]) -> [Stretch] {
        var result: [Stretch] = []
        for (index, change) in networks.enumerated() where change.value == Words.Network.none {
            let back = index + 1 < networks.count ? networks[index + 1].time : end
            result.append(Stretch(start: change.time, end: back))
        }
        return result
    }

    private func outages() -> [Draft] {
        let withOrigin = user.apps.indices.filter { user.apps[$0].isOnline }
        var process = OutageProcess(
            perDay: habits.surroundings.outagesPerDay, apps: withOrigin, calendar: calendar,
            sampler: sampler(.outages))
        return process.outages()
    }

    /// The changes of each app's origin. Origins keep the clock of the user's home.
    private func changes() -> [[OriginProcess.Change]] {
        var seeds = generator.sampler(for: .origins, of: index)
        return user.apps.map { app in
            var process = OriginProcess(
                origin: app.origin, content: habits.content, calendar: calendar,
                sampler: Sampler(seeds.seed()))
            return process.changes()
        }
    }

    private func heartbeats() -> [Draft] {
        guard let period = habits.surroundings.heartbeatSeconds, period > 0 else { return [] }
        var sampler = sampler(.heartbeat)
        var result: [Draft] = []
        var time = sampler.unit() * period
        while time < end {
            result.append(
                Draft(time: time.rounded(.down), kind: .radio, value: Words.Radio.heartbeat))
            time += Swift.max(1, period + DeviceDrafts.heartbeatJitter * sampler.normal())
        }
        return result
    }

    /// The launches in elapsed time; the phone is not used in the air.
    private func launches() -> [LaunchProcess.Launch] {
        let launches = use.filter { $0.time + $0.duration < end }
        let flights = travel.flightTimes
        if flights.isEmpty { return launches }
        return launches.compactMap { launch in
            if flights.contains(where: { $0.contains(launch.time) }) { return nil }
            let departure = flights.first { $0.start > launch.time }?.start ?? .infinity
            let duration = Swift.min(launch.duration, departure - launch.time)
            let time = travel.elapsed(launch.time)
            guard duration >= DeviceDrafts.shortestUse, time + duration < end else { return nil }
            return LaunchProcess.Launch(time: time, duration: duration, app: launch.app)
        }
    }

    /// The launches, with those that follow pushes which the user sees.
    private func opening(_ pushes: [Draft], with own: [LaunchProcess.Launch]) -> [LaunchProcess.Launch] {
        guard let shares = preset.pushes?.openedShares, !shares.isEmpty else { return own }
        var process = OpenProcess(shares: shares, sampler: sampler(.openings))
        return process.launches(own, after: pushes.filter { $0.value == Words.Push.alert })
    }

    private func told(_ launches: [LaunchProcess.Launch]) -> [Draft] {
        var traffic = preset.traffic.map { TrafficProcess(parameters: $0, sampler: sampler(.launchTraffic)) }
        return launches.map { launch in
            // In whole tenths of a second, rounded down so that launches do not come to overlap.
            var draft = Draft(
                time: launch.time, kind: .launch, app: launch.app,
                duration: (launch.duration * 10).rounded(.down) / 10)
            if user.apps[launch.app].isOnline, let bytes = traffic?.launchBytes() {
                draft.bytes = bytes
            }
            return draft
        }
    }

    private func screen(_ launches: [LaunchProcess.Launch]) -> [Draft] {
        guard let screen = habits.surroundings.screen else { return [] }
        var process = ScreenProcess(habits: screen, sampler: sampler(.screen))
        let uses = launches.map { Stretch(start: $0.time, end: $0.time + $0.duration) }
        return process.changes(around: uses)
    }

    private func pushes(for changes: [[OriginProcess.Change]], offline: [Stretch]) -> [Draft] {
        guard let parameters = preset.pushes else { return [] }
        var process = PushProcess(parameters: parameters, days: days, sampler: sampler(.pushes))
        return process.pushes(for: changes, offline: offline)
    }

    private func afterUses(_ launches: [LaunchProcess.Launch]) -> [Draft] {
        func process(_ purpose: TraceGenerator.Purpose) -> UseProcess {
            UseProcess(launches: launches, apps: user.apps.count, sampler: sampler(purpose))
        }
        var quits: [Draft] = []
        var result: [Draft] = []
        if let controls = preset.controls {
            var process = process(.quits)
            quits = process.quits(controls)
        }
        if let parameters = preset.tasks {
            var process = process(.tasks)
            result += process.tasks(parameters, quits: quits)
        }
        if let parameters = preset.transfers {
            var process = process(.transfers)
            let nights = (0..<days).map { travel.elapsed(Double($0) * 86_400) }
            result += process.transfers(parameters, nights: nights)
        }
        return result + quits
    }

    private func controlsOfRefresh() -> [Draft] {
        guard let parameters = preset.controls else { return [] }
        var process = RefreshProcess(parameters: parameters, days: days, sampler: sampler(.refresh))
        return process.changes(apps: user.apps.indices.filter { user.apps[$0].isOnline })
    }
}
