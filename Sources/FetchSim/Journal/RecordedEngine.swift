import FetchSched

/// The engine of a simulated device, which writes down each call and each answer if it is told to: the journal that other
/// hosts play (docs/contributing/journal-format.md).
///
/// It has the calls that the simulator makes, and no state but the journal, whose calendar may be set. Inlined, so that nothing
/// is copied.
struct RecordedEngine {
    var live: FetchEngine
    private(set) var journal: [JournalLine]?
    /// How far the calendar of a journal, which its engine is told, is ahead of the simulator's time.
    private(set) var ahead = TimeSpan.zero

    init(_ configuration: FetchConfiguration, seed: UInt64, isRecorded: Bool) {
        live = FetchEngine(unchecked: configuration, seed: seed)
        if isRecorded { journal = JournalLine.creation(configuration, seed: seed) }
    }

    mutating func note(_ lines: [JournalLine]) { journal?.append(contentsOf: lines) }

    /// Makes a call that may be refused.
    @inline(__always)
    private mutating func tell<Result>(
        _ line: @autoclosure () -> JournalLine,
        at now: FetchTime, answer: (Result) -> [JournalLine] = { _ in [] },
        _ call: (inout FetchEngine, FetchTime) throws(EngineError) -> Result
    ) throws(EngineError) -> Result {
        guard journal != nil else { return try call(&live, now) }
        let line = line().later(by: ahead)
        do throws(EngineError) {
            let result = try call(&live, line.time)
            note([line] + answer(result).map { $0.later(by: ahead) })
            return result
        } catch {
            note([line, .refused(line.time)])
            throw error
        }
    }

    // MARK: A calendar that is set

    mutating func setClock(by span: TimeSpan, at now: FetchTime) {
        note([JournalLine(now + ahead, "clock").with("until", now + ahead + span)])
        ahead = ahead + span
    }

    // MARK: Queries

    @inline(__always)
    var isFetchingAllowed: Bool {
        get { live.isFetchingAllowed }
        set { live.isFetchingAllowed = newValue }
    }

    @inline(__always)
    var configuration: FetchConfiguration { live.configuration }

    @inline(__always)
    var lastDecision: FetchDecision? { live.lastDecision }

    @inline(__always)
    func isRunning(_ app: AppID) -> Bool { live.isRunning(app) }

    @inline(__always)
    func isInside(_ region: RegionID, of app: AppID) throws(EngineError) -> Bool? {
        try live.isInside(region, of: app)
    }

    @inline(__always)
    mutating func nextAction(at now: FetchTime) -> EngineAction? {
        let now = now + ahead
        let action = live.nextAction(at: now)
        if journal != nil {
            let line = JournalLine(now, "next").with("may", live.isFetchingAllowed ? 1 : 0)
            note(
                [line] + (action.map { JournalLine.actions($0, live.lastDecision, at: now) } ?? [.none(now)]))
        }
        return action
    }

    @inline(__always)
    mutating func nextDeadline(after now: FetchTime) -> FetchTime? {
        let now = now + ahead
        let next = live.nextDeadline(after: now)
        if journal != nil {
            let line = JournalLine(now, "deadline").with("may", live.isFetchingAllowed ? 1 : 0)
            note([line, .next(next, at: now)])
        }
        return next.map { $0 - ahead }
    }

    mutating func nextRun(after now: FetchTime) -> FetchTime? {
        let now = now + ahead
        let next = live.nextRun(after: now)
        if journal != nil { note([JournalLine(now, "run"), .next(next, at: now)]) }
        return next.map { $0 - ahead }
    }

    /// Ends the journal.
    mutating func noteSnapshot(at now: FetchTime) {
        let now = now + ahead
        if journal != nil { note([JournalLine(now, "snapshot"), .snapshot(live.snapshot(), at: now)]) }
    }

    // MARK: What is told

    @inline(__always)
    mutating func register(_ interval: FetchInterval, at now: FetchTime) -> AppID {
        let now = now + ahead
        let app = live.register(interval, at: now)
        if journal != nil {
            note([JournalLine(now, "register").with(interval), JournalLine.answer(now, "app").with(app)])
        }
        return app
    }

    @inline(__always)
    mutating func setInterval(_ interval: FetchInterval, of app: AppID, at now: FetchTime) throws(EngineError)
    {
        try tell(JournalLine(now, "interval").with(app).with(interval), at: now) {
            engine, now throws(EngineError) in
            try engine.setInterval(interval, of: app, at: now)
        }
    }

    /// - Parameter now: for the journal.
    @inline(__always)
    mutating func setAnnouncesContent(
        _ announces: Bool, of app: AppID, at now: FetchTime
    ) throws(EngineError) {
        try tell(JournalLine(now, "announces").with(app).with("value", announces ? 1 : 0), at: now) {
            engine, now throws(EngineError) in
            try engine.setAnnouncesContent(announces, of: app)
        }
    }

    @inline(__always)
    mutating func observe(_ event: FetchEvent, at now: FetchTime) throws(EngineError) {
        let event = journal == nil ? event : event.later(by: ahead)
        try tell(.event(event, at: now), at: now) { engine, now throws(EngineError) in
            try engine.observe(event, at: now)
        }
    }

    /// Abandons the running fetches; they do not count as failures.
    mutating func hostRestarted(at now: FetchTime) {
        live.hostRestarted(at: now + ahead)
        note([JournalLine(now + ahead, "restarted")])
    }

    mutating func granted(until end: FetchTime, at now: FetchTime) {
        let (now, end) = (now + ahead, end + ahead)
        live.granted(until: end, at: now)
        var line = JournalLine(now, "event").with("until", end)
        line.set("kind", "granted")
        note([line])
    }

