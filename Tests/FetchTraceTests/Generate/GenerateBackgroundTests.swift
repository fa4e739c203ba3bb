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
        // All notifications of generated traces come by pushes. The command adds the provenance. Runs are for single programs.
        let absent: Set<EventKind> = [.notification, .announces, .provenance, .run]
        for kind in EventKind.allCases where !absent.contains(kind) {
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

    @Test(arguments: ["traveller", "everything"]) func regionsAreEnteredAndLeftByTurns(_ name: String) throws
    {
        var labels: Set<String> = []
        for events in try Self.all(.location, of: name) {
            var last: [String: NamedEvent] = [:]
            var significant: [String: FetchTime] = [:]
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

    @Test(arguments: ["traveller", "backup", "everything"]) func tasksEndAsTheirWorkSays(_ name: String)
        throws
    {
        var begun = 0
        var unfinished = 0
        for trace in try #require(Self.traces[name]) {
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
        #expect(unfinished > 0 && unfinished < begun / 10, "\(unfinished) of \(begun)")
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
}
