import FetchSched
import FetchSchedText

/// Answers of an engine, as lines of a journal.
extension JournalLine {
    static func answer(_ time: FetchTime, _ verb: String) -> JournalLine {
        var line = JournalLine(time, verb)
        line.isAnswer = true
        return line
    }

    static func refused(_ time: FetchTime) -> JournalLine { answer(time, "refused") }
    static func none(_ time: FetchTime) -> JournalLine { answer(time, "none") }

    static func next(_ next: FetchTime?, at time: FetchTime) -> JournalLine {
        answer(time, "time").with("until", next ?? .distantFuture)
    }

    static func reception(_ reception: PushReception, at time: FetchTime) -> JournalLine {
        let line = answer(time, "reception")
        switch reception {
        case .deliver: return line.with("value", 0)
        case .stored(replacing: nil): return line.with("value", 1)
        case .stored(replacing: let old?): return line.with("value", 2).with("number", old.number)
        case .refused: return line.with("value", 3)
        }
    }

    static func snapshot(_ bytes: [UInt8], at time: FetchTime) -> JournalLine {
        var line = answer(time, "snapshot").with("bytes", bytes.count)
        // FNV-1a, as it takes two lines in every language.
        line.set("hash", JournalLine.text(Double(bitPattern: FNV.hash(bytes))))
        return line
    }

    /// An action, which the C interface tells as one or, with the tasks that an app left open, as several.
    package static func actions(_ action: EngineAction, _ decision: FetchDecision?, at time: FetchTime)
        -> [JournalLine]
    {
        func line(_ verb: String) -> JournalLine { answer(time, verb) }
        switch action {
        case .fetch(let app): return [line("fetch").with(app).with("cause", decision?.reason.rawValue ?? 0)]
        case .stopFetch(let app): return [line("stop_fetch").with(app)]
        case .refreshSnapshot(let app): return [line("refresh_snapshot").with(app)]
        case .deliver(let push):
            return [
                line("deliver_push").with(push.app).with("id", push.number).with("cause", push.kind.rawValue)
                    .with("happened", push.arrived)
            ]
        case .wakeForLocation(let wake):
            let (cause, region) =
                switch wake.cause {
                case .enter(let region): (0, region.number)
                case .exit(let region): (1, region.number)
                case .significant: (2, 0)
                }
            return [
                line("wake_for_location").with(wake.app).with("cause", cause).with("number", region)
                    .with("happened", wake.happened).with("until", wake.awakeUntil)
            ]
        case .expiring(let task): return [line("task_expiring").with("id", task.number)]
        case .terminate(let app, let open):
            return [line("terminate").with(app).with("number", open.count)]
                + open.map { line("task_left_open").with(app).with("id", $0.number) }
        case .suspend(let app): return [line("suspend").with(app)]
        case .resume(let app): return [line("resume").with(app)]
        case .startTransfer(let transfer, let byte):
            return [line("start_transfer").with("id", transfer.number).with("bytes", byte)]
        case .pauseTransfer(let transfer): return [line("pause_transfer").with("id", transfer.number)]
        case .giveUpTransfer(let transfer): return [line("give_up_transfer").with("id", transfer.number)]
        case .wakeForTransfers(let app, let session):
            return [line("wake_for_transfers").with(app).with("number", session)]
        }
    }
}
