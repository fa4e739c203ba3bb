import FetchSched
import Testing

@testable import FetchTrace
@testable import FetchGenerate

/// What happens in the background of generated traces: pushes, places, tasks, transfers, switches.
@Suite struct GenerateBackgroundTests {
    static let presets = ["messenger", "traveller", "backup", "everything"]
    static let days = 14

    /// One device each for some seeds, made once for all tests.
    static let traces: [String: [Trace]] = {
        var result: [String: [Trace]] = [:]
        for name in presets {
            guard let preset = GeneratorPreset.named(name) else { continue }
            result[name] = (1...4).map { seed in
                var trace = Trace()
                let generator = TraceGenerator(preset: preset, devices: 1, days: days, seed: UInt64(seed))
                trace.events = generator.generateDevice(0, names: &trace.names)
                return trace
            }
        }
        return result
    }()

    static func all(_ kind: EventKind, of name: String) throws -> [[NamedEvent]] {
        try #require(traces[name]).map { trace in
            trace.events.filter { $0.kind == kind }.map { NamedEvent($0, trace.names) }
        }
    }

    @Test func everyEventAndEveryWordOccurs() throws {
        let traces = try #require(Self.traces["everything"])
        // All notifications of generated traces come by pushes.
        for kind in EventKind.allCases where kind != .notification {
            let events = traces.flatMap { $0.events.filter { $0.kind == kind } }
            #expect(!events.isEmpty, "\(kind)")
            let words = Set(
                events.compactMap { event -> UInt8? in
                    switch event.value {
                    case .word(let word), .named(let word, _): word
                    default: nil
                    }
                })
            // Outages that launches feel are written by the adversity presets.
            // The urgencies of pushes are for traces of others.
            let count = kind == .push ? 2 : kind.words.count
            if kind != .outage { #expect(words.count == count, "\(kind): \(words)") }
        }
    }

    @Test(arguments: presets) func whatIsWrittenReadsBackTheSame(_ name: String) throws {
        for trace in try #require(Self.traces[name]) {
            let reading = read(try written(trace))
            #expect(reading.error == nil)
            #expect(reading.events == trace.events.map { NamedEvent($0, trace.names) })
        }
    }

    // Pushes.

    @Test(arguments: ["messenger", "everything"]) func pushesAnnounceUpdates(_ name: String) throws {
        var announced = 0
        var idle = 0
        for trace in try #require(Self.traces[name]) {
            var updates: [Int32: [TraceEvent]] = [:]
            for event in trace.events where event.kind == .update {
                updates[event.app, default: []].append(event)
            }
            let offline = Self.offline(trace.events)
            for push in trace.events where push.kind == .push {
                guard push.value == Words.Push.silent else {
                    #expect((100...4_096).contains(push.bytes))
                    continue
                }
                #expect(!offline.contains { $0.contains(push.time) })
                if push.bytes == 0 {
                    idle += 1
                    continue
                }
                announced += 1
                // A push comes within a minute of its update, or of the end of a gap without network.
                let isKnown = (updates[push.app] ?? []).contains { update in
                    guard update.bytes == push.bytes, update.time <= push.time else { return false }
                    let free = offline.first { $0.contains(update.time) }?.upperBound ?? update.time
                    return push.time - free < .minutes(1)
                }
                #expect(isKnown, "\(push)")
            }
        }
        #expect(announced > 2 * idle && idle > 0, "\(announced) \(idle)")
    }

    @Test func stormsExceedTheRateLimit() throws {
        var all = 0
        for trace in try #require(Self.traces["messenger"]) {
            var times: [Int32: [Instant]] = [:]
            for event in trace.events where event.kind == .push && event.value == Words.Push.silent {
                times[event.app, default: []].append(event.time)
            }
            // More than the five that a token bucket of three an hour with a burst of two can let through.
            let storms = times.values.flatMap { times in
                zip(times, times.dropFirst(5)).filter { $1 - $0 < .minutes(15) }
            }
            // Whose popular apps have no pushes sees few.
            #expect(storms.count > 3)
            all += storms.count
            let perDay = Double(times.values.map(\.count).reduce(0, +)) / Double(Self.days)
            #expect((20...250).contains(perDay), "\(perDay)")
        }
        #expect(all > 80, "\(all)")
    }

    // Places.

    @Test(arguments: ["traveller", "everything"]) func regionsAreEnteredAndLeftByTurns(_ name: String) throws
    {
        var labels: Set<String> = []
        for events in try Self.all(.location, of: name) {
            var last: [String: NamedEvent] = [:]
            var significant: [String: Instant] = [:]
            for event in events {
                let app = try #require(event.app)
                guard let label = event.label, case .named(let word, _) = event.event.value else {
                    if let earlier = significant[app] { #expect(event.event.time - earlier >= .minutes(5)) }
                    significant[app] = event.event.time
                    continue
                }
                labels.insert(label)
                let key = "\(app) \(label)"
                let previous = last.updateValue(event, forKey: key)
                let wasInside: Bool? = previous.map {
                    $0.event.value == .named(word: Words.Location.enter, name: 0)
                }
                #expect((word == Words.Location.exit) == (wasInside ?? false), "\(key) \(event.event.time)")
            }
            #expect(!last.isEmpty && !significant.isEmpty)
        }
        #expect(labels == ["home", "work", "gym"])
    }

    @Test(arguments: ["traveller", "everything"]) func theUserLivesByTheLocalClock(_ name: String) throws {
        var changes = 0
        var launches = 0
        var atNight = 0
        for trace in try #require(Self.traces[name]) {
            var zone = 0.0
            for event in trace.events {
                if event.kind == .zone, case .number(let seconds) = event.value {
                    #expect(event.time == trace.events[0].time || seconds != zone)
                    zone = seconds
                    changes += 1
                }
                guard event.kind == .launch else { continue }
                launches += 1
                let hour = (event.time.milliseconds / 1000 + Int64(zone)) / 3_600 % 24
                if (2..<5).contains(hour) { atNight += 1 }
            }
        }
        // Each trace has a first zone, and in two weeks all but the unlucky travel there and back.
        #expect(changes >= 4 + 4, "\(changes)")
        #expect(Double(atNight) < 0.04 * Double(launches), "\(atNight) of \(launches)")
    }

    @Test(arguments: ["traveller", "everything"]) func withoutNetworkNothingIsReceived(_ name: String) throws
    {
        for trace in try #require(Self.traces[name]) {
            let networks = trace.events.filter { $0.kind == .network }
            #expect(zip(networks, networks.dropFirst()).allSatisfy { $0.value != $1.value })
            let offline = Self.offline(trace.events)
            #expect(!offline.isEmpty)
            for event in trace.events where event.kind == .radio && event.value == .word(1) {
                #expect(!offline.contains { $0.contains(event.time) })
            }
        }
    }

    @Test func flightsMapTimesInOrder() {
        var parameters = PlaceParameters()
        parameters.daysBetweenJourneys = 5
        parameters.destinations = [-36_000, -18_000, 3_600, 36_000, 46_800]
        for seed in UInt64(0)..<20 {
            var sampler = Sampler(seed)
            let plan = TravelPlan(home: 3_600, parameters: parameters, days: 40, sampler: &sampler)
            #expect(plan.flights.count % 2 == 0 && plan.flights.count >= 2, "seed \(seed)")
            #expect(plan.elapsed(0) == 0)
            let times = (0..<40 * 144).map { plan.elapsed(Double($0) * 600) }
            #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 }, "seed \(seed)")
            for (flight, next) in zip(plan.flights, plan.flights.dropFirst()) {
                #expect(flight.arrival > flight.departure && next.departure > flight.arrival, "seed \(seed)")
                #expect(flight.isReturn != next.isReturn && (flight.zone == 3_600) == flight.isReturn)
            }
            if let final = plan.flights.last {
                // Back home, the clock agrees again.
                #expect(plan.elapsed(final.arrival) == final.arrival, "seed \(seed)")
            }
        }
    }

    // Tasks and transfers.

    @Test(arguments: ["traveller", "backup", "everything"]) func tasksEndAsTheirWorkSays(_ name: String)
        throws
    {
        var begun = 0
        var unfinished = 0
        var atEnd = 0
        for trace in try #require(Self.traces[name]) {
            let launches = trace.events.filter { $0.kind == .launch }
            let quits = trace.events.filter { $0.kind == .quit }
            var open: [String: TraceEvent] = [:]
            var known: Set<String> = []
            for event in trace.events where event.kind == .task {
                let id = try #require(NamedEvent(event, trace.names).label)
                guard event.value != .word(0), case .named(Words.Task.begin, _) = event.value else {
                    let ended = open.removeValue(forKey: id)
                    let begin = try #require(ended, "\(id) ends, but is not open")
                    #expect(begin.app == event.app && event.time - begin.time == begin.duration)
                    #expect(event.time - begin.time <= .minutes(10))
                    continue
                }
                let isNew = known.insert(id).inserted
                #expect(isNew, "\(id) begins again")
                open[id] = event
                begun += 1
                if launches.contains(where: {
                    $0.app == event.app && event.time - $0.time >= ($0.duration ?? .zero)
                        && event.time - $0.time < ($0.duration ?? .zero) + .seconds(0.2)
                }) {
                    atEnd += 1
                }
            }
            let last = try #require(trace.events.last?.time)
            for begin in open.values {
                let work = try #require(begin.duration)
                let end = begin.time + work
                let isQuit = quits.contains { $0.app == begin.app && $0.time >= begin.time && $0.time <= end }
                #expect(work > .minutes(10) || isQuit || end >= last, "\(begin)")
                if work > .minutes(10) { unfinished += 1 }
            }
        }
        #expect(2 * atEnd > begun, "\(atEnd) of \(begun)")
        #expect(unfinished > 0 && unfinished < begun / 10, "\(unfinished) of \(begun)")
    }

    @Test func transfersAreOfAllSorts() throws {
        let transfers = try ["backup", "everything"].flatMap { try Self.all(.transfer, of: $0).joined() }.map(
            \.event)
        #expect(Set(transfers.map(\.value)).count == 8)
        #expect(transfers.allSatisfy { (100_000...1_000_000_000).contains($0.bytes) })
        #expect(transfers.contains { $0.bytes > 200_000_000 } && transfers.contains { $0.bytes < 500_000 })
        let timed = transfers.filter { $0.duration != nil }.count
        #expect(timed > 0 && timed < transfers.count)
        let perDay = Double(transfers.count) / Double(8 * Self.days)
        #expect((0.5...8).contains(perDay), "\(perDay)")
    }

    // Controls.

    @Test(arguments: ["messenger", "everything"]) func quitAppsAreIdleAndSomeComeBack(_ name: String) throws {
        var quits = 0
        var returns = 0
        for trace in try #require(Self.traces[name]) {
            let launches = trace.events.filter { $0.kind == .launch }
            for quit in trace.events where quit.kind == .quit {
                quits += 1
                // Swiping happens between uses, right after one of that app.
                let last = try #require(launches.last { $0.time <= quit.time })
                #expect(last.app == quit.app && last.time + (last.duration ?? .zero) <= quit.time)
                if launches.contains(where: { $0.app == quit.app && $0.time > quit.time }) { returns += 1 }
            }
        }
        #expect(quits > 20 && 2 * returns > quits, "\(returns) of \(quits)")
    }

    @Test(arguments: ["messenger", "everything"]) func switchesAlternate(_ name: String) throws {
        var keys: Set<String?> = []
        for events in try Self.all(.refresh, of: name) {
            var isOff: [String?: Bool] = [:]
            for event in events {
                let turnsOff = event.event.value == Words.Switch.off
                #expect(isOff[event.app, default: false] != turnsOff)
                isOff[event.app] = turnsOff
                keys.insert(event.app)
            }
        }
        #expect(keys.contains(nil) && keys.count > 2)
    }

    private static func offline(_ events: [TraceEvent]) -> [Range<Instant>] {
        let networks = events.filter { $0.kind == .network }
        guard let end = events.last?.time else { return [] }
        return networks.enumerated().compactMap { index, event in
            guard event.value == Words.Network.none else { return nil }
            let back = index + 1 < networks.count ? networks[index + 1].time : end
            return event.time..<Swift.max(back, event.time)
        }
    }
}
