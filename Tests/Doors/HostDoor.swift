import FetchHost
import FetchHostTesting
import FetchSched
import FetchSim
import FetchStore
import Foundation
import Synchronization

/// Lives the life of a journal under a `FetchHost` on its test clock, and prints the actions, in no order within a
/// millisecond.
///
/// What happens is told at its time, by the host's own calls where it has them and through `withEngine` where it has none. What
/// the program does when it is asked for an action is told as the action comes.
/// The rest is left to the host: when the engine is asked (`next`, `deadline`), what follows a push (the radio, `request`),
/// what a fetch reports, and what a restart takes.
struct HostDoor: Sendable {
    private let plans: Plans
    private let happenings: Happenings
    private let mostFetches: Int
    private let clock: TestClock
    private let calendar = Calendar()
    private let path: String

    /// What a host kept and the next one could not read.
    private struct Unreadable: Error { let problem: FileProblem }

    /// How far the calendar is ahead of the test clock's.
    private final class Calendar: Sendable {
        let ahead = Mutex(TimeSpan.zero)
    }

    init(_ lines: [JournalLine], mostFetches: Int) {
        let plans = Plans(lines)
        self.plans = plans
        happenings = Happenings(lines, plans)
        clock = TestClock(beginning: happenings.groups.first?.first?.time ?? .epoch)
        self.mostFetches = mostFetches
        path = FileManager.default.temporaryDirectory.appendingPathComponent("doors-\(UUID()).state").path
    }

    func play() async throws {
        defer {
            for ending in ["", ".before", ".lock"] {
                try? FileManager.default.removeItem(atPath: path + ending)
            }
        }
        try await clock.run {
            var rest = happenings.groups[...]
            while !rest.isEmpty { rest = try await live(rest) }
        }
    }

    private var now: FetchTime { clock.time + calendar.ahead.withLock { $0 } }

    // MARK: A host

