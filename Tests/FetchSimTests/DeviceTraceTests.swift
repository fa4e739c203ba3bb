import FetchSched
import FetchTrace
import Testing

@testable import FetchSim

/// What a scheduler may see of a trace, and what it may not.
@Suite struct DeviceTraceTests {
    @Test func groundTruthIsNotAmongTheEvents() {
        var script = Script(apps: 2, seconds: 100)
        script.update(1, at: 10, bytes: -1)
        script.update(1, at: 20, bytes: 7)
        script.add(30, .outage, 1, seconds: 5)
        script.launch(1, at: 40)
        let trace = script.trace
        #expect(trace.events.map(\.kind) == [.interval, .interval, .launch, .zone])
        #expect(trace.eventCount == 7)
        #expect(trace.span == FetchTime(seconds: 0)...FetchTime(seconds: 100))
        #expect(trace.appNames == ["a0", "a1"])
        #expect(
            trace.outages == [
                DeviceTrace.Outage(
                    app: 1, kind: .ofFetches, span: FetchTime(seconds: 30)...FetchTime(seconds: 35))
            ])
        #expect(trace.updates.newest(of: 1, at: FetchTime(seconds: 9.999)) == nil)
        #expect(trace.updates.newest(of: 1, at: FetchTime(seconds: 10))?.bytes == 0)
        #expect(trace.updates.newest(of: 1, at: FetchTime(seconds: 50))?.bytes == 7)
        #expect(trace.updates.newest(of: 0, at: FetchTime(seconds: 50)) == nil)
    }

    /// A use is cut after a day, and nothing else is.
    @Test func aUseOfMoreThanADay() {
        var names = TraceNames()
        _ = names.apps.number(of: "x")
        let week = TimeSpan.days(7)
        let events = [EventKind.launch, .outage, .launch].enumerated().map { place, kind in
            TraceEvent(
                time: FetchTime(seconds: Double(place)), kind: kind, app: 0,
                duration: place == 2 ? .hours(24) : week)
        }
        let trace = DeviceTrace(name: "d", events: events, names: names)
        #expect(trace.events.map(\.duration) == [.days(1), .days(1)])
        #expect(trace.outages[0].span.upperBound == FetchTime(seconds: 1) + week)
    }

    /// Apps are numbered by their first appearance, whatever their numbers in the trace are.
    @Test func appsAreNumberedByAppearance() {
        var names = TraceNames()
        for name in ["x", "y", "z"] { _ = names.apps.number(of: name) }
        let events = [2, 0, 2].enumerated().map { time, app in
            TraceEvent(time: FetchTime(seconds: Double(time)), kind: .launch, app: Int32(app))
        }
        let trace = DeviceTrace(name: "d", events: events, names: names)
        #expect(trace.appNames == ["z", "x"])
        #expect(trace.events.map(\.app) == [0, 1, 0])
    }

    @Test func emptyTrace() {
        let trace = DeviceTrace(name: "d", events: [TraceEvent](), names: TraceNames())
        let metrics = replay(trace, PushPolicy())
        #expect(metrics.launches == 0 && metrics.days == 0 && metrics.energy.joules == 0)
        let bound = Oracle(trace, radio: .lte, rules: SimulationRules()).bound(value: 20)
        #expect(bound.netValue == 0)
    }

    @Test func namesOfPolicies() {
        for name in ["none", "adaptive", "clairvoyant", "fixed-900", "aligned-1.5", "piggyback-1", "fixed"] {
            #expect(PolicyChoice(name)?.name == name)
        }
        let wrong = [
            "", "None", "none-1", "fixed-", "fixed-0", "fixed--5", "fixed-x", "fixed-900/1800", "fixed-nan",
            "aligned-2000000000", "adaptive-1", "fixed-1.2.3", "clairvoyant-1",
        ]
        for name in wrong { #expect(PolicyChoice(name) == nil, "\(name)") }
    }
}
