import FetchSched
import FetchStore

/// Events and questions from the program.
extension FetchHost {
    /// Learns what the program saw, now.
    ///
    /// - Throws: ``HostError/unknownApp(_:)``; ``HostError/invalid(_:)`` for what cannot be so, as a battery level of 15.
    public func observe(_ observation: HostObservation) throws(HostError) {
        let now = time()
        let observation = try observation.forEngine(at: now) { (name) throws(HostError) in
            try app(named: name)
        }
        do { try engine.observe(observation, at: now) } catch { throw .invalid(error) }
        changed()
    }

    /// Takes a push that has just arrived; at a server (`PushLimits.waitAtServer`), one that asks when to be sent. One that is
    /// delivered and silent lets its app be fetched, now or when the engine delivers it.
    ///
    /// - Parameters:
    ///   - kind: how urgent it is.
    ///   - name: the app that it is for.
    ///   - number: the program's number for the push, by which it knows it again in `EngineAction.deliver`.
    ///   - span: how long the radio is active to bring it, if the program knows that.
    /// - Returns: whether to bring it to the app now. One that is stored comes later, to `perform`.
    /// - Throws: ``HostError/unknownApp(_:)``.
    public func receive(
        _ kind: PushKind, for name: String, number: UInt64, radio span: Duration = .zero
    ) throws(HostError) -> PushReception {
        let app = try app(named: name)
        let now = time()
        // A push that is refused may release others all the same, which the loop then delivers.
        defer { changed() }
        let reception = engine.receive(kind, for: app, number: number, at: now)
        // On a device it came by radio, whatever becomes of it. At a server only what is delivered does, and an alert.
        if reception == .deliver || kind == .alert || !engine.configuration.push.waitAtServer {
            // A push's activity is never refused here, nor is a request for a registered app.
            try? engine.observe(.radio(.push, until: now + TimeSpan(span)), at: now)
        }
        if reception == .deliver, kind != .alert { try? engine.requestFetch(of: app, at: now) }
        return reception
    }

    /// Starts a fetch of the app at once, to debug it. What no fetch may pass over stands.
    ///
    /// - Throws: ``HostError/vetoed(_:_:)`` with what forbids it, ``HostError/unknownApp(_:)``,
    ///   ``HostError/notRunning``.
    public func forceFetch(of name: String) throws(HostError) {
        let app = try app(named: name)
        guard isRunning else { throw .notRunning }
        // Stops refer to fetches from before, not to the new one.
        takeActions()
        let now = time()
        do { try engine.forceFetch(of: app, at: now) } catch {
            switch error {
            case .vetoed(_, let veto): throw .vetoed(name, veto)
            default: throw .unknownApp(name)
            }
        }
        start(app, at: now)
        changed()
    }

    /// Why the app would be fetched now or would not, and when it will be.
    ///
    /// - Throws: ``HostError/unknownApp(_:)``.
    public func explain(_ name: String) throws(HostError) -> HostExplanation {
        let app = try app(named: name)
        do {
            return HostExplanation(app: name, explanation: try engine.explain(app, at: time()))
        } catch {
            throw .unknownApp(name)
        }
    }

    /// When the engine is called next if nothing happens before; nil for not at all.
    public var nextTime: FetchTime? {
        nextDeadline(after: time())
    }

    /// Hands the engine to `body`, for what the host has no names for: places, tasks, transfers, and questions. What
    /// the engine then asks for goes to the `perform` of the host's initialiser.
    ///
    /// Fetches are the host's: `body` starts and completes none, asks for no action, and registers no app.
    public func withEngine<Result: Sendable, Failure: Error>(
        _ body: @Sendable (inout FetchEngine, _ now: FetchTime) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { changed() }
        return try body(&engine, time())
    }

    /// A stream of decisions, their reasons and outcomes, from now on. The stream ends when the host stops.
    ///
    /// - Parameter most: how many events wait for a reader that is slow; then the oldest are dropped.
    public nonisolated func events(buffering most: Int = 1_000) -> AsyncStream<HostEvent> {
        streams.listen(most: most)
    }

    /// Saves the state now. Nothing happens without a file.
    ///
    /// - Throws: `StoreError` if it cannot be written; the state saved before remains.
    public func save() async throws(StoreError) {
        guard let keeper else { return }
        saveCount += 1
        try await keeper.save(engine.snapshot(), alongside: names.bytes, number: saveCount)
    }
}
