import Testing

@testable import FetchSched

/// The timelines of the article on background rules, played.
@Suite struct EngineTimelineTests {
    /// A host that plays drawings. It fetches what is `open` whenever the radio is active, so that drawings are about the
    /// engine alone.
    private struct Host {
        var engine = FetchEngine(unchecked: Host.configuration)
        var open: [AppID] = []
        var activeAt: FetchTime?
        var transfers: [Character: TransferID] = [:]
        var tasks: [Character: BackgroundTaskID] = [:]
        var answers: [Marbles.Mark] = []

        /// Pushes wait at a server, and the host has a rule of its own.
        static let configuration = changed(FetchConfiguration()) {
            $0.push.waitAtServer = true
            $0.decidesFetches = false
        }

        init() {
            let long = FetchTime.monday - .hours(1)
            for _ in 0..<3 { _ = engine.register(.minimum, at: long) }
            engine.tell(.network(.wifi), at: long)
            engine.tell(.power(.charging), at: long)
            try? engine.setWantsSignificantChanges(true, for: AppID(0))
        }

        static func app(_ name: Character) -> AppID { AppID(name == "a" ? 0 : name == "b" ? 1 : 2) }
        static func name(_ app: AppID) -> Character { ["a", "b", "c"][app.index] }

        mutating func tell(_ mark: Marbles.Mark, at now: FetchTime) throws {
            let app = Self.app(mark.symbol)
            switch mark.lane {
            case "open" where mark.symbol == "a" && engine.timeRemaining(of: app, at: now) == .zero,
                "launch":
                engine.tell(.launch(app), at: now)
            case "open": open.append(app)
            case "leave": engine.tell(.endOfUse(app), at: now)
            case "quit": engine.tell(.quit(app), at: now)
            case "beat": radio(.heartbeat, at: now)
            case "silent": receive(app, at: now)
            case "place": try engine.reportSignificantChange(for: app, at: now)
            case "begin": tasks[mark.symbol] = try engine.startTask(of: AppID(0), at: now)
            case "ask":
                engine.use(AppID(0), finds: nil, at: now)
                transfers[mark.symbol] = try engine.enqueue(TransferRequest(AppID(0), bytes: 1000), at: now)
            case "end": try engine.reportCompletion(of: #require(transfers[mark.symbol]), at: now)
            default: Issue.record("unknown mark \(mark)")
            }
        }

        private mutating func receive(_ app: AppID, at now: FetchTime) {
            switch engine.receive(.silent, for: app, number: 1, at: now) {
            case .deliver: deliver(app, at: now)
            case .stored: break
            case .refused: answer("refused", Self.name(app))
            }
        }

        private mutating func deliver(_ app: AppID, at now: FetchTime) {
            answer("given", Self.name(app))
            radio(.push, at: now)
            try? engine.requestFetch(of: app, at: now)
        }

        private mutating func radio(_ cause: RadioCause, at now: FetchTime) {
            engine.tell(.radio(cause, until: now), at: now)
            activeAt = now
        }

        private mutating func nextAction(at now: FetchTime) -> EngineAction? {
            if let action = engine.nextAction(at: now) { return action }
            guard activeAt == now, !open.isEmpty else { return nil }
            let next = open.removeFirst()
            try? engine.forceFetch(of: next, at: now)
            return .fetch(next)
        }

        private mutating func answer(_ lane: String, _ symbol: Character) {
            answers.append(Marbles.Mark(lane, symbol))
        }

        mutating func act(at now: FetchTime) -> [Marbles.Mark] {
            while let action = nextAction(at: now) {
                switch action {
                case .fetch(let app):
                    answer("fetch", Self.name(app))
                    try? engine.completeFetch(of: app, with: .noData, at: now)
                case .deliver(let push): deliver(push.app, at: now)
                case .wakeForLocation: answer("woken", "p")
                case .wakeForTransfers: answer("woken", "t")
                case .startTransfer(let id, _):
                    answer("start", transfers.first { $0.value == id }?.key ?? "?")
                    radio(.transfer, at: now)
                case .expiring(let id): answer("expiring", tasks.first { $0.value == id }?.key ?? "?")
                case .terminate(let app, _): answer("killed", Self.name(app))
                default: break
                }
            }
            defer { answers = [] }
            return answers
        }
    }

    private func play(_ drawing: String, answers: Set<String>) throws {
        var host = Host()
        try Marbles(drawing, documentedIn: "FetchSched.docc/BackgroundRules.md").play(answers: answers) {
            moment in
            for mark in moment.marks { try host.tell(mark, at: moment.time) }
            return host.act(at: moment.time).filter { answers.contains($0.lane) }
        }
    }

    @Test func oneWakeupOfTheRadioServesAll() throws {
        try play(
            """
            min       0    1    2    3    4
            open                     c
            silent    a    b
            beat                     h
            given                    a
            given                    b
            fetch                    c
            """, answers: ["given", "fetch"])
    }

    @Test func transfersWaitAWhileForOthersAndServeThem() throws {
        try play(
            """
            min       0    5    10   15   20   25   30
            open                          c
            ask       1         2
            beat         h
            start        1                     2
            end            1                    2
            fetch                              c
            """, answers: ["start", "fetch"])
    }

    @Test func anAppRunsOnForItsTask() throws {
        try play(
            """
            min       0    2    4    6    8    10   12
            open      a
            leave       a
            begin       1
            expiring                             1
            killed                               a
            """, answers: ["expiring", "killed"])
    }

    @Test func aQuitAppIsNotStartedForAnything() throws {
        try play(
            """
            min       0    5    10   15   20
            ask       1
            quit        a
            silent         a
            place             a
            beat                 h
            start                1
            end                   1
            launch                     a
            refused        a
            woken                      p
            woken                      t
            """, answers: ["start", "refused", "woken"])
    }

    @Test func aFetchEndsOnce() throws {
        let drawing = """
            s         0    10   20   30   40   50   60
            force     a                   b
            new                                b
            late                             a
            fetch     a                   b
            stop                      a
            error                            a
            picture                            b
            """
        var engine = FetchEngine(unchecked: FetchConfiguration(), seed: 1)
        for _ in 0..<2 { _ = engine.register(.minimum, at: .monday - .hours(1)) }
        let lanes: Set<String> = ["fetch", "stop", "error", "picture"]
        try Marbles(drawing, documentedIn: "FetchSched.docc/BackgroundRules.md").play(answers: lanes) {
            moment in
            var answers: [Marbles.Mark] = []
            for mark in moment.marks {
                let app = Host.app(mark.symbol)
                switch mark.lane {
                case "force":
                    try engine.forceFetch(of: app, at: moment.time)
                    answers.append(Marbles.Mark("fetch", mark.symbol))
                case "new": try engine.completeFetch(of: app, with: .newData, at: moment.time)
                default:
                    #expect(throws: EngineError.noFetchUnderWay(app)) {
                        try engine.completeFetch(of: app, with: .newData, at: moment.time)
                    }
                    answers.append(Marbles.Mark("error", mark.symbol))
                }
            }
            for action in engine.actions(at: moment.time, fetching: false) {
                switch action {
                case .stopFetch(let app): answers.append(Marbles.Mark("stop", Host.name(app)))
                case .refreshSnapshot(let app): answers.append(Marbles.Mark("picture", Host.name(app)))
                default: break
                }
            }
            return answers
        }
    }
}
