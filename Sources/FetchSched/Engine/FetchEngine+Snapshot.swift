extension FetchEngine {
    /// The engine's complete state, for ``init(restoring:configuration:)``. Equal states give equal bytes on every
    /// platform. The configuration is not part of it; docs/contributing/snapshot-format.md has the format.
    ///
    /// Reading and writing make the same checks. A state that breaks one, by a fault of this library, is not written:
    /// its frame is empty, ``SnapshotError/init(checking:)`` reports it, and no store replaces a good one by it.
    ///
    /// - Complexity: O(apps + transfers + tasks + regions); about 3 bytes an app that was never used.
    public func snapshot() -> [UInt8] { SnapshotFrame.write(self, configuration.snapshotDigest, at: present) }

    /// Makes the engine that wrote `snapshot`: with the same configuration it gives from then on the actions that one
    /// would have given, to the last bit. What was under way still is: fetches, transfers and apps that run. A host
    /// whose process has ended meanwhile says so by ``hostRestarted(at:)``. The configuration may be another than
    /// before, but for the fields that ``FetchConfiguration/snapshotDigest`` names.
    ///
    /// - Throws: ``SnapshotError``, whatever the bytes are.
    /// - Complexity: O(bytes).
    public init(
        restoring snapshot: [UInt8], configuration: FetchConfiguration = FetchConfiguration()
    ) throws(SnapshotError) {
        self.init(unchecked: configuration)
        try SnapshotFrame(snapshot).read(into: &self, configuration.snapshotDigest)
    }
}

extension FetchEngine: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&scheduler)
        // Hosts may name apps that were removed since; so none is looked up in these three.
        try coder.code(&underWay, &pending, &pushes, &locations)
        try coder.code(&tasks, &transfers)
        let apps = scheduler.apps
        // Everything belongs to registered apps, and no app that the user quit runs.
        try coder.check(
            pushes.records.allSatisfy { apps.contains($0.app) }
                && locations.records.allSatisfy { apps.contains($0.app) }
                && tasks.runs.allSatisfy { apps.contains($0.app) && !apps.isQuit($0.app) }
                && transfers.transfers.allSatisfy { apps.contains($0.request.app) }
                && transfers.sessions.allSatisfy { apps.contains($0.app) })
    }
}

/// The actions that wait in an engine: the others are never pending.
extension EngineAction: SnapshotElement {
    init() { self = .stopFetch(AppID()) }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        var (kind, number): (UInt8, UInt64) = (0, 0)
        switch self {
        case .stopFetch(let app): number = app.number
        case .refreshSnapshot(let app): (kind, number) = (1, app.number)
        case .giveUpTransfer(let transfer): (kind, number) = (2, transfer.number)
        default: break
        }
        try coder.code(&kind, &number)
        try coder.check(kind <= 2)
        let (app, transfer) = (AppID(number: number), TransferID(number))
        self = kind == 0 ? .stopFetch(app) : kind == 1 ? .refreshSnapshot(app) : .giveUpTransfer(transfer)
    }
}
