import FetchFiles
import FetchSched
import FetchStore
import Synchronization

/// Runs a `FetchEngine`: keeps its timer, makes the fetches that it asks for, tells it how they went, and keeps
/// what it learned.
///
///     let host = try FetchHost(storedAt: "reader.state")
///     await host.add("news", interval: .minimum) { context in
///         let bytes = try await download()           // thrown errors count as failed
///         return .newData(bytes: bytes)
///     }
///     try await withThrowingTaskGroup { group in
///         group.addTask { try await host.run() }      // until it is cancelled, or host.stop()
///         try await host.observe(.launch("news"))        // as it happens
///     }
///
/// **Who owns what.** The actor owns the engine; nothing else touches it. ``run()`` is the one loop: it asks the engine
/// what is due, starts the fetches, and waits until the engine's timer or until something is told, whichever comes first.
/// Everything it starts is a child task of its own, so nothing outlives it.
///
/// **A fetch** is a child task. It is cancelled at its limit (`FetchConfiguration.fetchLimit`), when its app is quit,
/// removed or its process ends, and when the host stops. Past the limit it has failed; other cancellations are no
/// failures. The result of a cancelled fetch is ignored, unless the fetch was cancelled because the host stopped and
/// returns a result all the same. A fetch that ignores its cancellation is left alone: its app is not fetched again
/// before it returns, and ``run()`` returns after it.
///
/// Here one is cancelled at 30 s and ends at 50 s; that its app is due in between is a failure:
///
///     s         0    10   20   30   40   50
///     due       b                b
///     starts    b
///     expired                  b
///     busy                       b
///     returns                            b
///
/// **Time.** The engine counts calendar time, which `time` tells; `clock` only sleeps, an hour at most, so that a calendar
/// that was set is noticed. One that is set during fetches counts once they have ended, so that each took as long as it did. With the clock of `FetchHostTesting` a month passes in a moment.
///
/// **State.** With a file (`storedAt`) the host starts where the last one ended, however it ended: the engine's state
/// and the apps' names are one snapshot of a `SnapshotStore`, which is saved a while after something was learned and
/// when the host stops. An app of the file is not fetched until it is added again by its name.
public actor FetchHost<C: Clock> where C.Duration == Duration {
    /// Makes one fetch of an app.
    public typealias Fetch = @Sendable (FetchContext) async throws -> FetchResult

    let clock: C
    let calendar: @Sendable () -> FetchTime
    let mostFetches: Int
    let saveInterval: Duration
    let perform: @Sendable (EngineAction, _ app: String?) -> Void

    var engine: FetchEngine
    private(set) var names = AppNames()
    private(set) var handlers: [AppID: Fetch] = [:]

    /// Fetches that the engine takes to be under way.
    var underWay: [AppID: RunningFetch] = [:]
    /// Fetches that were cancelled and have not returned.
    var stragglers: [AppID: RunningFetch] = [:]
    /// Fetches whose tasks are to be started.
    var starting: [RunningFetch] = []
    var fetchCount: UInt64 = 0
    var isRunning = false
    /// When the run ends that the system granted, and what became of fetches in it.
    var runEnd: C.Instant?
    var noted: [HostEvent]?

    /// The time as last told, and then; and which fetch was the last when the calendar was set.
    private var told: (time: FetchTime, at: C.Instant)?
    private var lastBeforeStep: UInt64?

    let keeper: StateKeeper?
    var saveCount: UInt64 = 0
    /// Why the host did not start from the last saved state, but from an earlier one: what is wrong with the last one's
    /// file. Empty if all is well.
    public nonisolated let restoreProblems: [FileProblem]

    /// Rings when the loop has something to do.
    nonisolated let bell = Bell()
    /// Rings when there is something to keep.
    nonisolated let saveBell = Bell()
    /// Whether the host is to stop.
    nonisolated let isStopping = Atomic(false)
    nonisolated let streams = EventStreams()

    /// Makes a host, and restores what the last one with that file knew.
    ///
    /// - Parameters:
    ///   - clock: what sleeps.
    ///   - time: what tells the time since 1970 at UTC, which may be set, forwards or back.
    ///   - configuration: the engine's.
    ///   - seed: where the engine's jitter comes from. Hosts that share servers should have different ones.
    ///   - path: the file for the state; its folder must exist. Nil keeps nothing.
    ///   - seal: encrypts the state; nil keeps it plain.
    ///   - saveInterval: how long after something was learned the state is saved.
    ///   - mostFetches: how many fetches may be under way; at least 1.
    ///   - perform: does what the engine requests other than fetches, with the app's name; see ``withEngine(_:)``. A
    ///     task or a transfer, which the program has a number of, comes without a name. It is called in the host's loop
    ///     and must return soon.
    /// - Throws: ``HostError/configuration(_:)`` for a number out of its range, `mostFetches` too.
    ///   ``HostError/state(_:)`` if the file cannot be used, or holds no whole state or one that is not for this
    ///   configuration; to start again then is the caller's decision.
    public init(
        clock: C, time: @escaping @Sendable () -> FetchTime,
        configuration: FetchConfiguration = FetchConfiguration(),
        seed: UInt64 = 0, storedAt path: String? = nil, sealedBy seal: StateSeal? = nil,
        saveInterval: Duration = .seconds(30), mostFetches: Int = 4,
        perform: @escaping @Sendable (EngineAction, _ app: String?) -> Void = { _, _ in }
    ) throws(HostError) {
        do { engine = try FetchEngine(configuration: configuration, seed: seed) } catch {
            throw .configuration(error)
        }
        if mostFetches < 1 {
            throw .configuration(
                ConfigurationError(field: "mostFetches", value: Double(mostFetches), range: 1...1e9))
        }
        self.clock = clock
        calendar = time
        self.mostFetches = mostFetches
        self.saveInterval = max(.milliseconds(100), saveInterval)
        self.perform = perform
        var problems: [FileProblem] = []
        if let path {
            do throws(StoreError) {
                var store = try SnapshotStore(path: path, sealedBy: seal)
                let saved = try store.load(alongside: { (bytes, hostBytes) throws(SnapshotError) in
                    let engine = try FetchEngine(restoring: bytes, configuration: configuration)
                    return (engine, try AppNames(hostBytes, of: engine.appIDs))
                })
                keeper = StateKeeper(store)
                if let saved {
                    let now = time()
                    ((engine, names), problems) = (saved.state, saved.problems)
                    engine.hostRestarted(at: now)
                    for app in engine.appIDs { try? engine.setInterval(.never, of: app, at: now) }
                }
            } catch { throw .state(error) }
        } else {
            keeper = nil
        }
        restoreProblems = problems
    }

    func time() -> FetchTime {
        let (calendar, now) = (calendar(), clock.now)
        let steady = told.map { $0.time + TimeSpan($0.at.duration(to: now)) } ?? calendar
        let step = max(calendar - steady, steady - calendar)
        if lastBeforeStep == nil, step > .seconds(1) { lastBeforeStep = fetchCount }
        if let last = lastBeforeStep, !underWay.values.contains(where: { $0.number <= last }) {
            lastBeforeStep = nil
        }
        let time = lastBeforeStep == nil ? calendar : steady
        told = (time, now)
        return time
    }

    // MARK: Apps

    /// Adds an app, or gives the app of that name another interval and another fetch.
    ///
    /// A name goes with one number of the engine until it is removed, across restarts too: what was learned of "mail" is
    /// that of "mail". A new app's content counts as up to date now, and it is left alone for `FetchConfiguration.settling`.
    ///
    /// - Parameters:
    ///   - name: what the app is called in everything that is told of it.
    ///   - interval: how often it may be fetched.
    ///   - fetch: makes one fetch of it. It should respond to the cancellation of its task.
    public func add(_ name: String, interval: FetchInterval, fetch: @escaping Fetch) {
        let now = time()
        if let app = names[name] {
            // Registered apps do not throw here.
            try? engine.setInterval(interval, of: app, at: now)
            handlers[app] = fetch
        } else {
            let app = engine.register(interval, at: now)
            names.add(name, as: app)
            handlers[app] = fetch
        }
        changed()
    }

    /// Removes an app with all its stored data; see `FetchEngine.remove(_:at:)`. A fetch under way is cancelled, and no
    /// more events of the app may be reported. An app that is added under the name starts again, but is not fetched
    /// before a cancelled fetch of the one before has returned.
    ///
    /// To keep what was learned of an app that is not to be fetched for a while, add it again with `FetchInterval.never`.
    ///
    /// - Throws: ``HostError/unknownApp(_:)``.
    public func remove(_ name: String) throws(HostError) {
        guard let app = names[name] else { throw .unknownApp(name) }
        let now = time()
        end(app, at: now)
        // Registered apps do not throw here.
        try? engine.remove(app, at: now)
        handlers[app] = nil
        names.remove(name)
        changed()
    }

    /// The engine's number of the app of that name.
    ///
    /// - Throws: ``HostError/unknownApp(_:)``.
    public func app(named name: String) throws(HostError) -> AppID {
        guard let app = names[name], handlers[app] != nil else { throw .unknownApp(name) }
        return app
    }

    /// The name of the app of that number; nil if there is none.
    public func name(of app: AppID) -> String? { names[app] }

    /// The names of all apps, in the order of their numbers.
    public var apps: [String] {
        handlers.keys.sorted().compactMap { names[$0] }
    }

    /// Notes that the engine was told something.
    func changed() {
        bell.ring()
        saveBell.ring()
    }

    func send(_ kind: HostEvent.Kind, _ app: String = "", at now: FetchTime) {
        let event = HostEvent(time: now, app: app, kind: kind)
        noted?.append(event)
        streams.send(event)
    }
}

extension FetchHost where C == ContinuousClock {
    /// Makes a host that goes by the system's clock, and is otherwise as
    /// ``init(clock:time:configuration:seed:storedAt:sealedBy:saveInterval:mostFetches:perform:)`` makes it.
    public init(
        configuration: FetchConfiguration = FetchConfiguration(), seed: UInt64 = 0,
        storedAt path: String? = nil,
        sealedBy seal: StateSeal? = nil, saveInterval: Duration = .seconds(30), mostFetches: Int = 4,
        perform: @escaping @Sendable (EngineAction, _ app: String?) -> Void = { _, _ in }
    ) throws(HostError) {
        try self.init(
            clock: ContinuousClock(), time: { FetchTime(milliseconds: WallClock.milliseconds) },
            configuration: configuration, seed: seed, storedAt: path, sealedBy: seal,
            saveInterval: saveInterval,
            mostFetches: mostFetches, perform: perform)
    }
}
