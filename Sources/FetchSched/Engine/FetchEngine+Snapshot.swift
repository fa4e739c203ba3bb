/// The whole state as bytes, and back.
extension FetchEngine {
    /// Everything that the engine knows and is doing, for ``init(restoring:configuration:)``: what was learned, stored pushes,
    /// watched regions, open tasks, and every transfer with the bytes it has moved.
    ///
    /// Equal states give equal bytes on every platform. The configuration is not among them; docs/snapshots.md has the format.
    ///
    /// - Complexity: O(apps + transfers + tasks + regions); about 4 bytes an app that was never used.
    public func snapshot() -> [UInt8] {
        var writer = SnapshotFrame.begin(configuration, at: present)
        SnapshotFrame.add(SnapshotTag.scheduler, scheduler, to: &writer)
        SnapshotFrame.add(SnapshotTag.engine, to: &writer) { (writer: inout SnapshotWriter) in
            var copy = self
            copy.codeQueues(&writer)
        }
        SnapshotFrame.add(SnapshotTag.pushes, pushes, to: &writer)
        SnapshotFrame.add(SnapshotTag.locations, locations, to: &writer)
        SnapshotFrame.add(SnapshotTag.tasks, tasks, to: &writer)
        SnapshotFrame.add(SnapshotTag.transfers, transfers, to: &writer)
        scheduler.addNumbers(to: &writer)
        return SnapshotFrame.finish(&writer)
    }

    /// Makes the engine that wrote `snapshot`: with the same configuration it gives from then on the actions that one would have
    /// given, to the last bit. What was under way still is: fetches and transfers that the host was told to start, and apps
    /// that run. A host whose process has ended meanwhile says so by ``hostRestarted(at:)``.
    ///
    /// - Parameters:
    ///   - snapshot: the bytes.
    ///   - configuration: the host's. It need not be the one before: a budget or a radio's costs may have changed. See
    ///     ``Configuration/snapshotDigest`` for what may not.
    /// - Throws: ``SnapshotError``, whatever the bytes are.
    /// - Complexity: O(bytes), and O(n log n) in the sessions of transfers.
    public init(
        restoring snapshot: [UInt8], configuration: Configuration = Configuration()
    ) throws(SnapshotError) {
        var reader = try SnapshotFrame.open(snapshot, configuration)
        self.init(unchecked: configuration)
        try SnapshotFrame.read(SnapshotTag.scheduler, into: &scheduler, &reader)
        try SnapshotFrame.read(SnapshotTag.engine, &reader) { (inside) throws(SnapshotError) in
            try codeQueues(&inside)
        }
        try SnapshotFrame.read(SnapshotTag.pushes, into: &pushes, &reader)
        try SnapshotFrame.read(SnapshotTag.locations, into: &locations, &reader)
        try SnapshotFrame.read(SnapshotTag.tasks, into: &tasks, &reader)
        try SnapshotFrame.read(SnapshotTag.transfers, into: &transfers, &reader)
        try scheduler.readNumbers(&reader)
        try reader.check(isConsistent)
        try SnapshotFrame.close(&reader)
    }

    /// Hosts may name apps that were removed since; so none is looked up in the queues.
    private mutating func codeQueues<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&underWay)
        try coder.code(&pending)
    }

    /// Whether everything belongs to registered apps, and no app that the user quit runs.
    private var isConsistent: Bool {
        let apps = scheduler.apps
        return pushes.agrees(with: apps) && locations.agrees(with: apps) && tasks.agrees(with: apps)
            && transfers.agrees(with: apps)
            && !(scheduler.device.foregroundApp.map { apps.isQuit($0) } ?? false)
    }
}

/// The actions that wait in an engine: the others are never pending.
extension EngineAction: SnapshotElement {
    static var blank: EngineAction { .stopFetch(.blank) }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        var (kind, app, transfer): (UInt8, AppID, UInt64) = (0, .blank, 0)
        switch self {
        case .refreshSnapshot(let own): (kind, app) = (1, own)
        case .giveUpTransfer(let own): (kind, transfer) = (2, own.number)
        case .stopFetch(let own): app = own
        default: break
        }
        try coder.code(&kind)
        if kind == 2 { try coder.code(&transfer) } else { try coder.code(&app) }
        switch kind {
        case 0: self = .stopFetch(app)
        case 1: self = .refreshSnapshot(app)
        case 2: self = .giveUpTransfer(TransferID(transfer))
        default: try coder.check(false)
        }
    }
}