    @inline(__always)
    mutating func forceFetch(of app: AppID, at now: FetchTime) throws(EngineError) {
        try tell(JournalLine(now, "force").with(app), at: now) { engine, now throws(EngineError) in
            try engine.forceFetch(of: app, at: now)
        }
    }

    @inline(__always)
    mutating func requestFetch(of app: AppID, at now: FetchTime) throws(EngineError) {
        try tell(JournalLine(now, "request").with(app), at: now) { engine, now throws(EngineError) in
            try engine.requestFetch(of: app, at: now)
        }
    }

    @inline(__always)
    mutating func completeFetch(
        of app: AppID, with outcome: FetchOutcome, bytes: Int64, at now: FetchTime
    ) throws(EngineError) {
        try tell(
            JournalLine(now, "complete").with(app).with("outcome", outcome.rawValue).with("bytes", bytes),
            at: now
        ) { engine, now throws(EngineError) in
            try engine.completeFetch(of: app, with: outcome, bytes: bytes, at: now)
        }
    }

    @inline(__always)
    mutating func receive(_ kind: PushKind, for app: AppID, number: UInt64, at now: FetchTime)
        -> PushReception
    {
        let now = now + ahead
        let reception = live.receive(kind, for: app, number: number, at: now)
        if journal != nil {
            note([
                JournalLine(now, "receive").with(app).with("value", kind.rawValue).with("number", number),
                .reception(reception, at: now),
            ])
        }
        return reception
    }

    // MARK: Places, tasks and transfers

    /// Watches a region whose crossings the host finds.
    mutating func add(_ region: RegionID, to app: AppID, at now: FetchTime) throws(EngineError) {
        try tell(JournalLine(now, "watch").with(app).with("region", region.number), at: now) {
            engine, now throws(EngineError) in
            try engine.add(FetchRegion(region), to: app)
        }
    }

    mutating func reportCrossing(
        _ crossing: Crossing, of region: RegionID, in app: AppID, at now: FetchTime
    ) throws(EngineError) {
        try tell(
            JournalLine(now, "crossing").with(app).with("region", region.number).with(
                "value", crossing.rawValue), at: now
        ) { engine, now throws(EngineError) in
            try engine.reportCrossing(crossing, of: region, in: app, at: now)
        }
    }

    mutating func setWantsSignificantChanges(
        _ wants: Bool, for app: AppID, at now: FetchTime
    ) throws(EngineError) {
        try tell(JournalLine(now, "watch_changes").with(app).with("value", wants ? 1 : 0), at: now) {
            engine, now throws(EngineError) in
            try engine.setWantsSignificantChanges(wants, for: app)
        }
    }

    mutating func reportSignificantChange(for app: AppID, at now: FetchTime) throws(EngineError) {
        try tell(JournalLine(now, "change").with(app), at: now) { engine, now throws(EngineError) in
            try engine.reportSignificantChange(for: app, at: now)
        }
    }

    mutating func startTask(of app: AppID, at now: FetchTime) throws(EngineError) -> BackgroundTaskID {
        try tell(
            JournalLine(now, "begin").with(app), at: now,
            answer: { [JournalLine.answer(now, "task").with("id", $0.number)] }
        ) { engine, now throws(EngineError) in try engine.startTask(of: app, at: now) }
    }

    mutating func end(_ task: BackgroundTaskID, at now: FetchTime) throws(EngineError) {
        try tell(JournalLine(now, "end").with("id", task.number), at: now) {
            engine, now throws(EngineError) in
            try engine.end(task, at: now)
        }
    }

    mutating func enqueue(_ request: TransferRequest, at now: FetchTime) throws(EngineError) -> TransferID {
        try tell(
            JournalLine(now, "enqueue").with(request), at: now,
            answer: { [JournalLine.answer(now, "transfer").with("id", $0.number)] }
        ) { engine, now throws(EngineError) in try engine.enqueue(request, at: now) }
    }

    mutating func reportProgress(of transfer: TransferID, bytes: Int64, at now: FetchTime) throws(EngineError)
    {
        try tell(JournalLine(now, "progress").with("id", transfer.number).with("bytes", bytes), at: now) {
            engine, now throws(EngineError) in
            try engine.reportProgress(of: transfer, bytes: bytes, at: now)
        }
    }

    mutating func reportInterruption(
        of transfer: TransferID, atByte byte: Int64, at now: FetchTime
    ) throws(EngineError) {
        try tell(JournalLine(now, "interrupted").with("id", transfer.number).with("bytes", byte), at: now) {
            engine, now throws(EngineError) in
            try engine.reportInterruption(of: transfer, atByte: byte, at: now)
        }
    }

    mutating func reportCompletion(of transfer: TransferID, at now: FetchTime) throws(EngineError) {
        try tell(JournalLine(now, "finished").with("id", transfer.number), at: now) {
            engine, now throws(EngineError) in
            try engine.reportCompletion(of: transfer, at: now)
        }
    }
}

extension JournalLine {
    fileprivate func later(by span: TimeSpan) -> JournalLine {
        var line = self
        line.time = line.time + span
        return line
    }
}

extension FetchEvent {
    /// The event with its times so much later.
    fileprivate func later(by span: TimeSpan) -> FetchEvent {
        switch self {
        case .radio(let cause, let end): .radio(cause, until: end + span)
        case .contentChanged(let app, let moment): .contentChanged(app, at: moment + span)
        case .serverWait(let app, let end): .serverWait(app, until: end + span)
        default: self
        }
    }
}
