@testable import FetchSched

/// A host that calls an engine as bytes will, and looks at every answer.
///
/// Beside the engine runs, from some moment on, one that was written and read: it must answer alike. With a clock that
/// runs forwards and apps that are registered, the naive account of the tests checks every fetch besides.
struct EngineHost {
    private(set) var engine: FetchEngine
    private var twin: FetchEngine?
    /// What must hold under whatever calls.
    private var promises: Promises
    /// What must hold with a sane host; nil without one.
    private var rules: NaiveRules?
    private var now: FetchTime

    /// - Parameter rules: the naive account, if the host is sane.
    init(_ engine: FetchEngine, rules: NaiveRules?, at now: FetchTime) {
        self.engine = engine
        self.rules = rules
        self.now = now
        promises = Promises(engine)
    }

    private var isSane: Bool { rules != nil }

    /// Makes the calls of the bytes, and asks what is to be done after each.
    mutating func run(_ draw: inout ByteDraw, atMost steps: Int) {
        for _ in 0..<steps where !draw.isEmpty {
            if isSane { pass(draw.wait()) } else { now = draw.moment(near: now) }
            call(draw.call(apps: engine.appIDs, isSane: isSane, at: now))
            if draw.one(in: 3) { act() }
            if draw.one(in: 64) { rewrite() }
        }
        rewrite()
        act()
    }

    /// Registers an app before the run.
    mutating func register(_ interval: FetchInterval) { call(.register(interval)) }

    /// Lets time pass, and does what there is to do whenever the engine wants to be asked.
    private mutating func pass(_ span: TimeSpan) {
        let later = now + span
        for _ in 0..<8 {
            guard case .time(let timer?) = call(.nextTime(true)), timer <= later else { break }
            now = timer
            act()
        }
        now = later
    }

    private mutating func act() {
        for _ in 0..<4_096 {
            guard case .action(_?) = call(.nextAction(true)) else { return }
        }
        finding("actions without end at \(now.milliseconds)")
    }

    /// Goes on with an engine that was written and read, beside the one that was not.
    private mutating func rewrite() {
        let bytes = engine.snapshot()
        do {
            let twin = try FetchEngine(restoring: bytes, configuration: engine.configuration)
            expect(twin.snapshot() == bytes, "a restored engine is written otherwise")
            self.twin = twin
        } catch {
            finding("what was written cannot be restored: \(error)")
        }
    }

    @discardableResult
    private mutating func call(_ call: EngineCall) -> EngineAnswer {
        // Few apps, so that something happens to each.
        if case .register = call, engine.appCount >= 12 { return .nothing }
        let answer = call.apply(to: &engine, at: now)
        if case .held(let held, _, let explanation) = answer {
            expect(held.allSatisfy { !$0.description.isEmpty }, "work without words")
            expect(!"\(explanation)".isEmpty, "no explanation")
        }
        if var copy = twin.take() {
            let other = call.apply(to: &copy, at: now)
            expect(
                answer.agrees(with: other),
                "\(call) at \(now.milliseconds): \(answer), but restored \(other)")
            twin = copy
        }
        if let wrong = promises.follow(call, answer, engine, at: now) ?? follow(call, answer) {
            finding("\(call) at \(now.milliseconds): \(answer): \(wrong)")
        }
        return answer
    }

    /// Tells the naive account, in the words of the scheduler.
    private mutating func follow(_ call: EngineCall, _ answer: EngineAnswer) -> String? {
        let apps = engine.scheduler.apps
        func isKnown(_ app: AppID) -> Bool { apps.contains(app) }
        let said: Answer
        if case .error(let error) = answer { said = .error(error) } else { said = .nothing }
        switch (call, answer) {
        case (.register(let interval), .app(let app)):
            return rules?.follow(.register(interval), .app(app), at: now)
        case (.remove(let app), .nothing): return rules?.follow(.remove(app), .nothing, at: now)
        case (.setInterval(let interval, let app), _) where isKnown(app):
            return rules?.follow(.setInterval(interval, app), said, at: now)
        case (.observe(let observation), .nothing):
            return rules?.follow(.observe(observation), .nothing, at: now)
        // What a push announced is spaced like any announcement, unless it has been loaded since.
        case (.receive(_, let app, _), _) where isKnown(app) && apps[app.index].isAnnounced,
            (.requestFetch(let app), .nothing) where apps[app.index].isAnnounced:
            return rules?.follow(.observe(.contentHint(app)), .nothing, at: now)
        case (.force(let app), _) where isKnown(app):
            return rules?.follow(.force(app), said, at: now)
        case (.complete(let app, let outcome, let bytes, _), _) where isKnown(app):
            return rules?.follow(.complete(app, outcome, bytes: bytes), said, at: now)
        case (.nextAction, .action(.fetch(let app)?)):
            return rules?.follow(.nextFetch, .app(app), at: now)
        case (.nextAction, .action(.terminate(let app, _)?)):
            return rules?.follow(.observe(.processEnded(app)), .nothing, at: now)
        case (.nextAction, _):
            return rules?.follow(.nextFetch, .app(nil), at: now)
        case (.hostRestarted, _): rules?.restart(at: now)
        default: break
        }
        return nil
    }
}

extension NaiveRules {
    /// Fetches under way are as if they had not been started; nothing is in the foreground.
    fileprivate mutating func restart(at now: FetchTime) {
        foreground = nil
        for app in apps.indices { apps[app].fetchStart = nil }
    }
}