    /// Runs a host until the next restart.
    ///
    /// - Returns: what happens after it.
    private func live(_ groups: ArraySlice<[JournalLine]>) async throws -> ArraySlice<[JournalLine]> {
        let (actions, asked) = AsyncStream<JournalLine>.makeStream()
        let (clock, calendar) = (clock, calendar)
        let host = try FetchHost(
            clock: clock, time: { clock.time + calendar.ahead.withLock { $0 } },
            configuration: plans.configuration, seed: plans.seed, storedAt: path,
            saveInterval: .seconds(86_400 * 365),
            mostFetches: mostFetches,
            perform: { action, _ in
                let now = clock.time + calendar.ahead.withLock { $0 }
                let lines = JournalLine.actions(action, nil, at: now)
                Doors.show(lines)
                for line in lines { asked.yield(line) }
            })
        if let problem = host.restoreProblems.first { throw Unreadable(problem: problem) }
        for (app, interval) in plans.kept.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
            await add(app, interval, to: host)
        }
        let events = host.events(buffering: 1_000_000)
        return try await withThrowingTaskGroup(of: ArraySlice<[JournalLine]>?.self) { group in
            group.addTask {
                for await event in events { show(event) }
                return nil
            }
            group.addTask {
                try await host.run()
                return nil
            }
            group.addTask {
                for await action in actions {
                    if let response = happenings.responses[action] { try await tell(response, to: host) }
                }
                return nil
            }
            group.addTask {
                defer { asked.finish() }
                return try await tell(groups, host)
            }
            var rest: ArraySlice<[JournalLine]> = []
            for try await found in group { rest = found ?? rest }
            return rest
        }
    }

    private func show(_ event: HostEvent) {
        let line: JournalLine
        guard let app = UInt64(event.app).map({ AppID(number: $0) }) else { return }
        switch event.kind {
        case .started(let decision): Doors.show(JournalLine.actions(.fetch(app), decision, at: event.time))
        case .expired, .cancelled: Doors.show(JournalLine.actions(.stopFetch(app), nil, at: event.time))
        case .saveFailed, .stillBusy:
            line = JournalLine(event.time, "\(event.kind)")
            Doors.show([line])
        case .ended, .threw, .returnedLate: break
        }
    }

    private func add(_ app: AppID, _ interval: FetchInterval, to host: isolated FetchHost<TestClock>) {
        let (plans, clock) = (plans, clock)
        host.add("\(app.number)", interval: interval) { _ in
            guard let plan = plans.next(of: app), let span = plan.span else {
                // It hangs until it is cancelled.
                try await clock.sleep(for: .seconds(86_400))
                return .failed
            }
            try await clock.sleep(for: .milliseconds(span.milliseconds))
            return plan.result
        }
        plans.kept.withLock { $0[app] = interval }
    }

    /// Tells all up to the next restart, at its time.
    private func tell(
        _ groups: ArraySlice<[JournalLine]>, _ host: FetchHost<TestClock>
    ) async throws -> ArraySlice<[JournalLine]> {
        var groups = groups
        while let group = groups.popFirst(), let first = group.first {
            let span = first.time - now
            // What happens in the same millisecond comes when the host has asked the engine.
            try await clock.sleep(for: max(.milliseconds(span.milliseconds), .nanoseconds(1)))
            // What is left of a restart's lines is the host's.
            if first.verb == "restarted" { break }
            try await tell(group, to: host)
        }
        host.stop()
        return groups
    }

    // MARK: What happens

    /// Tells what happened at once, so that the engine is asked when all is told.
    private func tell(_ group: [JournalLine], to host: isolated FetchHost<TestClock>) throws {
        for line in group { try tell(line, host) }
    }

    private func tell(_ line: JournalLine, _ host: isolated FetchHost<TestClock>) throws {
        if let event = line.event {
            // A line that the engine refuses is refused here, too.
            try? host.tell(observation(event))
            return
        }
        switch (line.verb, line.app) {
        case ("clock", _):
            let ahead = (line.until ?? line.time) - clock.time
            calendar.ahead.withLock { $0 = ahead }
        case ("register", _):
            if let app = plans.nextRegistered(), let interval = line.interval { add(app, interval, to: host) }
        case ("interval", let app?):
            if let interval = line.interval { add(app, interval, to: host) }
        case ("remove", let app?):
            try host.remove("\(app.number)")
            _ = plans.kept.withLock { $0.removeValue(forKey: app) }
        case ("receive", let app?):
            guard let kind = line["value"].flatMap({ PushKind(rawValue: UInt8($0)) }) else { break }
            _ = try host.receive(
                kind, for: "\(app.number)", number: UInt64(line["number"] ?? 0),
                radio: plans.radioSpan(of: line))
        // An alert announces content if its program says so.
        case ("request", let app?): try host.tell(.contentHint("\(app.number)"))
        default:
            // As the journal's player does it; a refusal is none of the host's.
            let answers = host.withEngine { engine, _ in (try? engine.play(line)) ?? [] }
            if line.verb == "snapshot" { Doors.show(answers) }
        }
    }

    private func observation(_ event: FetchEvent) -> HostObservation {
        func name(_ app: AppID) -> String { "\(app.number)" }
        func span(_ end: FetchTime) -> Duration { .milliseconds((end - now).milliseconds) }
        return switch event {
        case .launch(let app): .launch(name(app))
        case .endOfUse(let app): .endOfUse(name(app))
        case .foregroundSync(let app, let outcome, let bytes):
            .foregroundSync(name(app), outcome, bytes: bytes)
        case .contentHint(let app): .contentHint(name(app))
        case .contentChanged(let app, let moment):
            .contentChanged(name(app), ago: .milliseconds((now - moment).milliseconds))
        case .radio(let cause, let end): .radio(cause, for: span(end))
        case .network(let path): .network(path)
        case .power(let source): .power(source)
        case .batteryLevel(let level): .batteryLevel(level)
        case .lowPowerMode(let isOn): .lowPowerMode(isOn: isOn)
        case .refresh(let app, let isOn): .refresh(app: app.map(name), isOn: isOn)
        case .quit(let app): .quit(name(app))
        case .zone(let seconds): .zone(secondsEast: seconds)
        case .serverWait(let app, let end): .serverWait(name(app), span(end))
        case .serverInterval(let app, let interval):
            .serverInterval(name(app), .milliseconds(interval.milliseconds))
        case .processEnded(let app): .processEnded(name(app))
        case .screen(let change): .screen(change)
        case .notification(let app): .notification(name(app))
        }
    }
}
